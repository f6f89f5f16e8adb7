"""The validator that a name stands for."""

from collections.abc import Sequence

from sonde.discover.validators import Validator
from sonde.discover.validators.function import load_function
from sonde.discover.validators.table import TableValidator
from sonde.discover.validators.text import TextValidator
from sonde.errors import ConfigError
from sonde.model import Page

VALIDATORS = ("table", "text", "module:function")


def make_validator(name: str, examples: Sequence[Page], negatives: Sequence[Page] = ()) -> Validator:
    """Tables of attributes, text, or a function of the user's own; raises ConfigError for anything else."""
    if ":" in name:
        return load_function(name)
    if name not in VALIDATORS:
        raise ConfigError(f"there is no validator {name!r}. Choose one of {', '.join(VALIDATORS)}.")
    if not examples:
        raise ConfigError(f"the validator {name!r} learns from example pages. Name their folder with --examples DIR.")
    return TableValidator(examples) if name == "table" else TextValidator(examples, negatives)
