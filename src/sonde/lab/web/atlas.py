"""All hosts of a simulated web: what each is about and whether it has a form that is looked for."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sonde.lab.web.recipe import Recipe
from sonde.lab.web.words import common_words, find_vocabulary

Role = Literal["form", "topic", "hub", "other"]  # has a form of its domain; is about it; lists sites; about nothing

ENDING, HELD_OUT_ENDING = ".example", ".test"
_BORROWED = 0.3  # of the sites without a form are named like those that have one


@dataclass(frozen=True, slots=True)
class Host:
    """One host, before its site is planned."""

    name: str
    domain: str  # empty: none
    role: Role
    kind: int = 0  # of its site, among the two kinds of its domain

    @property
    def title(self) -> str:
        """What other sites call it."""
        return self.name.rpartition(".")[0].replace("-", " ").title()


class Atlas:
    """The hosts of a web, by name, domain and role."""

    def __init__(self, recipe: Recipe, *, held_out: bool = False) -> None:
        self.hosts: dict[str, Host] = {}
        self.of_domain: dict[str, list[Host]] = {}
        self.with_form: dict[str, tuple[list[Host], list[Host]]] = {}  # by kind
        self.hubs: dict[str, list[Host]] = {}
        rng = random.Random(f"{recipe.seed}/{'held out' if held_out else 'atlas'}")
        namer = _Namer(rng, recipe.noise, HELD_OUT_ENDING if held_out else ENDING)
        for name, domain in recipe.domains.items():
            forms = round(domain.hosts * domain.form_share)
            second = round(forms * domain.second_share)
            if held_out:  # a small web beside the large one, for training sets
                second = round(recipe.examples * recipe.second_examples)
                forms, hosts, hubs = recipe.examples, 3 * recipe.examples, 4
            else:
                hosts, hubs = domain.hosts, recipe.hubs
            kinds = tuple([self._add(namer.name(name, kind), name, "form", kind) for _ in range(count)]
                          for kind, count in ((0, forms - second), (1, second)))  # fmt: skip
            self.with_form[name] = (kinds[0], kinds[1])
            topic = [self._add(namer.name(name, None), name, "topic") for _ in range(hosts - forms)]
            self.of_domain[name] = [*kinds[0], *kinds[1], *topic]
            self.hubs[name] = [self._add(namer.name(name, None), name, "hub") for _ in range(hubs)]
        others = 3 * recipe.examples if held_out else recipe.other_hosts
        self.others = [self._add(namer.name("", None), "", "other") for _ in range(max(1, others))]

    def _add(self, name: str, domain: str, role: Role, kind: int = 0) -> Host:
        host = self.hosts[name] = Host(name, domain, role, kind)
        return host


class _Namer:
    """Names for hosts, no two alike."""

    def __init__(self, rng: random.Random, noise: float, ending: str) -> None:
        self._rng, self._noise, self._ending = rng, noise, ending
        self._taken: set[str] = set()

    def name(self, domain: str, kind: int | None) -> str:
        """A name that tells what a site is about, unless it is one of those that do not."""
        rng, common = self._rng, common_words()
        first, second = rng.choice(common.names), rng.choice(common.names)
        last = rng.choice(self._last(domain, kind))
        name = rng.choice((f"{first}-{last}", f"{first}{last}", f"{first}-{second}-{last}", f"{second}{first}{last}"))
        unique, count = name, 1
        while unique in self._taken:
            count += 1
            unique = f"{name}{count}"
        self._taken.add(unique)
        return unique + self._ending

    def _last(self, domain: str, kind: int | None) -> Sequence[str]:
        rng = self._rng
        if not domain or rng.random() < self._noise:
            return common_words().plain_sites
        vocabulary = find_vocabulary(domain)
        if kind is not None:
            return vocabulary.kinds[kind].sites
        return rng.choice(vocabulary.kinds).sites if rng.random() < _BORROWED else vocabulary.sites
