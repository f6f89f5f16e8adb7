"""How complete the copy is: size of the site and share held, with a 90 % interval."""

import math
from collections.abc import Callable

import numpy as np

from sonde.model import Coverage, Outcome, Query
from sonde.planner.cap import CUT, Cap
from sonde.planner.captures import Captures
from sonde.planner.counted import LEAST, NORMAL, share_by_counts
from sonde.planner.fixed_order import FixedOrder
from sonde.planner.hit_counts import HitCounts, Ratio
from sonde.planner.lengths import TEXT_WEIGHT, Sample, share_of_documents, slope_of
from sonde.planner.overlaps import Overlaps, Share
from sonde.planner.sightings import Sighting
from sonde.planner.sources import Sources
from sonde.planner.statistics import Statistics
from sonde.text.words import words as split_words

PRIOR = 0.5  # what one answer alone says about coverage: nothing
# Documents that no word we know leads to leave no trace; the lower bound allows for some:
UNREACHABLE = 0.008  # of the site,
UNSEEN = 2.0  # and so many of any site, however small
# Where a site always hides the same documents, only whole answers speak of them.
HIDING_WORDS = 10.0  # whole answers that make the hidden half as likely
HIDDEN = 2.0  # times what repeats say is missing may be hidden beside it
HIDING_DOUBT = (1.2, 0.4)  # how far the logarithm of all that may be off: at least, and more without whole answers
FEW = 8  # words of known count are not believed
SOME = 20  # answers of which overlaps tell as much as counts or repeats do
PLENTY = 40  # if there are so many answers to compare
# Counts of words allow for their own documents where these are so large a share of what came back. Where they are few,
# more is gained than lost by counting them: words are asked for what they have unseen, and so hold less than others.
OWN_CAPTURES = 0.05
ONCE_DOUBT = 1.0  # how far the logarithm of what is missing may be off where documents that came once tell of it


