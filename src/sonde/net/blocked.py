"""Whether a site is refusing us rather than answering. Pure; one sign is a hint, a run of them is a block.

Judged by what such pages have in common: a refusing status, or a page with hardly any text, links or fields
that speaks of robots and humans. No vendor's page is known by name.
"""

import re

from sonde.errors import StatusError
from sonde.model import Page

REFUSING = {
    401: "the site wants a login",
    403: "the site refuses access",
    407: "a proxy wants a login",
    429: "the site says there were too many requests",
    451: "the site is closed to us for legal reasons",
}
DEMANDS = (
    r"(?:verify|prove|confirm)(?:ing)? (?:that )?you(?:'re| are) (?:a )?human",
    r"(?:verify|prove|confirm|sure)(?:ing)? (?:that )?you(?:'re| are) not a (?:ro)?bot",
    r"(?:complete|solve|pass) the (?:captcha|challenge|security check)",
    r"checking (?:if|your|the) .{0,30}(?:browser|connection|secure)",
    r"enable (?:javascript|cookies) .{0,40}(?:to continue|and reload|and cookies)",
    r"(?:unusual|automated|suspicious) (?:traffic|activity|requests|queries|access)",
    r"you have been blocked|request (?:was |has been )?blocked",
    r"access (?:to this page )?(?:has been |is )?(?:denied|blocked)",
)
_DEMAND = re.compile("|".join(DEMANDS), re.IGNORECASE)
_MENTION = re.compile(r"captcha|robot check|security check|bot detection|ddos", re.IGNORECASE)
_UNSEEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(r"<a\s[^>]*href", re.IGNORECASE)
_FIELD = re.compile(
    r"<textarea|<select|<input(?![^>]*type\s*=\s*[\"']?(?:hidden|submit|button|image|checkbox))",
    re.IGNORECASE,
)
READ_CHARS = 60_000  # a challenge is a short page


def blocked(outcome: Page | StatusError) -> str:
    """Why this answer looks like a refusal, as a sentence; empty when it does not."""
    page = outcome if isinstance(outcome, Page) else outcome.page
    if page is not None and is_challenge(page.text, status=outcome.status):
        return f"the site answers with a check for robots (status {outcome.status})"
    return REFUSING.get(outcome.status, "")


def is_challenge(html: str, *, status: int) -> bool:
    """Whether a page holds little but a demand to prove oneself human, or the news that one is blocked.

    An answer without an error status is held to more: a document may well be about such things.
    """
    failed = status >= 400
    if len(html) > READ_CHARS or not (_DEMAND.search(html) or (failed and _MENTION.search(html))):
        return False
    few_links, few_fields, few_words = (8, 1, 250) if failed else (2, 0, 80)
    if len(_LINK.findall(html)) > few_links or len(_FIELD.findall(html)) > few_fields:
        return False
    return len(_UNSEEN.sub(" ", html).split()) <= few_words
