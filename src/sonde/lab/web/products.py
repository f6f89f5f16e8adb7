"""The products that catalogues publish: names and attributes, the same on every site that lists one."""

import json
import random
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from sonde.errors import ConfigError
from sonde.model import Pairs

FIRST_YEAR, LAST_YEAR = 1999, 2010


@dataclass(frozen=True, slots=True)
class Line:
    """One line of products."""

    name: str
    plural: str
    kind: Literal["table", "text"]  # what is worth mining: tables of attributes, or reviews
    beside: tuple[str, ...]  # lines that the same sites publish
    attributes: tuple[tuple[str, tuple[str, ...]], ...]
    praise: tuple[str, ...] = ()
    blame: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """One product."""

    line: str
    maker: str
    model: str
    year: int
    attributes: Pairs

    @property
    def name(self) -> str:
        """Maker and model."""
        return f"{self.maker} {self.model}"

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.model.lower().replace(" ", "-")


def find_line(name: str) -> Line:
    """A line of products; ConfigError for one that is not known."""
    lines = phrases()["lines"]
    if name not in lines:
        raise ConfigError(f"there are no products for {name!r}. Use {', '.join(lines)}.")
    data = {key: value for key, value in lines[name].items() if key != "attributes"}
    attributes = tuple((key, tuple(values)) for key, values in lines[name]["attributes"].items())
    lists: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return Line(name=name, attributes=attributes, **lists)


def products(line: Line, count: int, seed: str) -> list[Product]:
    """So many different products of a line."""
    rng = random.Random(f"{seed}/{line.name}")
    makers, series = phrases()["makers"], phrases()["series"]
    found: dict[str, Product] = {}
    while len(found) < count:
        model = f"{rng.choice(series)} {rng.randrange(10, 99) * 10}"
        product = Product(
            line.name, rng.choice(makers), model, rng.randint(FIRST_YEAR, LAST_YEAR),
            tuple((name, rng.choice(values)) for name, values in line.attributes),
        )  # fmt: skip
        found.setdefault(product.name, product)
    return list(found.values())


@cache
def phrases() -> dict[str, Any]:
    """The words of catalogues."""
    data: dict[str, Any] = json.loads(files("sonde.lab.web").joinpath("products.json").read_text(encoding="utf-8"))
    return data
