"""The training set of a simulated web: example pages, other pages, and the paths that lead to the examples."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sonde.discover.model import Example, Outlink, WebPage
from sonde.discover.read import read_page
from sonde.errors import FetchError

if TYPE_CHECKING:
    from sonde.lab.web.atlas import Host
    from sonde.lab.web.lab_web import LabWeb

LEVELS = 3  # links of a path, counted back from the form
_PATHS = 4  # for each example
# A search engine lists front pages and directories before the inner pages that share a menu.
_LINKING = ("home", "list", "links", "step")


class Training:
    """What a crawl can learn from before it starts. All of it lies outside the web that is crawled."""

    def __init__(self, web: LabWeb) -> None:
        self.web = web
        self._backlinks: dict[str, dict[str, list[tuple[str, Outlink]]]] = {}

    def examples(self, domain: str) -> list[Example]:
        """Pages with forms of the domain, pages on its topic without any form, and pages that are neither."""
        positive = [self._form_page(host) for kind in self.web.atlas.with_form[domain] for host in kind]
        topic = [Example(page) for host in self._topic_hosts(domain) for page in self._formless(host)]
        others = [one for one in self.web.atlas.with_form if one != domain]
        foreign = [self._form_page(host).page for one in others for host in self.web.atlas.with_form[one][0][:8]]
        off_topic = [page for host in self.web.atlas.others[:40] for page in self._formless(host, most=2)]
        negatives = [Example(page, is_positive=False) for page in (*foreign, *off_topic)]
        return [*positive, *topic, *negatives]

    def paths(self, domain: str) -> list[tuple[Outlink, ...]]:
        """Links that lead to the examples, the last one first, as a search by backward links would give them."""
        paths: list[tuple[Outlink, ...]] = []
        for kind in self.web.atlas.with_form[domain]:
            for host in kind:
                site = self.web.site(host)
                paths += self._back(f"http://{host.name}{site.form_page}", domain)
        return paths

    def backlinks(self, url: str) -> list[tuple[str, Outlink]]:
        """The pages that link to a page of the training web, and how."""
        host = self.web.atlas.hosts.get(urlsplit(url).hostname or "")
        return self._links_into(host.domain).get(url, []) if host else []

    def write(self, folder: Path, domain: str) -> None:
        """Writes the examples as saved pages with an index, what is neither on topic nor an example beside them."""
        for name, is_positive in (("examples", True), ("negatives", False)):
            (folder / name).mkdir(parents=True, exist_ok=True)
            rows = []
            for number, example in enumerate(one for one in self.examples(domain) if one.is_positive == is_positive):
                file = f"{number:03d}.html"
                html = self.web.page(example.page.url).text
                (folder / name / file).write_text(html, encoding="utf-8")
                rows.append(json.dumps({"file": file, "url": example.page.url, **self._known(example, domain)}))
            (folder / name / "index.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")

    def _known(self, example: Example, domain: str) -> dict[str, object]:
        """What the index says of an example with a form: which form counts, and how links lead there."""
        if not example.forms:
            return {}
        paths = self._back(example.page.url, domain)
        links = [
            [{"url": one.url, "anchor": one.anchor, "before": one.before, "after": one.after} for one in path]
            for path in paths
        ]
        return {"action": example.forms[0].action, "paths": links}

    def _form_page(self, host: Host) -> Example:
        site = self.web.site(host)
        page = self._read(f"http://{host.name}{site.form_page}")
        forms = tuple(form for form in page.forms if urlsplit(form.action).path == site.action)
        return Example(page, forms)

    def _topic_hosts(self, domain: str) -> list[Host]:
        return [host for host in self.web.atlas.of_domain[domain] if host.role == "topic"]

    def _formless(self, host: Host, *, most: int = 1) -> list[WebPage]:
        paths = [path for path, spot in self.web.site(host).pages.items() if spot.kind in ("section", "article")]
        pages = (self._read(f"http://{host.name}{path}") for path in paths[: most * 2 : 2])
        return [page for page in pages if not page.forms]

    def _back(self, url: str, domain: str) -> list[tuple[Outlink, ...]]:
        """Paths of up to three links that end at a page."""
        rng = random.Random(f"{self.web.recipe.seed}/paths/{url}")
        found: list[tuple[Outlink, ...]] = []
        for _ in range(_PATHS):
            path: list[Outlink] = []
            at = url
            for _ in range(LEVELS):
                sources = self._links_into(domain).get(at, [])
                if not sources:
                    break
                at, link = rng.choice(sources)
                path.append(link)
            if path and tuple(path) not in found:
                found.append(tuple(path))
        return found

    def _links_into(self, domain: str) -> dict[str, list[tuple[str, Outlink]]]:
        """Who links to each page of a domain's sites, as far as pages that link much tell."""
        if domain not in self._backlinks:
            index: dict[str, list[tuple[str, Outlink]]] = defaultdict(list)
            for host in (*self.web.atlas.of_domain[domain], *self.web.atlas.hubs[domain]):
                for path, spot in self.web.site(host).pages.items():
                    if spot.kind in _LINKING:
                        page = self._read(f"http://{host.name}{path}")
                        for link in page.links:
                            index[self._target(link.url)].append((page.url, link))
            self._backlinks[domain] = index
        return self._backlinks[domain]

    def _target(self, url: str) -> str:
        """Where a link really leads: detours are followed."""
        try:
            return self.web.reply(url).location or url if "/out/" in url else url
        except FetchError:
            return url

    def _read(self, url: str) -> WebPage:
        return read_page(self.web.page(url))
