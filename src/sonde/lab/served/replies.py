"""What the simulated site sends back: pages in its looks and charset."""

from aiohttp import web

from sonde.lab.served import pages
from sonde.lab.served.sessions import Sessions, current_session
from sonde.lab.served.shell import Shell
from sonde.lab.traits import Traits


class Replies:
    """Makes the replies of one site."""

    def __init__(self, traits: Traits, shell: Shell, sessions: Sessions) -> None:
        self._traits = traits
        self._shell = shell
        self._sessions = sessions

    def token(self) -> str:
        """What the forms of this visitor's pages must send back, if anything."""
        return self._sessions.token(current_session.get()) if self._traits.token else ""

    def message(self, status: int, title: str, text: str) -> web.Response:
        """A page that says one thing."""
        return self.page(pages.message_page(self._shell, title, text, token=self.token()), status=status)

    def page(self, html: str, *, status: int = 200) -> web.Response:
        """A page; what the charset lacks becomes a character reference."""
        return web.Response(
            status=status,
            body=html.encode(self._traits.charset, "xmlcharrefreplace"),
            headers={"Content-Type": f"text/html; charset={self._traits.charset}"},
        )
