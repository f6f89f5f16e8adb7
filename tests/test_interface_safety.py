"""Only search forms are ever sent: a site full of other forms gets not one submission, and each is refused with a reason."""

from pathlib import Path

import pytest
from aiohttp import web

from harmful_forms import PHRASES, TRAPS, harmful_forms
from interface_sites import Library, failure, serve, visit
from sonde.errors import NoSearchFormError
from sonde.interface.forms.candidates import from_forms, unfit
from sonde.interface.forms.score import query_field, refusal, search_score
from sonde.interface.site import WebSite
from sonde.interface.yaml.file import dump_interface, load_interface
from sonde.model import Field, Form, Query
from sonde.net.client import Client, NetOptions
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

URL = "http://site.example/"
FORMS = harmful_forms()


def form(html: str) -> Form:
    return find_forms(parse_html(html), URL)[0]


@pytest.mark.parametrize("kind", [kind for kind, _ in FORMS])
def test_a_form_that_does_something_is_left_alone_with_a_reason(kind: str) -> None:
    harmful = form(dict(FORMS)[kind])
    assert from_forms([harmful], URL) == []
    assert unfit(harmful, URL)


class Office(Library):
    """A site of 200 forms for everything but searching. Whatever is asked of it beyond its pages is a submission."""

    pages = ("/", "/search", "/find", "/about", "/visit", "/imprint", "/privacy")  # its links lead nowhere else

    def forms(self) -> str:
        return ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt":
            raise web.HTTPNotFound
        half = FORMS[::2] if request.path == "/search" else FORMS[1::2] if request.path == "/find" else FORMS
        links = '<a href="/search">Search</a> <a href="/find">Find a document</a>'
        return self.html(links + "".join(f"<h2>Form</h2>{html}" for _, html in half))

    def submissions(self) -> list[str]:
        return [line for line in self.seen if line not in {f"GET {page}" for page in (*self.pages, "/robots.txt")}]


async def test_a_site_of_two_hundred_other_forms_receives_no_submission() -> None:
    assert len(FORMS) >= 200
    office = Office()
    error = await failure(office)
    assert isinstance(error, NoSearchFormError)
    submissions = office.submissions() + office.sent
    print(f"\n{len(FORMS)} forms shown, {len(submissions)} submissions received by the server")
    assert submissions == []
    assert "its button says" in str(error)


async def test_the_same_site_is_searched_by_the_one_form_that_searches() -> None:
    class WithSearch(Library):
        def front(self) -> str:
            return super().front() + "".join(TRAPS.values())

    async with visit(WithSearch()) as learned:
        assert await learned.ask("river")
        paths = {line.split(" ", 1)[1].partition("?")[0] for line in learned.library.seen}
        assert not any(path.startswith(tuple(f"/{language}/" for language in PHRASES)) for path in paths)
        assert learned.library.sent == []


class Counter(Library):
    """A search whose button also says that it orders."""

    def forms(self) -> str:
        return '<form action="/search"><input type="search" name="q"><button>Search</button><button>Order now</button></form>'


async def test_a_refused_form_is_used_when_the_user_writes_it_down(tmp_path: Path) -> None:
    assert "its button says 'order now'" in str(await failure(Counter()))
    async with visit(Library()) as learned:
        written = dump_interface(learned.interface)
        known = learned.library.url
    path = tmp_path / "interface.yaml"
    async with serve(Counter()) as counter:
        path.write_text(written.replace(known, counter.url), encoding="utf-8")
        async with Client(NetOptions(delay_s=0), start_url=counter.url) as client:
            site = WebSite(client, load_interface(path))
            results = [result async for page in site.search(Query("river")) for result in page.results]
    assert {result.url for result in results} == counter.urls("river")


@pytest.mark.parametrize(
    ("trap", "reason"),
    [
        ("a button by name", "its button says 'delete all'"),
        ("a hidden command", "its hidden field 'action' says 'delete'"),
        ("an address that deletes", "its name or address says 'delete'"),
        ("a question that is kept", "its name or address says 'save'"),
        ("a card number", "it asks for a card (n)"),
        ("a number of pieces", ""),
    ],
)
def test_a_refusal_names_what_was_seen(trap: str, reason: str) -> None:
    assert refusal(form(TRAPS[trap])) == reason


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/buy/cars" class="search"><input name="q" placeholder="Search cars"><button>Search</button></form>',
        '<form action="/comments/search"><input name="q"><button>Search comments</button></form>',
        '<form action="/people"><label>First name <input name="fn"></label><input type="search" name="q"><button>Search</button></form>',
        '<form action="/login" class="site-search"><input name="q"><button>Search</button></form>',
        '<form action="/book"><input name="q" placeholder="Search the phone book"><button>Search</button></form>',
        '<form action="/s"><input type="search" name="q" value="email"><button>Search</button></form>',
        '<form action="/s"><input name="q" value="phone"><button>Search</button></form>',
    ],
)  # fmt: skip
def test_a_search_about_such_things_is_not_refused(html: str) -> None:
    assert refusal(form(html)) == ""
    assert unfit(form(html), URL) == ""
    assert query_field(form(html)) == next(field for field in form(html).fields if field.name == "q")


def test_a_plain_box_is_tried_after_everything_that_looks_like_a_search() -> None:
    plain = form('<form action="/x"><input name="begin"><button>Go</button></form>')
    search = form('<form action="/y"><input type="search" name="q"><button>Go</button></form>')
    assert search_score(plain) < 0.5
    assert [candidate.ask.action for candidate in from_forms([plain, search], URL)] == [
        "http://site.example/y",
        "http://site.example/x",
    ]


def test_a_box_for_a_name_is_never_filled_in() -> None:
    people = form(
        '<form action="/people" role="search"><label>Last name <input name="ln"></label><button>Search</button></form>'
    )
    assert query_field(people) is None
    assert unfit(people, URL) == "no field takes words"


def test_a_search_by_get_is_tried_before_one_by_post() -> None:
    post = form(
        '<form action="/p" method="post" role="search"><input type="search" name="q"><button>Search</button></form>'
    )
    get = form('<form action="/g"><input name="q"><button>Go</button></form>')
    assert [candidate.ask.method for candidate in from_forms([post, get], URL)] == ["GET", "POST"]


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/x" method="post"><input name="begin"><button>Go</button></form>',
        '<form action="/x"><input name="begin"><input name="end"><button>Go</button></form>',
        '<form action="/x"><p>Join our mailing list</p><input name="begin"><button>Go</button></form>',
        '<form action="/x"><input name="begin" value="3"><button>Go</button></form>',
        '<form action="/x"><input name="begin" value="http://site.example/to-copy"><button>Go</button></form>',
    ],
)
def test_a_box_that_may_do_something_is_not_tried_for_want_of_a_better_one(html: str) -> None:
    assert unfit(form(html), URL)


def test_a_box_without_a_form_is_scored_as_a_form_of_one_field() -> None:
    box = Form(URL, fields=(Field("", "text", label="Search the catalogue"),), role="", text="Search the catalogue")
    mail = Form(URL, fields=(Field("", "text", label="Your e-mail address"),), text="Get our news")
    assert search_score(box) >= 0.5
    assert search_score(Form(URL, fields=(Field("", "search"),))) >= 0.5
    assert search_score(mail) == 0.0
