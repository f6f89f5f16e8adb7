"""Form filtering, the critic (ACHE 2007, section 3.4, HIFI): searchable forms first, then those of the domain."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

from sonde.discover.ache.domain_classifier import RELEVANT, DomainClassifier, FormText, PageText
from sonde.discover.ache.form_text import form_words, page_words, site_of
from sonde.discover.ache.link_terms import stems
from sonde.discover.ache.page_classifier import PageClassifier
from sonde.discover.ache.text_margins import Said, TextMargins
from sonde.discover.ache.text_model import Counts, MarginPair
from sonde.discover.model import Example, FoundForm, Verdict, WebPage
from sonde.errors import ConfigError
from sonde.interface.forms.score import search_score
from sonde.model import Form

SEARCHABLE = 0.5
_TOPIC, _DOMAIN = 0, 1  # the models that read a whole page
ON_TOPIC = 0.5
_SAID, _OTHER = 0.7, 0.5  # where keywords are all there is: a form that says one, and how much less one that does not
_FORMS = 2_000  # whose score and words are kept
_BARE = 6  # words of a form that tells nothing of what it searches
_DOUBTFUL, _SURE = 0.2, 0.9  # a form that may not search is taken where its words leave no doubt about the domain


class FormFilter:
    """Judges pages: on topic or not, and which of their forms are looked for."""

    def __init__(self, pages: PageClassifier, domain: DomainClassifier | None, *, keywords: Sequence[str] = ()) -> None:
        self._pages = pages
        self._domain = domain
        self._keywords = frozenset(keywords)  # stems; what tells a form where no form was shown
        self._page_margins = TextMargins(pages.model, *([domain.pages] if domain else []))
        self._margins = MarginPair(domain.forms if domain else pages.model, pages.model)
        # The pages of a site share their forms.
        self._search_score = lru_cache(maxsize=_FORMS)(search_score)
        self._form_words = lru_cache(maxsize=_FORMS)(form_words)

    @classmethod
    def train(
        cls,
        examples: Sequence[Example] = (),
        negatives: Sequence[Example] = (),
        *,
        keywords: Sequence[str] = (),
        unlabelled: Sequence[WebPage] = (),
    ) -> Self:
        """Learns from example pages and, where there are any, negative ones; or from a few keywords alone.

        On positive pages the forms that count are those named, or else all that search. Other searchable forms of a
        page where some are named are negative ones. Raises ConfigError where there is nothing to learn from.
        """
        positive = [one for one in examples if one.is_positive]
        negative = [one for one in examples if not one.is_positive]
        negative += [replace(one, is_positive=False) for one in negatives]
        said = [word for given in keywords for word in stems(given)]
        if not positive and not said:
            raise ConfigError(
                f"no positive example among {len(examples)} pages: nothing says what to look for. "
                "Give saved pages with a form of the domain (--examples), or a few words (--topic)."
            )
        classifier = PageClassifier.train(
            [one.page for one in positive],
            [one.page for one in negative],
            unlabelled=unlabelled,
            keywords=keywords,
        )
        forms, pages = _texts(positive, negative)
        if not any(one.is_positive for one in forms):
            if not said:
                raise ConfigError(
                    f"none of the {len(positive)} example pages has a form that searches. Save pages that show one, "
                    "name it by its action in index.jsonl, or add words of the domain (--topic)."
                )
            return cls(classifier, None, keywords=said)
        return cls(classifier, DomainClassifier.fit(forms, pages))

    def judge(self, page: WebPage) -> Verdict:
        """What a page is worth."""
        said = self._page_margins.said(page)
        topic = self._pages.sigmoid.probability(self._page_margins.margin(_TOPIC, said))
        forms = tuple(self._judged(form, said, topic) for form in page.forms)
        return Verdict(topic, topic >= ON_TOPIC, forms)

    def _judged(self, form: Form, page: Said, topic: float) -> FoundForm:
        searchable = self._search_score(form)
        if searchable < _DOUBTFUL:
            return FoundForm(form, searchable, 0.0)
        domain = self._domain_of(form, page, topic)
        return FoundForm(form, searchable, domain, domain >= (RELEVANT if searchable >= SEARCHABLE else _SURE))

    def _domain_of(self, form: Form, page: Said, topic: float) -> float:
        words = self._form_words(form)
        if self._domain is not None:
            return self._domain.probability_beside(words, self._page_margins.margin(_DOMAIN, page))
        if self._keywords & words.keys():
            return max(topic, _SAID)
        return topic if len(words) <= _BARE else _OTHER * topic  # it speaks, and of something else

    def evidence(self, words: Counts) -> tuple[float, float]:
        """What the words of a link promise: a form of the domain, and a page on topic, as margins."""
        return self._margins.of(words)

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        return {
            "pages": self._pages.state(),
            "domain": self._domain.state() if self._domain else None,
            "keywords": sorted(self._keywords),
        }

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """The filter that gave this state."""
        domain = DomainClassifier.restored(state["domain"]) if state["domain"] else None
        return cls(PageClassifier.restored(state["pages"]), domain, keywords=state["keywords"])


def _texts(positive: Sequence[Example], negative: Sequence[Example]) -> tuple[list[FormText], list[PageText]]:
    forms: list[FormText] = []
    pages: list[PageText] = []
    for one in (*positive, *negative):
        words, site = page_words(one.page), site_of(one.page)
        searching = [form for form in one.page.forms if search_score(form) >= SEARCHABLE]
        counted = (one.forms or searching) if one.is_positive else ()
        forms += [FormText(form_words(form), words, site) for form in counted]
        others = searching if not one.is_positive else [form for form in searching if one.forms and form not in counted]
        forms += [FormText(form_words(form), words, site, False) for form in others]
        if not counted and not others:
            pages.append(PageText(words, site, one.is_positive))
    return forms, pages
