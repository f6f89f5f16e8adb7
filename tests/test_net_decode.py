"""Charsets and media types: the right text, and never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.net.decode import charset_of, decode_text, is_text, media_type

CONTENT_TYPES = st.one_of(
    st.just(""),
    st.text(max_size=30),
    st.sampled_from(["text/html", "text/html; charset=utf-8", "text/html;charset=latin-1", "a/b; charset=gbk"]),
)
GERMAN = "Größe, Übermut und Straße: „schön“ – 5 €"
RUSSIAN = "Русский текст для проверки кодировки страницы. " * 5
JAPANESE = "日本語の文章です。文字コードを調べる試験。" * 5
KOREAN = "한국어 문장입니다. 도서관 자료 검색 시험 텍스트를 인코딩합니다. " * 3
CHINESE = "中文文章的内容,用来测试字符编码的检测。" * 5


@given(st.binary(max_size=300), CONTENT_TYPES)
def test_any_bytes_become_text_that_can_be_written_again(body: bytes, content_type: str) -> None:
    decode_text(body, content_type).encode("utf-8")


@given(st.binary(max_size=300), CONTENT_TYPES)
def test_any_bytes_have_a_media_type(body: bytes, content_type: str) -> None:
    assert "/" in media_type(content_type, body)


@given(st.text(max_size=200))
def test_utf_8_is_read_whether_or_not_it_is_declared(text: str) -> None:
    body = text.encode("utf-8", "ignore")
    wanted = body.decode("utf-8").removeprefix("\ufeff")
    assert decode_text(body, "text/html; charset=utf-8") == wanted
    if b"charset" not in body and b"encoding" not in body:
        assert decode_text(body, "text/html") == wanted


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (GERMAN, "windows-1252"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "windows-1251"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (JAPANESE, "iso-2022-jp"),
        (CHINESE, "gb18030"),
    ],
)
def test_a_declared_charset_is_used_from_header_meta_or_xml(text: str, charset: str) -> None:
    plain = text.encode(charset)
    assert decode_text(plain, f'text/html; charset="{charset.upper()}"') == text
    in_meta = f"<html><head><meta charset={charset}><p>{text}"
    assert decode_text(in_meta.encode(charset), "text/html") == in_meta
    in_equiv = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}"><p>{text}'
    assert decode_text(in_equiv.encode(charset), "text/html") == in_equiv
    in_xml = f'<?xml version="1.0" encoding="{charset}"?><a>{text}</a>'
    assert decode_text(in_xml.encode(charset), "application/xml") == in_xml


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "windows-1251"),
        (JAPANESE, "shift_jis"),
        (CHINESE, "gb18030"),
        (KOREAN, "euc-kr"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "iso-8859-2"),
        ("naïve café, déjà vu", "iso-8859-1"),
    ],
)
def test_an_undeclared_charset_is_guessed_from_the_content(text: str, charset: str) -> None:
    assert decode_text(text.encode(charset), "text/html") == text


@pytest.mark.parametrize(
    ("text", "label", "codec"),
    [("①髙", "shift_jis", "cp932"), ("똠방각하", "euc-kr", "cp949"), ("㐀中文", "gb2312", "gb18030")],
)
def test_the_extensions_of_a_charset_are_read_under_its_plain_name(text: str, label: str, codec: str) -> None:
    assert decode_text(text.encode(codec), f"text/html; charset={label}") == text


def test_a_byte_order_mark_beats_every_declaration() -> None:
    for codec in ("utf-8-sig", "utf-16"):
        body = f"<meta charset=koi8-r>{GERMAN}".encode(codec)
        assert decode_text(body, "text/html; charset=windows-1251").endswith(GERMAN)


def test_utf_8_under_the_name_of_latin_1_is_recognised() -> None:
    assert decode_text(GERMAN.encode(), "text/html; charset=ISO-8859-1") == GERMAN


def test_latin_1_under_the_name_of_utf_8_is_recognised() -> None:
    assert decode_text(GERMAN.encode("cp1252"), "text/html; charset=utf-8") == GERMAN


def test_the_page_is_believed_where_the_header_is_wrong() -> None:
    html = f"<meta charset=windows-1251>{RUSSIAN}"
    assert decode_text(html.encode("cp1251"), "text/html; charset=utf-8") == html


def test_a_few_damaged_bytes_do_not_spoil_a_page() -> None:
    body = (RUSSIAN + "x").encode() + b"\xd0" + b" end"
    assert decode_text(body, "text/html; charset=utf-8") == RUSSIAN + "x\ufffd end"


def test_an_unknown_charset_is_ignored() -> None:
    assert decode_text(GERMAN.encode(), "text/html; charset=klingon") == GERMAN


def test_a_charset_is_found_among_other_parameters() -> None:
    assert charset_of("text/html; level=1; Charset='UTF8'") == "utf-8"
    assert charset_of("text/html") == ""


@pytest.mark.parametrize(
    ("content_type", "body", "media"),
    [
        ("Text/HTML; charset=x", b"<p>", "text/html"),
        ("", b"  <!DOCTYPE html><p>", "text/html"),
        ("", b"<?xml version='1.0'?><rss/>", "application/xml"),
        ("", b"just words", "text/plain"),
        ("", b"\0\x01\x02\x03", "application/octet-stream"),
        ("text/html", b"%PDF-1.7 ...", "application/octet-stream"),
        ("text/html", "größe".encode("utf-16"), "text/html"),
        ("text/html; charset=utf-16le", "größe".encode("utf-16-le"), "text/html"),
        ("image/png", b"\x89PNG", "image/png"),
        ("nonsense", b"<b>x", "text/html"),
    ],
)
def test_the_media_type_says_what_the_content_is(content_type: str, body: bytes, media: str) -> None:
    assert media_type(content_type, body) == media


@pytest.mark.parametrize(
    ("media", "text"),
    [
        ("text/html", True),
        ("text/plain", True),
        ("application/xhtml+xml", True),
        ("application/ld+json", True),
        ("application/json", True),
        ("image/svg+xml", False),
        ("image/png", False),
        ("application/pdf", False),
        ("application/zip", False),
        ("text/rtf", False),
    ],
)
def test_text_types_are_told_from_others(media: str, text: bool) -> None:
    assert is_text(media) is text