class Completeness:
    """Observes outcomes and estimates coverage. Deterministic; never a size below what was seen.

    Two kinds of evidence: the words whose number of matches is known, of which a share is held; and how often
    documents came back, other than by words that they were the first to have: where documents are short, these find
    each again, and nothing else. The first kind also speaks of documents that the site never shows. A policy that
    lists the site part by part knows better: `missing` says how many documents it still expects, None if it cannot
    tell.
    """

    def __init__(
        self, *, statistics: Statistics | None = None, missing: Callable[[], float | None] = lambda: None
    ) -> None:
        self._missing = missing
        self.statistics = Statistics() if statistics is None else statistics
        self._cap = Cap()
        self._captures = Captures()
        self._overlaps = Overlaps()
        self._hit_counts = HitCounts()
        self._order = FixedOrder()
        self._sample = Sample()
        self._sources = Sources()
        self._own_captures = 0  # of documents by words that they were the first to have
        self._numbers: dict[Query, int] = {}  # of answers; a peek and the rest of its answer share one

    def observe(self, outcome: Outcome) -> None:
        """Learns from one answer."""
        sighting = self.statistics.observe(outcome)
        self._cap.observe(sighting)
        sources = self._sources.of(self.statistics.id_of(word) for word in split_words(outcome.query.words))
        for document in sighting.new:
            terms = self.statistics.terms_of(document)
            self._captures.describe(document, words=len(terms))
            self._sources.describe(document, terms)
        if not len(sighting.ids) or not outcome.query.words:
            return  # parts of a list do not meet by chance, so that they tell nothing by meeting
        self._order.observe(sighting.ids)
        ids = sighting.ids[~np.isin(sighting.ids, list(sources))]
        self._own_captures += len(sighting.ids) - len(ids)
        if not len(ids):
            return
        answer = self._numbers.setdefault(outcome.query, len(self._numbers))
        self._captures.observe(ids, answer=answer)
        self._overlaps.observe(sighting.ids, answer=answer, is_whole=sighting.complete)
        self._observe_count(sighting, answer, own=len(sources), shown=len(sources & {*outcome.seen}))

    def coverage(self) -> Coverage:
        """The share of the site's documents that is held. All zero before the first answer."""
        held = self.statistics.documents
        if not held:
            return Coverage()
        missing = self._missing()
        if missing is not None:
            share = held / (held + missing)
            return Coverage(share, max(LEAST, share - UNREACHABLE), 1.0, held + missing, is_counted=True)
        if len(self._numbers) < 2:
            return Coverage(PRIOR, LEAST, 1.0, held / PRIOR)
        bound = min(1.0, held / max(held, self._cap.most_hits))
        low, estimate, high = self._doubted(*self._estimate())
        # Captures that are not counted may speak for the rest all the same.
        high = 1 - (1 - high) * (1 - self._own_share)
        low, estimate, high = (min(bound, max(LEAST, share)) for share in (low, estimate, high))
        low = (low - UNREACHABLE) * held / (held + UNSEEN)
        return Coverage(estimate, max(LEAST, low), high, held / estimate)

    def shares(self) -> dict[str, float]:
        """The share held by each estimator alone."""
        captures = self._captures
        found = {
            "good-turing": captures.good_turing(),
            "lincoln-petersen": captures.lincoln_petersen(),
            "chao": captures.chao(),
            "ace": captures.ace(),
        }
        ratio = self._ratio()
        if ratio is not None:
            found |= {"hit-count ratio": ratio.share, "evened ratio": self._evened(ratio)}
        return found

    def _observe_count(self, sighting: Sighting, answer: int, *, own: int, shown: int) -> None:
        """Counts the matches of a word: so many of the documents it was taken from are its `own`, and were `shown`."""
        hits, term, seen = self._cap.hits(sighting), self.statistics.id_of(sighting.word), sighting.seen
        self._hit_counts.longest = math.inf if self._cap.states_totals else self._cap.largest
        if hits is None or term is None or sighting.error:
            return
        is_short = seen < 0.9 * self._cap.limit and hits <= CUT * seen + 2  # a few repeats are missing, no more
        if sighting.complete and (hits <= seen or is_short):
            self._hit_counts.add_whole(term, answer=answer, seen=seen, matching=sighting.matching, own=shown)
        elif sighting.total is not None:
            self._hit_counts.add_stated(term, answer=answer, seen=seen, matching=sighting.matching, hits=hits, own=own)

    def _estimate(self) -> tuple[float, float, float]:
        """The share held between the ends of its interval."""
        ratio, answers, is_cut = self._ratio(), len(self._numbers), math.isfinite(self._cap.limit)
        words = ratio.words if ratio else 0
        is_stated = self._cap.states_totals and (is_cut or not self._hit_counts.are_mostly_whole)
        if ratio is not None and is_stated and (words >= FEW or answers <= PLENTY):
            return _around(*self._by_counts(ratio))
        share = self._overlaps.share(self.statistics.documents)
        if share is None and ratio is not None:
            return _around(*self._by_counts(ratio))
        if share is None:
            return 0.0, self._captures.lincoln_petersen(), 1.0
        many = (answers / SOME) ** 2
        other = self._captures.good_turing() if is_cut or ratio is None else self._by_counts(ratio)[0]
        share = share.with_other(other, weight=many / (1 + many))
        if self._is_hiding:
            blind = 1 - words / (words + HIDING_WORDS)
            share = share.with_more_missing(1 + HIDDEN * blind, doubt=HIDING_DOUBT[0] + HIDING_DOUBT[1] * blind)
        return share.low, share.held, share.high

    def _doubted(self, low: float, estimate: float, high: float) -> tuple[float, float, float]:
        """The same, or what Chao's bound says where that is less: short documents may share few words with the others.

        Words then speak of the long ones alone, but among the short ones many came only once. With a cap that proves
        nothing, as answers leave out documents that were found before.
        """
        most = self._captures.chao()
        if math.isfinite(self._cap.limit) or len(self._numbers) < SOME or most >= estimate:
            return low, estimate, high
        return min(low, Share(most, ONCE_DOUBT).low), most, high

    def _by_counts(self, ratio: Ratio) -> tuple[float, float]:
        """The estimate and its width from the words of known count."""
        noise = NORMAL * math.sqrt(float(self._captures.once.sum()) + 1) / float(self._captures.sightings.sum())
        is_cut = math.isfinite(self._cap.limit)
        return share_by_counts(ratio, self._evened(ratio), is_cut=is_cut, noise=noise)

    @property
    def _is_hiding(self) -> bool:
        """Whether the site always hides the same documents, as far as known, and states no counts of them."""
        is_cut = math.isfinite(self._cap.limit) and not self._cap.states_totals
        is_undecided = (len(self._numbers) < FEW or self._order.is_undecided) and not self._order.is_broken
        return is_cut and (self._order.is_fixed or is_undecided)

    @property
    def _own_share(self) -> float:
        """The share of all captures that are of documents by words which they were the first to have."""
        return self._own_captures / max(1.0, self._own_captures + float(self._captures.sightings.sum()))

    def _ratio(self) -> Ratio | None:
        self._hit_counts.own_weight = self._own_share**2 / (self._own_share**2 + OWN_CAPTURES**2)
        return self._hit_counts.ratio(self.statistics, self._captures)

    def _evened(self, ratio: Ratio) -> float:
        sample, table, captures = self._sample, self.statistics, self._captures
        words = sample.words_per_document(self._hit_counts.terms(), table, captures)
        if math.isfinite(self._cap.limit):
            slope = slope_of(captures)
        else:
            slope = slope_of(captures, prior=sample.word_slope(table, captures), weight=TEXT_WEIGHT)
        captured = captures.chao_shares() if len(self._numbers) >= PLENTY else None
        return share_of_documents(ratio, held=captures.held, words=words, slope=slope, captured=captured)


def _around(estimate: float, width: float) -> tuple[float, float, float]:
    return estimate - width, estimate, estimate + width
