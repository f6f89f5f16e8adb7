"""What a simulated web is like: its domains, how sparse their forms are, and what gets in a crawler's way."""

from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from sonde.errors import ConfigError
from sonde.lab.names import hint


@dataclass(frozen=True, slots=True)
class Domain:
    """One domain of forms."""

    hosts: int = 2000  # on its topic
    form_share: float = 0.3  # of them have a form of the domain
    second_share: float = 0.4  # of these are of the second kind, such as libraries beside bookshops


# From dense to sparse, about as in Table 1 of ACHE 2007: what counts is how many pages of a topic-focused crawl go
# by for each form, 0.1 to 2 in a hundred.
DOMAINS = {
    "job": Domain(form_share=0.4, second_share=0.35),
    "auto": Domain(form_share=0.25, second_share=0.45),
    "university": Domain(form_share=0.15, second_share=0.3),
    "camera": Domain(form_share=0.1, second_share=0.25),
    "book": Domain(form_share=0.06, second_share=0.6),
    "movie": Domain(form_share=0.025, second_share=0.3),
}

_RATES = (
    "noise", "lure", "homophily", "off_topic_pages", "other_forms", "site_search", "plain_forms", "real_forms",
    "second_examples", "traps", "failing", "slow", "dead_links", "redirects",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a web is made from, besides its material."""

    seed: int = 1
    domains: dict[str, Domain] = field(default_factory=lambda: dict(DOMAINS))
    other_hosts: int = 3000  # on none of the topics
    hubs: int = 40  # directories for each domain
    hub_links: int = 25  # on each of their pages
    # What tells a link that leads to a form, and what does not
    noise: float = 0.35  # of such links say nothing; so do their addresses and the words around them, each by itself
    lure: float = 0.3  # of the sites on topic without a form have links that promise one
    homophily: float = 0.7  # of the links between sites stay on the topic
    off_topic_pages: float = 0.15  # of the pages of a site on topic speak of something else
    form_depths: tuple[float, float, float] = (0.25, 0.45, 0.3)  # shares of forms 1, 2 and 3 links from a directory
    # Forms that are not looked for
    other_forms: float = 0.1  # of the sites have a search form of another domain
    site_search: float = 0.25  # of the sites on topic have a box for their own pages
    plain_forms: float = 0.4  # of the sites have forms that do not search
    real_forms: float = 0.35  # of the forms looked for are taken from the material as they are, where it has any
    # The training set
    examples: int = 30  # form pages of sites outside the web
    second_examples: float = 0.1  # of them are of the second kind
    # What goes wrong
    traps: float = 0.04  # of the sites have a calendar without end
    failing: float = 0.02  # of the sites answer with an error
    slow: float = 0.03  # of the sites keep a visitor waiting
    slow_s: float = 2.0
    dead_links: float = 0.02
    redirects: float = 0.06  # of the links between sites take a detour
    # Size of a site
    sections: tuple[int, int] = (3, 6)
    articles: tuple[int, int] = (6, 18)  # in each section
    records: tuple[int, int] = (20, 60)  # behind each form

    def __post_init__(self) -> None:
        if not self.domains:
            raise ConfigError("the recipe names no domain. Give at least one under domains.")
        for name in _RATES:
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name} is {getattr(self, name)}: use a share from 0 to 1.")
        for name, domain in self.domains.items():
            if domain.hosts < 1 or not 0 <= domain.form_share <= 1 or not 0 <= domain.second_share <= 1:
                raise ConfigError(f"domain {name}: hosts must be 1 or more, and its shares lie from 0 to 1.")
        if sum(self.form_depths) <= 0:
            raise ConfigError("form_depths are all 0: give one of the three distances a share.")

    def scaled(self, factor: float) -> "Recipe":
        """The same web with more or fewer hosts."""
        domains = {name: replace(one, hosts=max(1, round(one.hosts * factor))) for name, one in self.domains.items()}
        return replace(
            self,
            domains=domains,
            other_hosts=round(self.other_hosts * factor),
            hubs=max(2, round(self.hubs * factor)),
        )


def read_recipe(path: Path) -> Recipe:
    """The recipe of a YAML file; what it does not name stays as it is by default. Raises ConfigError."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"cannot read the recipe {path}: {error}. Write YAML, as `sonde lab web` does.") from error
    if not isinstance(data, dict):
        raise ConfigError(f"the recipe {path} is not a mapping. Write name: value, one per line.")
    given = dict(data)
    if isinstance(named := given.get("domains"), dict):
        given["domains"] = {name: _made(Domain, one or {}, path) for name, one in named.items()}
    recipe: Recipe = _made(Recipe, {name: _tuple(value) for name, value in given.items()}, path)
    return recipe


def write_recipe(path: Path, recipe: Recipe) -> None:
    """Writes a recipe as YAML."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(recipe).items()}
    path.write_text(yaml.safe_dump(plain, sort_keys=False), encoding="utf-8")


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _made(kind: Any, given: dict[str, Any], path: Path) -> Any:
    known = [one.name for one in fields(kind)]
    for name in given:
        if name not in known:
            raise ConfigError(f"the recipe {path} has an unknown key {name!r}.{hint(str(name), known)}")
    try:
        return kind(**given)
    except TypeError as error:
        raise ConfigError(f"the recipe {path} has a value of the wrong kind: {error}") from error
