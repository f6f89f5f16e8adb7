"""Which forms search, which field takes the words, and which forms must never be sent."""

import pytest

from sonde.interface.forms.candidates import is_related, unfit
from sonde.interface.forms.score import query_field, refusal, search_score, tokens
from sonde.model import Form
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

URL = "http://site.example/page"


def form(html: str) -> Form:
    return find_forms(parse_html(html), URL)[0]


SEARCH_FORMS = {
    "html5": '<form action="/find"><input type="search" name="q"><button>Go</button></form>',
    "role": '<form role="search" action="/"><input type="text" name="s"><input type="submit" value="OK"></form>',
    "old": '<form action="/cgi-bin/lookup"><input name="words" size=20><input type=submit value="Search"></form>',
    "post": '<form action="/results" method=post id=searchform><input type=text name=txtQuery><input type=submit value=Search></form>',
    "german": '<form action="/treffer"><label>Suchbegriff <input name="begriff"></label><input type=submit value=Suchen></form>',
    "russian": '<form action="/poisk"><input name="text"><input type=submit value="Найти"></form>',
    "japanese": '<form action="/s"><input type="text" name="word"><input type="submit" value="検索"></form>',
    "icon": '<form class="site-search" action="/"><input name="s" placeholder="Type here"><button><svg></svg></button></form>',
    "placeholder": '<form action="/go"><input name="x1" placeholder="Search the archive"></form>',
    "wiki": '<form action="/index.php"><input type=hidden name=title value="Special:Search"><input name="search" title="Search the wiki"><input type=submit name=go value=Go></form>',
    "catalogue": '<form action="/opac"><select name=idx><option>Title</option></select><input name=q><input name=year size=4><input type=submit value=Find></form>',
    "jobs": '<form action="/jobs"><input name="what" aria-label="What"><input name="where" aria-label="Where"><button>Find jobs</button></form>',
    "sent": '<form action="/find"><input type="search" name="q"><input type="submit" value="Send"></form>',
    "orders": '<form action="/find"><input type="search" name="q"><button>Search orders</button></form>',
    "report": '<form action="/reports/search"><input type="search" name="q"><button>Search reports</button></form>',
}  # fmt: skip

OTHER_FORMS = {
    "login": '<form action="/login" method=post><input name=user><input type=password name=pass><button>Log in</button></form>',
    "newsletter": '<form action="/news" method=post><input type=email name=mail><button>Subscribe</button></form>',
    "newsletter by text": '<form action="/newsletter" method=post><input name=address><input type=submit value="Subscribe"></form>',
    "contact": '<form action="/contact" method=post><input name=name><textarea name=text></textarea><button>Send message</button></form>',
    "comment": '<form action="/post/1" method=post><input name=author><textarea name=body></textarea><input type=submit value="Post comment"></form>',
    "order": '<form action="/cart" method=post><input name=quantity value=1><button>Order now</button></form>',
    "payment": '<form action="/pay" method=post><input name=card><input type=submit value="Pay"></form>',
    "upload": '<form action="/up" method=post enctype="multipart/form-data"><input name=title><input type=file name=f><button>Upload</button></form>',
    "vote": '<form action="/poll" method=post><input type=radio name=v value=1><input type=submit value="Vote"></form>',
    "delete": '<form action="/admin"><input name=id><button>Delete</button></form>',
    "sign up": '<form action="/join" method=post><input name=name><input type=tel name=phone><button>Join us</button></form>',
    "language": '<form action="/lang"><select name=to><option>de</option></select><input type=submit value="Change"></form>',
    "sort": '<form action="/list"><select name=sort><option>date</option></select></form>',
    "only hidden": '<form action="/x" method=post><input type=hidden name=q value=1><button>Continue</button></form>',
    "address": '<form action="/delivery" method=post><input name=street><input name=zip><input name=city><input name=country><button>Continue</button></form>',
    "spanish login": '<form action="/entrar" method=post><input name=usuario><input type=submit value="Iniciar sesión"></form>',
    "chinese order": '<form action="/a" method=post><input name=n><input type=submit value="购买"></form>',
    "chinese order in a phrase": '<form action="/a" method=post><input name=q><input type=submit value="立即购买"></form>',
    "reply": '<form action="/t/1" method=post><input name=q><button>Reply</button></form>',
}  # fmt: skip


