"""The plan of one site, made from the seed and its host: which pages it has and where its forms are."""

import random
import re

from sonde.lab.web.atlas import Host
from sonde.lab.web.forms import domain_form, site_search
from sonde.lab.web.material import Material, Topic
from sonde.lab.web.recipe import Recipe
from sonde.lab.web.site import Beside, Section, Site, Spot, SpotKind, Way
from sonde.lab.web.words import Kind, common_words, find_vocabulary

_IN_MENU = 0.5  # of the links on a front page towards a form stand on every page of the site
_ONE_FORM = 0.06  # of the sites of a kind share one real form at most
_TOLD_BY_SITE = 0.35  # of the forms of other domains lie on pages of their own


def plan_site(host: Host, recipe: Recipe, material: Material, *, held_out: bool = False) -> Site:
    """The site of a host; equal arguments give equal sites."""
    return _Planner(host, recipe, material, held_out).site()


class _Planner:
    def __init__(self, host: Host, recipe: Recipe, material: Material, held_out: bool) -> None:
        self.host, self.recipe, self.material, self.held_out = host, recipe, material, held_out
        self.topics = material.held_out if held_out else material.topics
        self.rng = random.Random(f"{recipe.seed}/site/{host.name}")
        self.common = common_words()

    def site(self) -> Site:
        rng, recipe, host = self.rng, self.recipe, self.host
        site = Site(host, host.title, pages={"/": Spot("home")})
        if not host.domain:
            site.subject = rng.choice(sorted(self.material.fillers))
        if host.role == "hub":
            self._add_lists(site)
        else:
            self._add_sections(site)
            site.pages["/links"] = Spot("links")
        if host.role == "form":
            self._add_form(site)
        elif host.role == "topic" and rng.random() < recipe.lure:
            self._add_lure(site)
        if host.role != "hub":
            self._add_other_forms(site)
        site.has_calendar = rng.random() < recipe.traps
        site.is_failing = not self.held_out and rng.random() < recipe.failing
        site.is_slow = not self.held_out and rng.random() < recipe.slow
        return site

    def _topic(self) -> Topic:
        return self.topics[self.host.domain]

    def _kind(self) -> Kind:
        return find_vocabulary(self.host.domain).kinds[self.host.kind]

    def _tells(self) -> bool:
        return self.rng.random() >= self.recipe.noise

    def _add_sections(self, site: Site) -> None:
        rng, recipe = self.rng, self.recipe
        titles = self._section_titles(site, rng.randint(*recipe.sections))
        plain = rng.random() < 0.3
        base = rng.choice(self.common.plain_urls)
        sections = []
        for at, title in enumerate(titles):
            slug = f"{base}{at + 1}" if plain else _slug(title)
            ending = rng.choice(("", ".html", ".php"))
            count = rng.randint(*recipe.articles)
            pages = tuple(f"/{slug}/{rng.choice((at + 1, 100 + at))}{n:03d}{ending}" for n in range(count))
            sections.append(Section(title, f"/{slug}/", pages))
            site.pages[f"/{slug}/"] = Spot("section", at)
            site.pages.update((path, Spot("article", at, number)) for number, path in enumerate(pages))
        site.sections = tuple(sections)

    def _section_titles(self, site: Site, count: int) -> list[str]:
        rng = self.rng
        if self.host.domain:
            return rng.sample(find_vocabulary(self.host.domain).sections, count)
        return [f"{site.subject.title()} {word}" for word in rng.sample(self.common.names, count)]

    def _add_lists(self, site: Site) -> None:
        """A directory: some sections list the sites of one kind, the others whatever is on topic."""
        rng, vocabulary = self.rng, find_vocabulary(self.host.domain)
        parts = [(rng.choice(kind.step_anchors), at) for at, kind in enumerate(vocabulary.kinds) if rng.random() < 0.5]
        parts += [(title, -1) for title in rng.sample((*vocabulary.sections, *self.common.hub_sections), 4)]
        rng.shuffle(parts)
        sections = []
        for at, (title, kind) in enumerate(parts):
            slug = _slug(title) if self._tells() else f"cat{rng.randrange(1000)}-{at}"
            pages = tuple(f"/{slug}/{number}" for number in range(2, rng.randint(2, 5)))
            sections.append(Section(title, f"/{slug}/", pages, kind))
            site.pages.update((path, Spot("list", at, n)) for n, path in enumerate((f"/{slug}/", *pages)))
        site.sections = tuple(sections)

    def _add_form(self, site: Site) -> None:
        rng, kind = self.rng, self._kind()
        site.form = self._form_markup(self._topic(), kind)
        site.form_depth = rng.choices((0, 1, 2), self.recipe.form_depths)[0]
        site.action = f"/{rng.choice(('cgi-bin/results', 'results', 'query', 'list.php', 'hits', 'servlet/out'))}"
        at = "/"
        if site.form_depth == 2:
            at = self._add_way(site, at, "step", kind.step_anchors, kind.step_urls, kind.about)
        if site.form_depth:
            at = self._add_way(site, at, "form", kind.anchors, kind.urls, kind.about)
        site.form_page = at

    def _form_markup(self, topic: Topic, kind: Kind) -> str:
        # The forms of real sites are those of shops and boards: the second kind is made of words.
        if self.host.kind == 0 and self.rng.random() < self._real_share(topic):
            return self.rng.choice(topic.forms)
        return domain_form(topic.vocabulary, kind, self.rng)

    def _real_share(self, topic: Topic) -> float:
        """How many forms are real ones; where there are few, no single one of them is everywhere."""
        return min(self.recipe.real_forms, _ONE_FORM * len(topic.forms))

    def _add_way(
        self, site: Site, at: str, to: SpotKind, anchors: tuple[str, ...], urls: tuple[str, ...], about: tuple[str, ...]
    ) -> str:
        """Adds a page and the link that leads there; its anchor, its address and its surroundings may tell or not."""
        rng, common = self.rng, self.common
        word = rng.choice(urls) if self._tells() else f"{rng.choice(common.plain_urls)}{rng.randrange(10, 99)}"
        path = f"/{word}{rng.choice(('', '/', '.html', '.asp', '.php'))}"
        path = path if path not in site.pages else f"/{word}-{rng.randrange(100, 999)}"
        site.pages[path] = Spot(to)
        anchor = rng.choice(anchors if self._tells() else common.plain_anchors)
        around = rng.choice(about if self._tells() else common.plain_around)
        way = Way(anchor, path, around, in_menu=at == "/" and rng.random() < _IN_MENU)
        site.ways[at] = (*site.ways.get(at, ()), way)
        return path

    def _add_lure(self, site: Site) -> None:
        """Links that look like those to a form and lead to none."""
        rng, common = self.rng, self.common
        kind = rng.choice(find_vocabulary(self.host.domain).kinds)
        at = "/"
        if rng.random() < 0.4:
            at = self._add_way(site, at, "lure", kind.step_anchors, kind.step_urls, kind.about)
        anchors = kind.anchors if rng.random() < 0.5 else common.search_anchors
        urls = kind.urls if rng.random() < 0.5 else common.search_urls
        path = self._add_way(site, at, "lure", anchors, urls, kind.about)
        if rng.random() < 0.6:
            site.beside[path] = (self._other_form(),)

    def _add_other_forms(self, site: Site) -> None:
        rng, recipe = self.rng, self.recipe
        if rng.random() < recipe.other_forms:
            if rng.random() < _TOLD_BY_SITE:
                path = self._add_way(
                    site, "/", "tools", self.common.search_anchors, self.common.search_urls, self.common.plain_around
                )
            else:
                path = site.form_page or "/"  # beside the form that is looked for, where there is one
            site.beside[path] = (*site.beside.get(path, ()), self._other_form())
        everywhere = []
        if rng.random() < recipe.site_search:
            everywhere.append(Beside(site_search(self.common, rng)))
        if rng.random() < recipe.plain_forms:
            everywhere.append(Beside(rng.choice(self.material.plain_forms)))
        if everywhere:
            site.beside[""] = tuple(everywhere)

    def _other_form(self) -> Beside:
        """A search form of another domain, or of none."""
        rng = self.rng
        domains = [name for name in self.recipe.domains if name != self.host.domain]
        if not domains or rng.random() < 0.5:
            return Beside(rng.choice(self.material.other_forms))
        domain = rng.choice(domains)
        topic = self.topics[domain]
        if rng.random() < self._real_share(topic):
            return Beside(rng.choice(topic.forms), domain)
        return Beside(domain_form(topic.vocabulary, rng.choice(topic.vocabulary.kinds), rng), domain)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
