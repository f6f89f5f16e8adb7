"""Session tokens: a hidden field that must echo what the session's cookie was given."""

import hmac
import secrets
from contextvars import ContextVar

COOKIE = "session"
current_session: ContextVar[str] = ContextVar("current_session")  # of the visitor being served


class Sessions:
    """Hands out sessions and checks their tokens. Nothing is stored: a token signs its session."""

    def __init__(self, seed: int) -> None:
        self._secret = f"lab-{seed}".encode()

    def start(self) -> str:
        """A new session's cookie value."""
        return secrets.token_hex(8)

    def token(self, session: str) -> str:
        """The token that belongs to a session."""
        return hmac.new(self._secret, session.encode(), "sha256").hexdigest()[:32]

    def accepts(self, session: str, token: str) -> bool:
        """Whether the form came from a page of this session."""
        return bool(session) and hmac.compare_digest(self.token(session).encode(), token.encode())
