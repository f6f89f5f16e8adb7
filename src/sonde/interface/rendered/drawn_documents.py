"""Are the documents too drawn by scripts? Fetched and drawn, a sample tells."""

import logging
from collections.abc import Sequence

from sonde.errors import FetchTimeoutError, RefusedError, StatusError
from sonde.interface.fetcher import Fetcher
from sonde.interface.rendered.site import Screens
from sonde.model import Page, Request, Result
from sonde.page.document import read_document

logger = logging.getLogger(__name__)


async def are_drawn(fetcher: Fetcher, browser: Screens, shown: Sequence[tuple[Result, ...]]) -> bool:
    """Whether only a browser tells different documents apart: without scripts they look the same, or empty."""
    urls = list(dict.fromkeys(result.url for results in shown for result in results))
    sample = [urls[0], urls[-1]] if len(urls) > 1 else []
    try:
        plain = {_document_text(await fetcher.fetch(Request(url))) for url in sample}
        if not sample or (len(plain) == len(sample) and "" not in plain):
            return False
        screen = await browser.screen("documents")
        drawn = {_document_text(await screen.open(url)) for url in sample}
    except (StatusError, FetchTimeoutError, RefusedError) as error:
        logger.info("sample failed url=%s error=%s", error.url, error)
        return False
    return len(drawn) == len(sample) and "" not in drawn


def _document_text(page: Page) -> str:
    document = read_document(page)
    return f"{document.title} {document.text}".strip() if document.text else ""
