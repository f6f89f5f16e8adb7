"""The title of a document: what tells its page from the others of the site."""

from collections.abc import Sequence

from sonde.page.blocks import Block
from sonde.page.boilerplate import Boilerplate, head_title
from sonde.page.dom import Tree, visible_text
from sonde.page.metadata import meta_tags
from sonde.text.words import distinct_words

MAX_TITLE_CHARS = 300
FIRST_WORDS_CHARS = 80


def document_title(
    tree: Tree, blocks: Sequence[Block], *, boilerplate: Boilerplate | None = None, hint: str = ""
) -> str:
    """The page's own heading, else its <title> without the site's part, else what is left to go by.

    `blocks` are the page's text blocks. `hint` is what a link to the page said: of several
    candidates the first that agrees with it wins. Empty only for a page without any text.
    """
    template = boilerplate or Boilerplate()
    own = [block for block in blocks if block not in template]
    marks = _marks(tree)
    headings = [_without_marks(text, marks) for text in _headings(own, "h1")]
    candidates = _site_titles(tree, headings, template) if boilerplate else _page_titles(tree, headings)
    hint = " ".join(hint.split())
    title = next((title for title in candidates if _agree(title, hint)), "")
    title = title or _spelled_out(candidates, hint, own) or next(iter(candidates), "") or hint
    title = title or next(iter(_headings(own, "h2") or _headings(own, "h3")), "")
    return (title or first_words("\n".join(block.text for block in own or blocks)))[:MAX_TITLE_CHARS]


def first_words(text: str) -> str:
    """The beginning of a text, cut between words."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= FIRST_WORDS_CHARS:
        return line
    return (line[:FIRST_WORDS_CHARS].rpartition(" ")[0] or line[:FIRST_WORDS_CHARS]) + "…"


def _site_titles(tree: Tree, headings: list[str], boilerplate: Boilerplate) -> list[str]:
    """Candidates when the site's template is known, best first."""
    head = _without(head_title(tree), boilerplate.title_prefix, boilerplate.title_suffix)
    headings = [_without(text, boilerplate.heading_prefix, boilerplate.heading_suffix) for text in headings]
    headings.sort(key=lambda text: text.casefold() not in head.casefold())
    titles = [title for title in (*headings, head) if title]
    return titles or [_social_title(tree, boilerplate)]


def _page_titles(tree: Tree, headings: list[str]) -> list[str]:
    """Candidates when nothing is known but the page, best first."""
    head = head_title(tree)
    if len(headings) > 1:
        home = _home_links(tree)
        headings = [text for text in headings if text not in home] or headings
        # The site's name is a heading too on many pages; in the <title> it comes last.
        headings.sort(key=lambda text: head.find(text) if text in head else len(head))
    titles = [title for title in (*headings[:1], head, *headings[1:]) if title]
    return titles or [_social_title(tree, Boilerplate())]


def _headings(blocks: Sequence[Block], tag: str) -> list[str]:
    """The texts of headings in order; one that spans several lines or blocks counts by each block."""
    return [" ".join(block.text.split()) for block in blocks if tag in block.path.split("/")[-2:]]


def _spelled_out(candidates: Sequence[str], hint: str, blocks: Sequence[Block]) -> str:
    """What a link said, where it stands on the page and all that the page is called by is a key."""
    is_keyed = bool(candidates) and all(map(_is_key, candidates))
    stands = is_keyed and " " in hint and any(hint in " ".join(block.text.split()) for block in blocks)
    return hint if stands else ""


def _is_key(title: str) -> bool:
    return " " not in title and any(map(str.isdigit, title))


def _marks(tree: Tree) -> set[str]:
    """What stands beside the words of headings for a link to the heading itself: "¶", "#"."""
    said = {visible_text(node) for node in tree.css('h1 a[href^="#"]')}
    return {text for text in said if text and not any(map(str.isalnum, text))}


def _without_marks(heading: str, marks: set[str]) -> str:
    for mark in marks:
        heading = heading.removeprefix(mark).removesuffix(mark).strip()
    return heading


def _social_title(tree: Tree, boilerplate: Boilerplate) -> str:
    title = meta_tags(tree).get("og:title", "")
    return _without(title, boilerplate.title_prefix, boilerplate.title_suffix)


def _home_links(tree: Tree) -> set[str]:
    """Headings that only lead to the site's front page: its name."""
    return {visible_text(node) for node in tree.css('h1 a[href="/"], h1 a[rel~=home]')}


def _without(title: str, prefix: str, suffix: str) -> str:
    if suffix and title.endswith(suffix):
        title = title[: -len(suffix)]
    if prefix and title.startswith(prefix):
        title = title[len(prefix) :]
    return title.strip()


def _agree(title: str, hint: str) -> bool:
    if not hint:
        return True
    mine, theirs = distinct_words(title), distinct_words(hint)
    return bool(mine and theirs) and 2 * len(mine & theirs) > min(len(mine), len(theirs))
