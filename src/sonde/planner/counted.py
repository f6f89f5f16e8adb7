"""The share held by the words whose number of matches is known, and how far it may be off."""

import math

from sonde.planner.hit_counts import Ratio

LEAST = 1e-4
NORMAL = 1.64  # standard errors on either side of a 90 % interval
# How far the estimate may be off, measured on simulated sites; the doubts add up as independent errors do.
LENGTH_DOUBT = 0.5  # times what the lengths of documents made of the ratio
WORDS_DOUBT = 0.6  # words go together, so that each counts for a little more than a coin
FREQUENT_DOUBT = 0.85  # the same without a cap, where few and frequent words are asked, which go together more
ANY_DOUBT = 0.25  # times the share that is missing: words may speak more of some kinds of documents than of others
OTHER_KINDS = 0.25  # times what is missing: few words, even if answered whole, miss other kinds of documents


def share_by_counts(ratio: Ratio, evened: float, *, is_cut: bool, noise: float) -> tuple[float, float]:
    """The share and the width of its interval, from the ratio `evened` by the lengths of documents.

    `noise` is what chance may do to any estimate; `is_cut` tells whether the site shows a part of long answers only.
    """
    estimate = min(1.0, evened)
    by_length = LENGTH_DOUBT * (ratio.share - estimate)
    if not is_cut:
        estimate = -math.expm1(math.log1p(-min(estimate, 1 - LEAST)) * math.exp(-OTHER_KINDS * (1 - estimate)))
    # As if one more word had told of all documents, and one of none.
    likely = (estimate * ratio.words + 1) / (ratio.words + 2)
    doubt = WORDS_DOUBT if is_cut else FREQUENT_DOUBT
    by_words = doubt * math.sqrt(likely * (1 - likely) / ratio.words)
    return estimate, math.hypot(NORMAL * ratio.error, by_length, by_words, noise, ANY_DOUBT * (1 - estimate))
