"""Links between sites: which one a page points to, what it says of it, and through which address."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from sonde.lab.web.atlas import Atlas, Host
from sonde.lab.web.recipe import Recipe
from sonde.lab.web.site import OUT, Section, Site
from sonde.lab.web.words import common_words, find_vocabulary

_TO_HUBS = 0.08  # of the links that stay on topic lead to directories
_DEEP = 0.15  # of the links to a site lead to a page inside it
_BY_OFFER = 0.3  # of the links to a site with a form are named after what it offers, not after the site


@dataclass(frozen=True, slots=True)
class Reference:
    """A link to another site."""

    url: str
    anchor: str
    about: str


class References:
    """Chooses and words the links between sites."""

    def __init__(self, recipe: Recipe, atlas: Atlas, plan: Callable[[Host], Site]) -> None:
        self._recipe, self._atlas, self._plan = recipe, atlas, plan

    def from_site(self, site: Site, count: int, rng: random.Random) -> list[Reference]:
        """Links of an ordinary page."""
        return [self.to(self._somewhere(site.host.domain, rng), site, rng) for _ in range(count)]

    def from_list(self, site: Site, section: Section, rng: random.Random) -> list[Reference]:
        """Links of one page of a directory."""
        domain, listed = site.host.domain, self._recipe.hub_links
        # A list of one kind of site is kept by hand: the sparser the forms, the more others are among them.
        picked = self._recipe.domains[domain].form_share ** 0.5 if section.kind >= 0 else 0.0
        kind = self._atlas.with_form[domain][max(0, section.kind)]
        hosts = [
            rng.choice(kind) if kind and rng.random() < picked else self._somewhere(domain, rng) for _ in range(listed)
        ]
        return [self.to(host, site, rng) for host in dict.fromkeys(hosts) if host != site.host]

    def to(self, host: Host, site: Site, rng: random.Random) -> Reference:
        """A link to a host, as a page of a site words it."""
        root, anchor, about = f"http://{host.name}", self._anchor(host, rng), self._about(host, rng)
        if rng.random() < self._recipe.redirects:
            return Reference(f"http://{site.host.name}{OUT}{host.name}", anchor, about)
        if rng.random() < self._recipe.dead_links:
            return Reference(f"{root}/moved{rng.randrange(99)}", anchor, about)
        if rng.random() >= _DEEP:
            return Reference(f"{root}/", anchor, about)
        inside = self._plan(host)
        if inside.form_page and rng.random() < 0.5:
            kind = find_vocabulary(host.domain).kinds[host.kind]
            said = rng.choice(kind.anchors) if rng.random() >= self._recipe.noise else anchor
            return Reference(root + inside.form_page, said, about)
        section = rng.choice(inside.sections)
        return Reference(root + section.path, section.title, about)

    def _somewhere(self, domain: str, rng: random.Random) -> Host:
        atlas = self._atlas
        if not domain or rng.random() >= self._recipe.homophily:
            if rng.random() < 0.5:
                return rng.choice(atlas.others)
            domain = rng.choice(sorted(atlas.of_domain))
        if rng.random() < _TO_HUBS:
            return rng.choice(atlas.hubs[domain])
        return rng.choice(atlas.of_domain[domain])

    def _anchor(self, host: Host, rng: random.Random) -> str:
        common, noise = common_words(), self._recipe.noise
        if host.role == "form" and rng.random() < _BY_OFFER * (1 - noise):
            return rng.choice(find_vocabulary(host.domain).kinds[host.kind].step_anchors)
        return host.title if rng.random() >= noise / 3 else rng.choice(common.plain_anchors)

    def _about(self, host: Host, rng: random.Random) -> str:
        common, recipe = common_words(), self._recipe
        if not host.domain or rng.random() < recipe.noise:
            return rng.choice(common.plain_around)
        vocabulary = find_vocabulary(host.domain)
        if host.role == "form":
            return rng.choice(vocabulary.kinds[host.kind].about)
        if host.role == "topic" and rng.random() < recipe.lure / 2:
            return rng.choice(rng.choice(vocabulary.kinds).about)
        return rng.choice(common.topic_about).format(noun=rng.choice(vocabulary.nouns))
