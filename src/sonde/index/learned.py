"""Keeps what was learned about a site's order beside the index, so that the next answer comes at once."""

import logging
import os
import zipfile
from pathlib import Path

import numpy as np

from sonde.index.confidence import Confidence
from sonde.index.site_order import SiteOrder

logger = logging.getLogger(__name__)

LAYOUT = 1


def load_learned(directory: Path, state: str, order: SiteOrder, confidence: Confidence) -> bool:
    """Fills in what was learned from the same answers before; False when there is nothing usable."""
    try:
        with np.load(_file(directory, confidence.k)) as kept:
            if str(kept["state"]) != _key(state, order):
                return False
            order.weights_ = kept["weights"]
            order.priors_ = dict(zip(kept["documents"].tolist(), kept["priors"].tolist(), strict=True))
            confidence.weights_, confidence.answers_ = kept["trust"], int(kept["answers"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return False
    return True


def save_learned(directory: Path, state: str, order: SiteOrder, confidence: Confidence) -> None:
    """Writes it down; in a folder that cannot be written it is learned again the next time."""
    file = _file(directory, confidence.k)
    part = file.with_suffix(".part")
    try:
        with part.open("wb") as handle:
            np.savez_compressed(
                handle,
                state=_key(state, order),
                weights=order.weights_,
                documents=np.array(list(order.priors_), np.int64),
                priors=np.array(list(order.priors_.values()), np.float64),
                trust=confidence.weights_,
                answers=confidence.answers_,
            )
        os.replace(part, file)
    except OSError as error:
        logger.warning("learned order not kept file=%s error=%s", file, error)


def _file(directory: Path, k: int) -> Path:
    return directory / f"order-{k}.npz"


def _key(state: str, order: SiteOrder) -> str:
    return f"{LAYOUT} {state} {order.held.size} {' '.join(order.held.numbers.names)}"
