"""Documents of one answer judged together.

What a query finds is on topic in large part or hardly at all: "docker" may be a word of one example and find a hundred
documents that are not like it. One short document does not tell, a hundred of them do.
"""

import numpy as np
from numpy.typing import NDArray

from sonde.planner.topic.regression import logistic

Floats = NDArray[np.float64]

PRIOR = 10.0  # documents by which an answer's share on topic is held to that of all answers
ROUNDS = 15


def chances_together(evidence: Floats, answers: NDArray[np.int64], *, share: float) -> Floats:
    """How likely each document is on topic, by its own evidence and that of the others in its answer.

    `evidence` is in log odds, beyond what the `share` on topic of all documents says; `answers` are numbers. An
    answer's own share and the chances of its documents explain each other (expectation maximisation).
    """
    _, group = np.unique(answers, return_inverse=True)
    sizes = np.bincount(group)
    shares = np.full(len(sizes), share)
    for _ in range(ROUNDS):
        chances = _chances(evidence, shares[group])
        shares = (np.bincount(group, chances, minlength=len(sizes)) + PRIOR * share) / (sizes + PRIOR)
    return _chances(evidence, shares[group])


def _chances(evidence: Floats, shares: Floats) -> Floats:
    return logistic(evidence + np.log(shares / (1 - shares)))
