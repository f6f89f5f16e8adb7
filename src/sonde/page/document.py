"""A page read as a document: title, text, attributes and fingerprints."""

from sonde.model import Document, Page
from sonde.page.attributes import attributes
from sonde.page.blocks import Block
from sonde.page.boilerplate import Boilerplate
from sonde.page.dom import parse_html
from sonde.page.furniture import Furniture
from sonde.page.hashes import content_hash, near_hash
from sonde.page.maintext import blocks_within, main_text, text_blocks
from sonde.page.plain import is_html, read_plain
from sonde.page.template import template
from sonde.page.title import document_title

# Main content with a smaller share of the page's words is taken for a mistake, not for the content.
LEAST_SHARE = 0.2
FEW_WORDS = 50


class DocumentReader:
    """Reads the pages of one site as documents.

    With the site's boilerplate the text is all that a page does not share with its siblings;
    without it, the main content. When either leaves nothing, the text is all that is visible.
    """

    def __init__(self, boilerplate: Boilerplate | None = None) -> None:
        self.boilerplate = boilerplate
        self._furniture = Furniture(boilerplate.blocks) if boilerplate is not None else None

    def read(self, page: Page, *, title_hint: str = "") -> Document:
        """The document on a page, whatever its kind. `title_hint` is what a link to the page said."""
        shape = ""
        if is_html(page):
            tree = parse_html(page.text)
            blocks = text_blocks(tree, furniture=self._furniture) or text_blocks(tree)
            text = _text(page.text, blocks, self.boilerplate)
            title = document_title(tree, blocks, boilerplate=self.boilerplate, hint=title_hint)
            pairs = attributes(tree, blocks)
            shape = template(page.text)
        else:
            title, text, pairs = read_plain(page, title_hint=title_hint)
        return Document(
            url=page.url,
            title=title,
            text=text,
            attributes=pairs,
            fetched_at=page.fetched_at,
            content_hash=content_hash(title, text),
            near_hash=near_hash(text),
            template=shape,
        )


def read_document(page: Page, *, boilerplate: Boilerplate | None = None, title_hint: str = "") -> Document:
    """The document on one page; see `DocumentReader`, which is faster for many pages of a site."""
    return DocumentReader(boilerplate).read(page, title_hint=title_hint)


def _text(html: str, blocks: list[Block], boilerplate: Boilerplate | None) -> str:
    visible = "\n".join(block.text for block in blocks)
    if boilerplate is not None and boilerplate.blocks:
        return "\n".join(block.text for block in blocks if block not in boilerplate) or visible
    main = main_text(html)
    found = len(main.split())
    if found < FEW_WORDS and found < LEAST_SHARE * len(visible.split()):
        return visible
    return blocks_within(blocks, main) or main
