"""How sites have done so far in a crawl, and the sites that named them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any


class SiteHistory:
    """How sites have done: pages fetched, forms found, and sites with forms that they named."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()
        self._forms: Counter[str] = Counter()
        self._namer: dict[str, str] = {}  # the site that first named a site
        self._tries: Counter[str] = Counter()  # sites entered because a site named them
        self._hits: Counter[str] = Counter()  # those of them where a form was found

    def observe(self, site: str, source: str, new_forms: int) -> None:
        """A page of a site was fetched, through a link of another one or its own."""
        if site not in self._namer and source != site:
            self._namer[site] = source
            self._tries[source] += 1
        if new_forms and not self._forms[site]:
            self._hits[self._namer.get(site, "")] += 1
        self._pages[site] += 1
        if new_forms:
            self._forms[site] += new_forms

    def tried(self, site: str, more: int = 0) -> str:
        """How often a site was tried, and so many times more, in powers of two."""
        return f"tried {(self._pages.get(site, 0) + more).bit_length()}"

    def found(self, site: str) -> str:
        """How many forms were found on a site."""
        return f"found {min(self._forms.get(site, 0), 2)}"

    def named(self, source: str) -> str:
        """How many of the sites that a site names have a form, as far as they were tried."""
        tries = self._tries.get(source, 0)
        if tries < 3:
            return "by an untried site"
        return f"by a site with {round(5 * (self._hits[source] + 0.5) / (tries + 1))} hits of five"

    def state(self) -> list[dict[str, Any]]:
        """What is known as JSON."""
        return [dict(self._pages), dict(self._forms), self._namer, dict(self._tries), dict(self._hits)]

    def restore(self, state: Sequence[dict[str, Any]]) -> None:
        """Takes up what another run knew."""
        pages, forms, self._namer, tries, hits = state
        self._pages, self._forms, self._tries, self._hits = (
            Counter(pages),
            Counter(forms),
            Counter(tries),
            Counter(hits),
        )
