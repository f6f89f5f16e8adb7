"""The adaptive link learner (ACHE 2007, Algorithm 1): a new link classifier from the paths gathered so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sonde.discover.ache.feature_selection import select_features
from sonde.discover.ache.link_classifier import LinkClassifier
from sonde.discover.ache.paths import Path, Paths
from sonde.discover.model import Visit


@dataclass(frozen=True, slots=True)
class LearningThreshold:
    """When to learn anew; the paper has 100 new forms, no growth, and no pages."""

    forms: int = 5  # new relevant forms before the first iteration
    growth: float = 1.3  # each further one needs so many times as many
    most: int = 100  # but never more than this
    pages: int = 0  # or after so many pages, if there is any new path; 0: only forms count

    def after(self, iterations: int) -> int:
        """New relevant forms needed after so many iterations."""
        return int(min(self.most, self.forms * self.growth ** min(iterations, 100)))


PUBLISHED = LearningThreshold(forms=100, growth=1.0)


class LinkLearner:
    """Gathers paths, and learns from them whenever the threshold is reached."""

    def __init__(self, paths: Iterable[Path] = (), *, threshold: LearningThreshold | None = None) -> None:
        self._threshold = threshold or LearningThreshold()
        self._paths = Paths(paths)
        self._new_forms = 0
        self._pages = 0
        self.iterations: list[dict[str, Any]] = []  # the features of each, for Table 2 and Figure 6
        self.classifier: LinkClassifier | None = None
        if len(self._paths):
            self._learn(pages=0)

    def observe(self, visit: Visit) -> bool:
        """Algorithm 1; True when there is a new link classifier, so that the frontier is to be ranked anew."""
        self._pages += 1
        if visit.new_forms and visit.path:
            self._new_forms += len(visit.new_forms)
            self._paths.add(visit.path)  # line 2, collectPaths
        if not self._reached():  # line 1
            return False
        self._learn(pages=visit.number + 1)
        return True  # line 5, updateFrontier

    def _reached(self) -> bool:
        enough = self._new_forms >= self._threshold.after(len(self.iterations))
        due = bool(self._threshold.pages) and self._pages >= self._threshold.pages and self._new_forms > 0
        return enough or due

    def _learn(self, *, pages: int) -> None:
        self._paths.fade(pages)
        levels = self._paths.levels()
        features = select_features([link for links in levels for link in links])  # line 3
        self.classifier = LinkClassifier.fit(levels, features)  # line 4
        self.iterations.append({"pages": pages, "paths": len(self._paths), "features": features})
        self._new_forms = self._pages = 0

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""
        return {
            "paths": self._paths.state(),
            "new_forms": self._new_forms,
            "pages": self._pages,
            "iterations": self.iterations,
            "classifier": self.classifier.state() if self.classifier else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Takes up what another run learned."""
        self._paths.restore(state["paths"])
        self._new_forms, self._pages = state["new_forms"], state["pages"]
        self.iterations = state["iterations"]
        self.classifier = LinkClassifier.restored(state["classifier"]) if state["classifier"] else None
