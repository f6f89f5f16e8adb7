"""Arrays that grow by half their length, so that adding stays cheap on average."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)


def extended(array: NDArray[Scalar], size: int, *, fill: Any = 0) -> NDArray[Scalar]:
    """The array itself if its last axis holds `size` entries, else a copy at least half as long again."""
    old = array.shape[-1]
    if size <= old:
        return array
    longer = np.full((*array.shape[:-1], max(size, old + old // 2)), fill, array.dtype)
    longer[..., :old] = array
    return longer
