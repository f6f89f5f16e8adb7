"""The worked example of Ntoulas 2005 as answers, with one document for ten of the paper's."""

from collections.abc import Mapping
from typing import TypeVar

from sonde.model import Document, Outcome, Query
from sonde.planner.setup import Policy

# Example 1 and Figure 6: held documents with each term, of 800 in all, and the hits of the three queries on a
# site of 10,000.
EXAMPLE_1 = {"computer": 600, "data": 320, "disk": 200, "memory": 160, "java": 110}
HITS = {"disk": 200, "java": 110, "computer": 600}
HELD, SITE = 800, 10_000

P = TypeVar("P", bound=Policy)


def documents_with(terms: Mapping[str, int], *, count: int, first: int = 0) -> tuple[Document, ...]:
    """Documents of which so many contain each term."""
    texts = [" ".join(term for term, n in terms.items() if i < n) or "-" for i in range(count)]
    return tuple(Document(url=f"/{first + i}", text=text, id=first + i) for i, text in enumerate(texts))


def crawled_example_1(policy: P) -> P:
    """The policy after the three queries, which hardly overlap, as the paper assumes."""
    spans = {"computer": range(600), "disk": range(500, 700), "java": range(690, 800)}
    rest = {"data": 320, "memory": 160}
    texts = [
        " ".join([*(q for q, span in spans.items() if i in span), *(t for t, n in rest.items() if i < n)])
        for i in range(HELD)
    ]
    held: set[int] = set()
    for query, hits in HITS.items():
        new = [i for i in spans[query] if i not in held]
        held.update(new)
        documents = tuple(Document(url=f"/{i}", text=texts[i], id=i) for i in new)
        policy.observe(Outcome(query=Query(query), seen=tuple(spans[query]), new=documents, total=hits))
    return policy
