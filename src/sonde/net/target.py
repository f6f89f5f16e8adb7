"""From an address as text to one that can be asked for: checked, without fragment, sent as it was written."""

import re

from yarl import URL

from sonde.errors import FetchError, RefusedError

# What a browser sends unchanged. Quoting such an address again would alter it ("%27" to "'", a lone "%" to
# "%25") and a site may compare the bytes; anything else goes through yarl's quoting.
_AS_WRITTEN = re.compile(
    r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?"
    r"(?:/[!$%&'()*+,\-./0-9:;=@A-Z_a-z~|\[\]]*)?(?:\?[!$%&'()*+,\-./0-9:;=?@A-Z\[\]\\^_`a-z{|}~]*)?"
)
_SHORT = 200  # characters of an address in a message


def parse_target(url: str, *, max_length: int) -> URL:
    """The address to request. Raises RefusedError for one we never ask for, FetchError for none at all."""
    bare = url.partition("#")[0].strip()
    if len(bare) > max_length:
        raise RefusedError(
            f"the address {short(bare)} has {len(bare)} characters, more than the limit of {max_length}",
            url=url,
        )
    try:
        target = URL(bare, encoded=_AS_WRITTEN.fullmatch(bare) is not None)
        port = target.port
    except ValueError as error:
        raise FetchError(f"{short(url)!r} is not a web address: {error}", url=url) from error
    if target.scheme not in ("http", "https"):
        what = f"is a {target.scheme}: address" if target.scheme else "has no http:// or https://"
        raise RefusedError(f"{short(url)!r} {what}; only http and https are fetched", url=url)
    if not target.raw_host or " " in target.raw_host or port is None:
        raise FetchError(f"{short(url)!r} names no host", url=url)
    if target.raw_user is not None or target.raw_password is not None:
        raise RefusedError(f"the address of {target.raw_host} holds a user name or password; not fetched", url=url)
    return target


def host_of(target: URL) -> str:
    """The host in lower case and without a trailing dot: the unit of politeness."""
    return (target.raw_host or "").rstrip(".").lower()


def short(url: str) -> str:
    """An address for a message: long ones are cut."""
    return url if len(url) <= _SHORT else url[: _SHORT - 3] + "..."
