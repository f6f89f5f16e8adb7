"""From an answer on the wire to a Page, or to the error it stands for. Pure."""

from sonde.errors import FetchError, StatusError, TooLargeError
from sonde.model import Page
from sonde.net.answer import Answer
from sonde.net.decode import decode_text, is_text, media_type
from sonde.net.failures import AttemptError
from sonde.net.inflate import BadEncodingError, InflatedTooLargeError, inflate
from sonde.net.target import short

HINTS = {
    401: "it wants a login",
    403: "it does not let us in",
    404: "there is no such page",
    410: "the page is gone for good",
    429: "it asks for fewer requests, so a longer delay may help",
    451: "it may not show the page for legal reasons",
    503: "it is overloaded or closed for maintenance",
}


def read_body(answer: Answer, *, url: str, limit: int) -> bytes:
    """The body with its content encodings undone. Raises AttemptError when that fails or passes the limit."""
    encoding = answer.encodings()
    if not encoding:
        return answer.body
    try:
        return inflate(answer.body, encoding, limit=limit)
    except BadEncodingError as error:
        raise AttemptError(
            "encoding", FetchError(f"the body of {short(url)} cannot be read: {error}", url=url)
        ) from error
    except InflatedTooLargeError as error:
        raise AttemptError("too large", TooLargeError(f"{short(url)} unpacks to {error}", url=url)) from error


def read_page(answer: Answer, *, url: str, requested_url: str, limit: int) -> Page:
    """The page an answer holds; its text is empty when the content is not text. Raises AttemptError."""
    body = read_body(answer, url=url, limit=limit)
    content_type = answer.header("content-type")
    media = media_type(content_type, body)
    return Page(
        url=url,
        text=decode_text(body, content_type) if is_text(media) else "",
        requested_url=requested_url,
        status=answer.status,
        headers=answer.headers,
        media_type=media,
        body_bytes=len(body),
        fetched_at=answer.fetched_at,
        elapsed_s=answer.elapsed_s,
    )


def status_error(status: int, *, url: str, page: Page | None) -> StatusError:
    """The error for a status of 400 or more."""
    hint = HINTS.get(status) or ("the server has a problem" if status >= 500 else "it refuses the request")
    return StatusError(f"{short(url)} answers with status {status}: {hint}", url=url, status=status, page=page)
