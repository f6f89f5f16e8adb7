"""Session tokens: a hidden field that must echo what the session's cookie was given."""

import hmac
import secrets
from contextvars import ContextVar

COOKIE = "session"
current_session: ContextVar[str] = ContextVar("current_session")  # of the visitor being served


class Sessions:
    """Hands out sessions and checks their tokens: a token signs its session, so only used ones are stored."""

    def __init__(self, seed: int, *, once: bool = False) -> None:
        self._secret = f"lab-{seed}".encode()
        self._once = once  # a token is good for one question
        self._used: set[str] = set()

    def start(self) -> str:
        """A new session's cookie value."""
        return secrets.token_hex(8)

    def token(self, session: str) -> str:
        """A token that belongs to a session: always the same one, or one that was never given before."""
        mark = secrets.token_hex(4) if self._once else ""
        return mark + self._signature(session, mark)

    def accepts(self, session: str, token: str) -> bool:
        """Whether the form came from a page of this session, and for the first time where that matters."""
        mark = token[:8] if self._once else ""
        valid = bool(session) and hmac.compare_digest((mark + self._signature(session, mark)).encode(), token.encode())
        if not valid or token in self._used:
            return False
        if self._once:
            self._used.add(token)
        return True

    def _signature(self, session: str, mark: str) -> str:
        return hmac.new(self._secret, f"{session}{mark}".encode(), "sha256").hexdigest()[:32]
