"""A validator that the user wrote: a Python function of the page's address and HTML."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from sonde.errors import ConfigError
from sonde.model import Page


class FunctionValidator:
    """Asks a function; whatever it raises is passed on."""

    def __init__(self, function: Callable[[str, str], object]) -> None:
        self._function = function

    def accepts(self, page: Page) -> bool:
        """Whether the function returns something true."""
        return bool(self._function(page.url, page.text))


def load_function(name: str) -> FunctionValidator:
    """The function "module:function", looked for in the current folder too."""
    module_name, _, function_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise ConfigError(f"the validator {name} cannot be loaded: {error}") from error
    if not callable(function):
        raise ConfigError(f"the validator {name} is not a function; it is called with a page's address and HTML")
    return FunctionValidator(function)
