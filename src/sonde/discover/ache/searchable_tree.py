"""The generic form classifier, GFC (ACHE 2007, section 3.4): a decision tree on the structure of a form.

The critic uses `interface.score`, which also reads the words of a form; this is the published one, to compare it with.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from sonde.model import Form

_LEAST_IN_LEAF = 5
_PRUNING = 0.002

Structure = dict[str, float]


def structure(form: Form) -> Structure:
    """The structural features: how many of each kind of control, the method, and whether "search" stands in a tag."""
    kinds = Counter(field.kind for field in form.fields)
    texts = [field for field in form.fields if field.kind in ("text", "search")]
    tags = " ".join((form.name, form.action, *(f"{field.name} {field.value}" for field in form.fields)))
    return {
        "checkboxes": kinds["checkbox"],
        "hidden": kinds["hidden"],
        "radio": kinds["radio"],
        "files": kinds["file"],
        "submits": kinds["submit"],
        "images": kinds["image"],
        "buttons": kinds["button"],
        "resets": kinds["reset"],
        "texts": len(texts),
        "passwords": kinds["password"],
        "textareas": kinds["textarea"],
        "selects": kinds["select"],
        "choices": sum(len(field.choices) for field in form.fields if field.kind == "select"),
        "text sizes": sum(field.max_length or 0 for field in texts),
        "post": form.method == "POST",
        "search": "search" in tags.lower(),
    }


@dataclass(frozen=True, slots=True)
class SearchableTree:
    """Nodes by number, the root first: a question and where its answers lead, or the share of forms that search."""

    nodes: tuple[tuple[str, float, int, int] | float, ...]  # feature, limit, node if not above it, node if above

    @classmethod
    def fit(cls, forms: Sequence[Structure], labels: Sequence[bool]) -> Self:
        """Learns a tree by information gain, pruned."""
        from sklearn.feature_extraction import DictVectorizer
        from sklearn.tree import DecisionTreeClassifier

        vectors = DictVectorizer(sparse=False)
        model = DecisionTreeClassifier(
            criterion="entropy", min_samples_leaf=_LEAST_IN_LEAF, ccp_alpha=_PRUNING, random_state=0
        ).fit(vectors.fit_transform(forms), labels)
        tree, names, yes = model.tree_, vectors.feature_names_, list(model.classes_).index(True)
        nodes: list[tuple[str, float, int, int] | float] = []
        for at in range(tree.node_count):
            left, right = int(tree.children_left[at]), int(tree.children_right[at])
            if left < 0:
                shares = tree.value[at][0]
                nodes.append(round(float(shares[yes] / shares.sum()), 4))
            else:
                nodes.append((names[tree.feature[at]], float(tree.threshold[at]), left, right))
        return cls(tuple(nodes))

    def probability(self, form: Structure) -> float:
        """The share of forms like this one that search."""
        at = 0
        while not isinstance(node := self.nodes[at], float):
            name, limit, left, right = node
            at = right if form[name] > limit else left
        return node

    def state(self) -> list[Any]:
        """The tree as JSON."""
        return [node if isinstance(node, float) else list(node) for node in self.nodes]

    @classmethod
    def restored(cls, state: Sequence[Any]) -> Self:
        """The tree that gave this state."""
        return cls(tuple(float(node) if not isinstance(node, list) else (*node,) for node in state))