@pytest.mark.parametrize("style", SEARCH_FORMS)
def test_a_search_form_is_known_by_its_looks(style: str) -> None:
    assert search_score(form(SEARCH_FORMS[style])) > 0.65
    assert unfit(form(SEARCH_FORMS[style]), URL) == ""


@pytest.mark.parametrize("style", OTHER_FORMS)
def test_a_form_for_something_else_is_not_a_search_form(style: str) -> None:
    assert search_score(form(OTHER_FORMS[style])) < 0.5
    assert unfit(form(OTHER_FORMS[style]), URL) != ""


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        ("login", "it asks for a password (pass)"),
        ("newsletter", "it asks for an email (mail)"),
        ("contact", "it sends a message (a text area by POST)"),
        ("order", "its button says 'order now'"),
        ("delete", "its button says 'delete'"),
        ("upload", "it asks for a file (f)"),
        ("chinese order", "its button says '购买'"),
    ],
)
def test_a_refusal_says_what_was_seen(style: str, reason: str) -> None:
    assert refusal(form(OTHER_FORMS[style])) == reason


@pytest.mark.parametrize("style", SEARCH_FORMS)
def test_a_search_form_is_never_refused(style: str) -> None:
    assert refusal(form(SEARCH_FORMS[style])) == ""


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<form><input name=year><input name=q></form>', "q"),
        ('<form><input name=what><input name=where></form>', "what"),
        ('<form><input name=what value=cook><input name=where></form>', "what"),
        ('<form><input name=city value=Bonn><input name=profession></form>', "profession"),
        ('<form><input type=hidden name=q value=x><input name=other></form>', "other"),
        ('<form><input name=a1 placeholder="Author"><input name=a2 placeholder="Search terms"></form>', "a2"),
        ('<form><input type=search name=z><input name=q></form>', "z"),
        ('<form><input disabled name=q><input name=r></form>', "r"),
        ('<form><input type=number name=q><input type=text name=r></form>', "r"),
    ],
)  # fmt: skip
def test_the_words_go_into_the_field_that_asks_for_them(html: str, name: str) -> None:
    field = query_field(form(html))
    assert field is not None
    assert field.name == name


def test_a_form_without_free_text_has_no_field_for_words() -> None:
    assert (
        query_field(form("<form><select name=q><option>x</option></select><input type=checkbox name=c></form>")) is None
    )
    assert query_field(form("<form><input type=text></form>")) is None


def test_identifiers_and_labels_fall_into_the_same_words() -> None:
    assert {"search", "box"} <= tokens("searchBox") & tokens("search_box") & tokens("Search box") & tokens("search-box")


def test_a_form_on_another_domain_is_unfit_and_one_on_a_sister_host_is_not() -> None:
    away = '<form action="http://engine.example.net/s"><input type=search name=q></form>'
    assert unfit(form(away), URL) == "it asks another site (engine.example.net)"
    sister = '<form action="http://search.site.example/s"><input type=search name=q></form>'
    assert unfit(form(sister), URL) == ""


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("http://www.a.example/x", "https://search.a.example/", True),
        ("http://a.example/", "http://b.example/", False),
        ("http://www.shop.co.uk/", "http://find.shop.co.uk/", True),
        ("http://shop.co.uk/", "http://other.co.uk/", False),
        ("http://127.0.0.1:80/", "http://127.0.0.1:8080/", True),
        ("http://10.0.0.1/", "http://10.1.0.1/", False),
        ("http://localhost/", "http://localhost:81/", True),
        ("http://[::1]/", "http://[::2]/", False),
    ],
)
def test_hosts_of_one_domain_are_related(one: str, other: str, related: bool) -> None:
    assert is_related(one, other) is related
