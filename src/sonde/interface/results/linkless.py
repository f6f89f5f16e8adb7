"""Records that link nowhere, as rows of a register: repeated blocks whose text came with the query.

Such a record is the document itself. It has no address, so it gets a name that stays: the address of the search with
a print of what tells the record from others.
"""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from sonde.interface.results.selectors import relative_selector, tag_path
from sonde.page.blocks import INVISIBLE_TAGS
from sonde.page.dom import Node, Tree, visible_text
from sonde.page.hashes import content_hash
from sonde.page.url import canonical_url

TAGS = frozenset("tr li dt dl div article section p table tbody ul".split())
_PLAIN = frozenset({"li", "dt"})  # whose text alone may be a record; prose is in other elements
_FURNITURE = frozenset({"nav", "header", "footer", "aside", "select"})
_MOST = 0.6  # of the blocks have what all of them should have
_LETTERS = 5  # on average in a record
_FULL_CHARS = 200  # a record that says as much needs no more to be believed
_DEEP = 3  # levels below a block that are compared
_GROUPED = 4  # items on average in a block that is a group of records
_LISTED = 0.7  # of a group's text is in its list


@dataclass(frozen=True, slots=True)
class BlockList:
    """Sibling blocks that hold one record each."""

    records: tuple[Node, ...]
    score: float


def record_address(search: str, said: str) -> str:
    """A name for a record without address: that of the search's page, with a print of what the record says."""
    endpoint = search.partition("?")[0].partition("{")[0]
    print_of = content_hash("", said) & 0xFFFF_FFFF_FFFF_FFFF
    return canonical_url(f"{endpoint}?{urlencode({'record': f'{print_of:016x}'})}")


def lasting_text(record: Node, text: str, moves: str) -> str:
    """What a record says but for the parts that change from answer to answer; `text` is all it says."""
    moving = {part.mem_id for part in record.css(moves)} if moves else set()
    if moving:
        # Not cut out of the text: a rank of 1 would be found in a year.
        text = f"{_said_besides(record, moving)} {text.removeprefix(visible_text(record))}"
    return " ".join(text.split())


def _said_besides(record: Node, moving: Container[int]) -> str:
    """The text of a record without some of its parts, by memory id."""
    said: list[str] = []
    waiting = [record]
    while waiting:
        node = waiting.pop()
        if node.tag == "-text":
            said.append(node.text_content or "")
        elif node.mem_id not in moving and node.tag not in INVISIBLE_TAGS:
            waiting += reversed(list(node.iter(include_text=True)))
    return " ".join(said)


def find_block_lists(tree: Tree, is_fresh: Callable[[Node], bool]) -> list[BlockList]:
    """Lists of fresh blocks that are built alike, best first; the outermost that is no list of groups."""
    found: list[BlockList] = []
    stack = [tree.body] if tree.body is not None else []
    while stack:
        node = stack.pop()
        taken: set[int] = set()
        for blocks in _by_tag(node).values():
            alike = _alike([block for block in blocks if is_fresh(block)]) if len(blocks) > 1 else []
            if len(alike) > 1 and _say_enough(alike) and not _are_groups(alike):
                found.append(BlockList(tuple(alike), len(alike) ** 1.5 * _weight(alike)))
                taken.update(block.mem_id for block in blocks)
        stack.extend(child for child in node.iter() if child.mem_id not in taken)
    return sorted(found, key=lambda blocks: -blocks.score)


def cells_of(row: Node) -> list[Node]:
    """The cells of a table row."""
    return [cell for cell in row.iter() if cell.tag in ("td", "th")]


def _by_tag(node: Node) -> dict[str, list[Node]]:
    """The child elements that may be records, by tag; a row of headings is none."""
    found: dict[str, list[Node]] = {}
    for child in node.iter():
        if child.tag in TAGS and (child.tag != "tr" or any(cell.tag == "td" for cell in cells_of(child))):
            found.setdefault(str(child.tag), []).append(child)
    return found


def _alike(blocks: Sequence[Node]) -> list[Node]:
    """The blocks with as many cells as most, or with most of the parts that most have; empty where too few are."""
    if len(blocks) < 2:
        return []
    if blocks[0].tag == "tr":
        usual = Counter(len(cells_of(block)) for block in blocks).most_common(1)[0][0]
        if usual > 1:
            rows = [block for block in blocks if len(cells_of(block)) == usual]
            return rows if len(rows) >= _MOST * len(blocks) else []
    parts = [_parts(block) for block in blocks]
    times = Counter(part for here in parts for part in here)
    core = {part for part, count in times.items() if count >= _MOST * len(blocks)}
    if not core:
        return list(blocks) if blocks[0].tag in _PLAIN else []
    alike = [block for block, here in zip(blocks, parts, strict=True) if len(core & here) >= _MOST * len(core)]
    return alike if len(alike) >= _MOST * len(blocks) else []


def _parts(block: Node) -> set[str]:
    """The places inside a block, a few levels deep."""
    found: set[str] = set()
    level = [block]
    for _ in range(_DEEP):
        level = [child for node in level for child in node.iter() if child.tag != "br"]
        found.update(relative_selector(node, block) for node in level)
    return found


def _say_enough(blocks: Sequence[Node]) -> bool:
    """Whether most blocks say something of their own, in words."""
    texts = [visible_text(block) for block in blocks]
    letters = sum(sum(map(str.isalpha, text)) for text in texts)
    return len(set(texts)) >= _MOST * len(texts) and letters >= _LETTERS * len(texts)


def _are_groups(blocks: Sequence[Node]) -> bool:
    """Whether blocks are lists of records: most of their text is in ever so many items that begin differently."""
    lists = [_inner_list(block) for block in blocks]
    counts = [len(items) for items in lists]
    if sum(counts) < _GROUPED * len(blocks) or len(set(counts)) < 2:
        return False
    listed = sum(len(visible_text(item)) for items in lists for item in items)
    if listed < _LISTED * sum(len(visible_text(block)) for block in blocks):
        return False
    begun = Counter(text for items in lists for text in {_beginning(item) for item in items})
    return begun.most_common(1)[0][1] < max(2, 0.5 * len(blocks))


def _inner_list(block: Node) -> list[Node]:
    """The longest list of rows or items inside a block."""
    best: list[Node] = []
    for node in block.traverse():
        if node.tag in ("tbody", "table", "ul", "ol", "dl"):
            items = [child for child in node.iter() if child.tag in ("tr", "li", "dt")]
            best = max(best, items, key=len)
    return best


def _beginning(item: Node) -> str:
    """The label of an item, if it has one: its first cell, or what stands before a colon."""
    cells = cells_of(item)
    return visible_text(cells[0]) if cells else visible_text(item).partition(":")[0]


def _weight(blocks: Sequence[Node]) -> float:
    """Less for blocks that say little, and for those in page furniture."""
    said = sum(min(len(visible_text(block)), _FULL_CHARS) / _FULL_CHARS for block in blocks) / len(blocks)
    return (0.2 + 0.8 * said) * (0.3 if any(tag in _FURNITURE for tag in tag_path(blocks[0])) else 1.0)
