"""What surrounds every page of a simulated site: header, menu, forms, footer, in two styles."""

from html import escape

from sonde.lab.served.address import QUERY_FIELD
from sonde.lab.traits import Traits

_MODERN_CSS = """
body{margin:0;font:16px/1.5 sans-serif;color:#222}header,footer{background:#26465e;color:#fff;padding:1em 2em}
header a,footer a{color:#fff}nav ul{list-style:none;display:flex;gap:1.5em;padding:0}
.columns{display:flex;gap:2em;padding:1em 2em}main{flex:3}aside{flex:1;background:#f3f5f7;padding:1em}
.card{display:flex;gap:1em;margin:1em 0}
.pagination{display:flex;gap:.6em;list-style:none;padding:0}.facts,.card-meta{color:#666;font-size:.85em}
"""
_CLASSIC_CSS = """
body{font-family:Verdana,Arial,sans-serif;font-size:13px;margin:8px}#banner{border-bottom:2px solid #933}
td.menu{width:180px;background:#eee;vertical-align:top;padding:8px}td.body{vertical-align:top;padding:8px}
tr.even td{background:#f6f6f0}dt{margin-top:8px}#foot{color:#777;border-top:1px solid #ccc;margin-top:12px}
"""
_TAGLINE = "Searchable since 1998, one entry at a time"
_LANGUAGES = (
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("es", "Español"),
    ("nl", "Nederlands"),
)


class Shell:
    """Wraps content into a complete page of one site."""

    def __init__(self, traits: Traits, *, name: str, inputs: str = "") -> None:
        self.traits = traits
        self.name = name
        self._inputs = inputs  # of the search form besides the box, as HTML
        self._modern = traits.layout in ("list", "cards")
        self._decoys = "".join(_DECOYS[decoy] for decoy in traits.decoys)
        menu = [("/", "Home"), ("/search", "Search"), ("/help", "Help"), ("/about", "About us")]
        if traits.listing:
            menu.insert(2, ("/browse", "Browse"))
        self._menu = "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in menu)

    def page(
        self, title: str, content: str, *, side: str = "", head: str = "", asked: str = "", token: str = ""
    ) -> str:
        """The whole page. `content`, `side` and `head` are HTML; `asked` is shown in the search box."""
        name = escape(self.name)
        start = (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="{self.traits.charset}">'
            f"<title>{escape(title)} – {name}</title>\n{head}"
        )
        frame = self._modern_page if self._modern else self._classic_page
        return start + frame(name, content, side, self.search_form(asked, token))

    def search_form(self, asked: str, token: str) -> str:
        """The form that searches."""
        field, method = QUERY_FIELD[self.traits.layout], self.traits.method.lower()
        hidden = f'<input type="hidden" name="token" value="{token}">' if token else ""
        box = f'id="box" name="{field}" value="{escape(asked)}"'
        modern_box = f'<label for="box">Search the collection</label> <input type="search" {box}>'
        classic_box = f'Look up: <input type="text" size="18" maxlength="200" {box}>'
        if not self.traits.box:
            modern_box = classic_box = ""
        if self._modern:
            return (
                f'<form class="finder" role="search" method="{method}" action="/search">{hidden}'
                f"{modern_box}{self._inputs}"
                ' <button type="submit">Search</button></form>\n'
            )
        return (
            f'<form method="{method}" action="/search">{hidden}<input type="hidden" name="do" value="lookup">'
            f"{classic_box}{self._inputs}"
            '<input type="submit" name="go" value="Go"></form>\n'
        )

    def _modern_page(self, name: str, content: str, side: str, form: str) -> str:
        return (
            f'<meta name="viewport" content="width=device-width"><style>{_MODERN_CSS}</style></head>\n'
            f'<body><header><a class="brand" href="/">{name}</a> <span class="tagline">{_TAGLINE}</span>\n'
            f"{self._decoys}{form}<nav><ul>{self._menu}</ul></nav></header>\n"
            f'<div class="columns"><main id="main">\n{content}</main>\n'
            f'<aside>{side}<h2>Need a hand?</h2><p>Read the <a href="/help">search guide</a> or ask '
            "our staff, Monday to Friday.</p></aside></div>\n"
            f'<footer><p>{name}. All entries are provided as they are. <a href="/about">Imprint</a> · '
            '<a href="/help">Accessibility</a></p></footer></body></html>\n'
        )

    def _classic_page(self, name: str, content: str, side: str, form: str) -> str:
        return (
            f'<style type="text/css">{_CLASSIC_CSS}</style></head>\n<body bgcolor="#ffffff">'
            f'<div id="banner">{self._decoys}<big><a href="/">{name}</a></big> <i>{_TAGLINE}</i></div>\n'
            f'<table id="frame" width="100%"><tr><td class="menu"><ul>{self._menu}</ul>\n{form}{side}</td>\n'
            f'<td class="body">\n{content}</td></tr></table>\n'
            f'<div id="foot">{name} | <a href="/about">Imprint</a> | <a href="#top">Top of page</a></div>'
            "</body></html>\n"
        )


_OPTIONS = "".join(f'<option value="{code}">{text}</option>' for code, text in _LANGUAGES)
_DECOYS = {
    "login": (
        '<form class="login" method="post" action="/login"><label>User <input name="user"></label> '
        '<label>Password <input type="password" name="password"></label> '
        '<input type="submit" value="Sign in"></form>\n'
    ),
    "newsletter": (
        '<form class="news" method="post" action="/subscribe"><label>Our newsletter: '
        '<input type="email" name="email" placeholder="you@example.org"></label> '
        "<button>Subscribe</button></form>\n"
    ),
    "language": (
        '<form class="language" method="get" action="/language"><select name="to" aria-label="Language">'
        f'{_OPTIONS}</select><input type="submit" value="Change language"></form>\n'
    ),
}
