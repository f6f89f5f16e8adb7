"""Redirects: followed as a browser does, checked at every hop, never for ever."""

import pytest
from yarl import URL

from net_server import Seen, answer, redirect, serve
from sonde.errors import FetchError, RefusedError
from sonde.model import Request
from sonde.net.client import Client, NetOptions
from sonde.net.redirects import Ask, next_ask

FAST = NetOptions(delay_s=0, retries=0)
FORM = "application/x-www-form-urlencoded"


async def test_redirects_are_followed_to_the_page() -> None:
    routes = {"/a": redirect("b?x=1"), "/b?x=1": redirect("//127.0.0.1:PORT/c#frag"), "/c": answer(b"here")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        site.routes["/b?x=1"] = redirect(f"//127.0.0.1:{site.port}/c#frag", status=301)
        page = await client.fetch(Request(site.url("/a")))
    assert (page.text, page.url, page.requested_url) == ("here", site.url("/c"), site.url("/a"))
    assert site.paths() == ["/a", "/b?x=1", "/c"]


@pytest.mark.parametrize(("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
async def test_a_post_is_redirected_as_browsers_do(status: int, method: str) -> None:
    routes = {"/a": redirect("/b", status=status), "/b": answer(b"x")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        await client.fetch(Request(site.url("/a"), "POST", b"q=1", FORM))
    last = site.seen[-1]
    kept = method == "POST"
    assert (last.method, last.body) == (method, b"q=1" if kept else b"")
    assert ("content-type" in last.headers) is kept


async def test_a_redirect_without_a_location_is_a_page() -> None:
    routes = {"/a": answer(b"choose", status=302)}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        page = await client.fetch(Request(site.url("/a")))
    assert (page.status, page.text) == (302, "choose")


async def test_a_circle_is_noticed_before_the_limit() -> None:
    routes = {"/a": redirect("/b"), "/b": redirect("/a")}
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(FetchError, match="in a circle"):
            await client.fetch(Request(site.url("/a")))
        assert client.stats.errors["redirect"] == 1
    assert site.paths() == ["/a", "/b"]


async def test_a_site_that_tests_for_cookies_may_send_us_back() -> None:
    async def needs_cookie(seen: Seen, writer: object) -> bytes:
        if "ok=1" in seen.headers.get("cookie", ""):
            return answer(b"welcome")
        return redirect("/a", headers=[("Set-Cookie", "ok=1")])

    async with serve({"/a": needs_cookie}) as site, Client(FAST, start_url=site.url()) as client:
        page = await client.fetch(Request(site.url("/a")))
    assert page.text == "welcome"


async def test_redirects_end_at_the_limit() -> None:
    routes = {f"/{n}": redirect(f"/{n + 1}") for n in range(50)}
    options = NetOptions(delay_s=0, max_redirects=4)
    async with serve(routes) as site, Client(options, start_url=site.url()) as client:
        with pytest.raises(FetchError, match="more than 4 times"):
            await client.fetch(Request(site.url("/0")))
    assert len(site.paths()) == 5


@pytest.mark.parametrize(
    ("location", "kind", "words"),
    [
        ("ftp://example.org/x", RefusedError, "only http and https"),
        ("file:///etc/passwd", RefusedError, "only http and https"),
        ("javascript:alert(1)", RefusedError, "only http and https"),
        ("http://user:pw@127.0.0.1/", RefusedError, "user name or password"),
        ("http://[half/", FetchError, "not a web address"),
        ("/" + "x" * 9000, RefusedError, "more than the limit"),
        ("http://10.0.0.1/", RefusedError, "10.0.0.1 is not a public address"),
        ("http://169.254.169.254/latest", RefusedError, "not a public address"),
        ("http://[::ffff:10.0.0.1]/", RefusedError, "not a public address"),
    ],
)
async def test_a_redirect_to_where_we_do_not_go_is_refused(location: str, kind: type[FetchError], words: str) -> None:
    async with serve({"/a": redirect(location)}) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(kind, match=words) as caught:
            await client.fetch(Request(site.url("/a")))
    assert site.url("/a") in str(caught.value)


async def test_a_redirect_to_a_private_address_is_refused_without_robots_too() -> None:
    options = NetOptions(delay_s=0, retries=0, ignore_robots=True)
    async with (
        serve({"/a": redirect("http://10.0.0.1/x")}) as site,
        Client(options, start_url=site.url()) as c,
    ):
        with pytest.raises(RefusedError, match=r"10\.0\.0\.1 is not a public address.*redirected from"):
            await c.fetch(Request(site.url("/a")))


async def test_robots_are_asked_again_at_each_hop() -> None:
    routes = {
        "/robots.txt": answer(b"User-agent: *\nDisallow: /secret", content_type="text/plain"),
        "/a": redirect("/secret/b"),
        "/secret/b": answer(b"x"),
    }
    async with serve(routes) as site, Client(FAST, start_url=site.url()) as client:
        with pytest.raises(RefusedError, match=r"robots\.txt .* does not allow .*/secret/b.*redirected from"):
            await client.fetch(Request(site.url("/a")))
    assert site.paths() == ["/a"]


def test_a_location_with_raw_umlauts_and_spaces_is_encoded() -> None:
    ask = Ask(URL("http://a.test/x"))
    onward = next_ask(ask, status=302, location=" /grö ße ", max_length=1000)
    assert onward is not None
    assert str(onward.target) == "http://a.test/gr%C3%B6%20%C3%9Fe"


@pytest.mark.parametrize("status", [200, 300, 304, 305, 404])
def test_only_the_redirect_statuses_redirect(status: int) -> None:
    assert next_ask(Ask(URL("http://a.test/")), status=status, location="/b", max_length=1000) is None
