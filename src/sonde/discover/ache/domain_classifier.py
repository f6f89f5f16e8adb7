"""The domain-specific form classifier, DSFC (ACHE 2007, section 3.4): whether a form searches the domain looked for.

A support vector machine over the text of forms, as in the paper. Many forms say no more than "search": a second machine
reads the page around them. How much each has to say is learned on forms of sites that neither has seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from sonde.discover.ache.background import background, general_share
from sonde.discover.ache.text_model import Counts, Sigmoid, TextModel, even_weights, held_out

RELEVANT = 0.65  # the classifier learns from as many forms of each kind, and a crawl meets few that are looked for

Margins = tuple[float, float, float]

_FEW = 20  # negative forms from which on they need no background beside them
_GENERAL = 0.04  # share of all search forms that have a word from which on it says nothing of what they search
_FEW_SITES = 4  # with forms of the domain, below which nothing tells how much forms have to say
_TELLING = 8  # how fast forms out of place lose their weight as forms tell less by themselves


@dataclass(frozen=True, slots=True)
class FormText:
    """A form to learn from: its words, and those of the page it is on."""

    form: Counts
    page: Counts
    site: str
    is_positive: bool = True


@dataclass(frozen=True, slots=True)
class PageText:
    """A page without a form that counts; it only tells the topic."""

    page: Counts
    site: str
    is_positive: bool = True


@dataclass(frozen=True, slots=True)
class Lesson:
    """A form to learn from how much its own words and those of its page have to say."""

    text: FormText
    weight: float
    is_real: bool


@dataclass(frozen=True, slots=True)
class DomainClassifier:
    """P(of the domain | words of a form, words of its page)."""

    forms: TextModel
    pages: TextModel
    sigmoid: Sigmoid

    @classmethod
    def fit(cls, forms: Sequence[FormText], pages: Sequence[PageText] = ()) -> Self:
        """Learns from forms of the domain and others; with few others, against what is on the web in general."""
        if sum(not one.is_positive for one in forms) < _FEW:
            drawn = zip(background("form")[::2], background("page")[::2], strict=True)
            forms = [*forms, *(FormText(form, page, f"background {i}", False) for i, (form, page) in enumerate(drawn))]
        lessons = _lessons(forms)
        margins: list[Margins] = []
        judged: list[Lesson] = []
        for training, rest in held_out([one.text.site for one in lessons], [one.text.is_positive for one in lessons]):
            seen = {lessons[i].text.site for i in training}
            by_form, by_page = _fit_zones(
                [lessons[i].text for i in training if lessons[i].is_real], [one for one in pages if one.site in seen]
            )
            judged += [lessons[i] for i in rest]
            margins += [_margins(by_form, by_page, lessons[i].text.form, lessons[i].text.page) for i in rest]
        return cls(*_fit_zones(forms, pages), _combined(judged, margins))

    def probability(self, form: Counts, page: Counts) -> float:
        """The probability that a form on this page is of the domain."""
        return self.probability_beside(form, self.pages.margin(page))

    def probability_beside(self, form: Counts, page: float) -> float:
        """The probability that a form is of the domain, given what `pages` says of its page."""
        return self.sigmoid.probability(*_form_margins(self.forms, self.pages, form), page)

    def state(self) -> dict[str, Any]:
        """The classifier as JSON."""
        sigmoid = [list(self.sigmoid.slopes), self.sigmoid.offset]
        return {"forms": self.forms.state(), "pages": self.pages.state(), "sigmoid": sigmoid}

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """The classifier that gave this state."""
        slopes, offset = state["sigmoid"]
        sigmoid = Sigmoid(tuple(slopes), offset)
        return cls(TextModel.restored(state["forms"]), TextModel.restored(state["pages"]), sigmoid)


def _margins(by_form: TextModel, by_page: TextModel, form: Counts, page: Counts) -> Margins:
    """What the words of the form say, as words of forms and as words of pages, and what its page says.

    Few forms were seen and many pages: a word of the topic in a form speaks for it even if no form had it before. The
    words that all kinds of forms have do not: a search box is no box office.
    """
    return *_form_margins(by_form, by_page, form), by_page.margin(page)


def _form_margins(by_form: TextModel, by_page: TextModel, form: Counts) -> tuple[float, float]:
    own = {word: n for word, n in form.items() if general_share("form", word) < _GENERAL}
    return by_form.margin(form), by_page.margin(own)


def _fit_zones(forms: Sequence[FormText], pages: Sequence[PageText]) -> tuple[TextModel, TextModel]:
    labels, sites = [one.is_positive for one in forms], [one.site for one in forms]
    by_form = TextModel.fit([one.form for one in forms], labels, even_weights(sites, labels), minds_unknown=True)
    # A page that has forms of both kinds is on topic.
    best: dict[int, PageText] = {}
    every: list[FormText | PageText] = [*forms, *pages]
    for one in every:
        held = best.get(id(one.page))
        if held is None or not held.is_positive:
            best[id(one.page)] = PageText(one.page, one.site, one.is_positive)
    texts = list(best.values())
    labels, sites = [one.is_positive for one in texts], [one.site for one in texts]
    if len(set(labels)) < 2:  # every form that does not count is on a page on topic
        texts += [PageText(words, f"background {i}", False) for i, words in enumerate(background("page"))]
        labels, sites = [one.is_positive for one in texts], [one.site for one in texts]
    return by_form, TextModel.fit([one.page for one in texts], labels, even_weights(sites, labels))


def _lessons(forms: Sequence[FormText]) -> list[Lesson]:
    """The forms, and forms that are not of the domain imagined on the pages of those that are."""
    positives = [one for one in forms if one.is_positive]
    negatives = [one for one in forms if not one.is_positive]
    kinds = (
        (positives, True),
        (negatives, True),
        (_misplaced([one.form for one in negatives], positives), False),
        (_misplaced(background("form")[1::2], positives), False),
    )
    lessons = []
    for texts, is_real in kinds:
        even = even_weights([one.site for one in texts], [one.is_positive for one in texts])
        scale = len(forms) / max(1, len(texts))  # each kind counts alike
        lessons += [Lesson(one, weight * scale, is_real) for one, weight in zip(texts, even, strict=True)]
    return lessons


def _misplaced(forms: Sequence[Counts], positives: Sequence[FormText]) -> list[FormText]:
    pages = [positives[number % len(positives)] for number in range(len(forms))]
    return [FormText(form, one.page, one.site, False) for form, one in zip(forms, pages, strict=True)]


def _combined(lessons: Sequence[Lesson], margins: Sequence[Margins]) -> Sigmoid:
    """How much forms and pages have to say, from the margins of lessons that were held out.

    Forms of other domains stand beside those that are looked for: to be on a page on topic is not enough where forms
    themselves tell, and then the forms out of place count in full. Where they do not, being bare boxes on any site,
    they count next to nothing, and the page decides. Where forms of very few sites are known, all have equal say.
    """
    labels = [one.text.is_positive for one in lessons]
    if len({one.text.site for one in lessons if one.text.is_positive}) < _FEW_SITES or all(labels):
        return Sigmoid.usual(3)
    told = how_well_told([one[0] for one in margins], labels, [one.weight for one in lessons])
    share = max(0.0, 2 * told - 1) ** _TELLING
    return Sigmoid.fit(margins, labels, [one.weight * (1.0 if one.is_real else share) for one in lessons])


def how_well_told(margins: Sequence[float], labels: Sequence[bool], weights: Sequence[float]) -> float:
    """The probability that a positive has a larger margin than a negative: 1/2 if margins tell nothing."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(labels, margins, sample_weight=weights))
