"""The archive: readable by other programs, whole after a kill, and honest about a full disk."""

import asyncio
import gzip
import random
import resource
import threading
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator as WarcioReader  # type: ignore[import-untyped]

from fastwarc_reader import ArchiveIterator as FastReader
from fastwarc_reader import WarcRecordType
from sonde.errors import StoreError
from sonde.model import Pairs
from sonde.store.warc import WarcArchive
from sonde.store.warc_record import exchange_members, info_member
from sonde.store.warc_repair import repair_tail


@dataclass(frozen=True)
class Exchange:
    """What the HTTP client hands over."""

    url: str = "http://site.test/search?q=jazz"
    method: str = "GET"
    date: float = 1_700_000_000.5
    request_headers: Pairs = (("Host", "site.test"), ("User-Agent", "Sonde"))
    request_body: bytes = b""
    status: int = 200
    reason: str = "OK"
    http_version: str = "1.1"
    response_headers: Pairs = (("Content-Type", "text/html"),)
    body: bytes = b"<p>found</p>"
    remote_ip: str = "127.0.0.1"
    truncated: str = ""
    error: str = ""


def read_with_fastwarc(path: Path) -> list[tuple[str, str, bytes]]:
    """Type, address and payload of every record; only records with a right digest are given back."""
    with path.open("rb") as file:
        return [
            (record.headers["WARC-Type"], record.headers.get("WARC-Target-URI") or "", record.reader.read())
            for record in FastReader(file, parse_http=True, verify_digests=True)
        ]


def read_with_warcio(path: Path) -> list[tuple[str, str, bytes]]:
    records = []
    with path.open("rb") as file:
        for record in WarcioReader(file, check_digests="raise"):
            address = record.rec_headers.get_header("WARC-Target-URI") or ""
            records.append((record.rec_type, address, record.content_stream().read()))
    return records


def read_both(path: Path) -> list[tuple[str, str, bytes]]:
    records = read_with_fastwarc(path)
    assert records == read_with_warcio(path)
    return records


async def write(directory: Path, *exchanges: Exchange, max_file_bytes: int = 10**9) -> None:
    async with WarcArchive(directory, max_file_bytes=max_file_bytes) as archive:
        for exchange in exchanges:
            archive.record(exchange)


async def test_an_exchange_is_read_back_by_two_other_programs(tmp_path: Path) -> None:
    await write(tmp_path, Exchange())
    info, response, request = read_both(tmp_path / "00001.warc.gz")
    assert info[0] == "warcinfo"
    assert response == ("response", "http://site.test/search?q=jazz", b"<p>found</p>")
    assert request == ("request", "http://site.test/search?q=jazz", b"")


async def test_the_records_of_an_exchange_carry_what_a_replay_needs(tmp_path: Path) -> None:
    await write(tmp_path, Exchange(method="POST", request_body=b"q=jazz", truncated="length"))
    with (tmp_path / "00001.warc.gz").open("rb") as file:
        _, response, request = [
            (record.headers.to_dict(), record.http_headers and record.http_headers.status_line)
            for record in FastReader(file, parse_http=True)
        ]
    assert response[0]["WARC-IP-Address"] == "127.0.0.1"
    assert response[0]["WARC-Date"] == "2023-11-14T22:13:20.500000Z"
    assert response[0]["WARC-Truncated"] == "length"
    assert response[0]["WARC-Payload-Digest"].startswith("sha1:")
    assert request[0]["WARC-Concurrent-To"] == response[0]["WARC-Record-ID"]
    assert response[1] == "HTTP/1.1 200 OK"
    assert request[1] == "POST /search?q=jazz HTTP/1.1"


async def test_every_record_is_a_gzip_member_of_its_own(tmp_path: Path) -> None:
    await write(tmp_path, *[Exchange(body=b"x" * 5000)] * 4)
    data = (tmp_path / "00001.warc.gz").read_bytes()
    starts = [at for at in range(len(data)) if data.startswith(b"\x1f\x8b\x08\x00", at)]
    assert len(starts) == 9
    assert all(gzip.decompress(data[at:]).startswith(b"WARC/1.1\r\n") for at in starts)


async def test_joined_chunks_do_not_claim_to_be_chunked(tmp_path: Path) -> None:
    await write(tmp_path, Exchange(response_headers=(("Transfer-Encoding", "chunked"),), body=b"5 words\r\n"))
    assert read_both(tmp_path / "00001.warc.gz")[1][2] == b"5 words\r\n"


async def test_an_answer_that_never_came_leaves_its_request_and_the_reason(tmp_path: Path) -> None:
    await write(tmp_path, Exchange(status=0, body=b"", error="connection refused"))
    _, note, request = read_both(tmp_path / "00001.warc.gz")
    assert note[0] == "metadata"
    assert note[2] == b"error: connection refused\r\n"
    assert request[0] == "request"


odd_text = st.text(st.characters(exclude_categories=()), max_size=20)


@settings(max_examples=60, deadline=None)
@given(url=odd_text, header=odd_text, value=odd_text, reason=odd_text, body=st.binary(max_size=200))
def test_nothing_in_an_exchange_can_break_the_file(
    tmp_path_factory: pytest.TempPathFactory, url: str, header: str, value: str, reason: str, body: bytes
) -> None:
    path = tmp_path_factory.mktemp("archive") / "00001.warc.gz"
    address = "http://site.test/" + url.replace("[", "").replace("]", "")
    odd = Exchange(url=address, reason=reason, response_headers=((header, value),), body=body)
    path.write_bytes(exchange_members(odd) + exchange_members(Exchange()))
    with path.open("rb") as file:
        types = [record.record_type for record in FastReader(file, parse_http=False)]
    assert types == [WarcRecordType.response, WarcRecordType.request] * 2
    with path.open("rb") as file:
        contents = [record.raw_stream.read() for record in WarcioReader(file, no_record_parse=True)]
    assert contents[0].endswith(body)


async def test_each_run_begins_a_new_file(tmp_path: Path) -> None:
    await write(tmp_path, Exchange())
    await write(tmp_path)
    await write(tmp_path, Exchange())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["00001.warc.gz", "00002.warc.gz"]


async def test_a_full_file_is_followed_by_the_next(tmp_path: Path) -> None:
    bodies = [random.Random(number).randbytes(3000) for number in range(10)]
    await write(tmp_path, *(Exchange(body=body) for body in bodies), max_file_bytes=8000)
    files = sorted(tmp_path.iterdir())
    assert len(files) > 2
    assert all(read_both(file)[0][0] == "warcinfo" for file in files)
    payloads = [content for file in files for kind, _, content in read_both(file) if kind == "response"]
    assert payloads == bodies


async def test_flush_waits_until_everything_is_in_the_file(tmp_path: Path) -> None:
    async with WarcArchive(tmp_path) as archive:
        for _ in range(20):
            archive.record(Exchange(body=b"page " * 5000))
        await archive.flush()
        assert len(read_both(tmp_path / "00001.warc.gz")) == 41


def busy_disk(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, list[int]]:
    """Writing waits until the event is set; the size of each piece that was written."""
    disk_is_free = threading.Event()
    written: list[int] = []
    append = WarcArchive._append

    def slow_append(self: WarcArchive, data: bytes) -> None:
        disk_is_free.wait(10)
        written.append(len(data))
        append(self, data)

    monkeypatch.setattr(WarcArchive, "_append", slow_append)
    return disk_is_free, written


async def test_a_slow_disk_holds_the_crawl_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk_is_free, written = busy_disk(monkeypatch)
    async with WarcArchive(tmp_path) as archive:
        body = random.Random(1).randbytes(4 << 20)
        for _ in range(3):
            archive.record(Exchange(body=body))
        assert not written
        next_one = asyncio.create_task(asyncio.to_thread(archive.record, Exchange(body=body)))
        await asyncio.sleep(0.3)
        assert not next_one.done()
        disk_is_free.set()
        await next_one
        assert written


async def test_what_is_queued_while_the_disk_is_busy_is_written_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk_is_free, written = busy_disk(monkeypatch)
    async with WarcArchive(tmp_path) as archive:
        for number in range(50):
            archive.record(Exchange(body=b"page %d" % number))
        disk_is_free.set()
        await archive.flush()
        assert len(written) <= 3  # the head of the file, what was there when it was free to begin, and the rest
    bodies = [content for kind, _, content in read_both(tmp_path / "00001.warc.gz") if kind == "response"]
    assert bodies == [b"page %d" % number for number in range(50)]


async def test_a_full_disk_is_a_clear_error_and_the_file_stays_whole(tmp_path: Path) -> None:
    noise = random.Random(1)
    async with WarcArchive(tmp_path) as archive:
        archive.record(Exchange())
        await archive.flush()
        file = tmp_path / "00001.warc.gz"
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 5000, hard))
        try:
            archive.record(Exchange(body=noise.randbytes(20_000)))
            with pytest.raises(StoreError, match=r"disk full.*00001\.warc\.gz"):
                await archive.flush()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert len(read_both(file)) == 3
        archive.record(Exchange())
    assert len(read_both(file)) == 5


async def test_an_archive_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "archive").touch()
    archive = WarcArchive(tmp_path / "archive" / "inside")
    archive.record(Exchange())
    with pytest.raises(StoreError, match="archive"):
        await archive.close()
    await archive.close()


def torn_file(directory: Path) -> tuple[Path, bytes, list[int]]:
    """A file of a few exchanges, its bytes, and the offsets at which records end."""
    noise = random.Random(7)
    members = [info_member("00001.warc.gz", date=0.0)]
    for body in (b"<p>short</p>", noise.randbytes(3000), b"word " * 4000):
        members.append(exchange_members(Exchange(body=body)))
    path = directory / "00001.warc.gz"
    path.write_bytes(b"".join(members))
    data = path.read_bytes()
    ends, at = [0], 0
    while at < len(data):
        at = data.find(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", at + 1)
        at = len(data) if at < 0 else at
        ends.append(at)
    return path, data, ends


def test_a_file_cut_anywhere_keeps_its_whole_records(tmp_path: Path) -> None:
    path, data, ends = torn_file(tmp_path)
    assert len(ends) == 8
    near_ends = {end + step for end in ends for step in (-9, -8, -1, 0, 1, 5, 9, 10, 11, 40)}
    cuts = sorted(cut for cut in near_ends | set(range(1, len(data), 97)) if 0 < cut <= len(data))
    for cut in cuts:
        path.write_bytes(data[:cut])
        whole = max(end for end in ends if end <= cut)
        assert repair_tail(path) == cut - whole
        if whole:
            assert path.stat().st_size == whole
            assert len(read_both(path)) == ends.index(whole)
        else:
            assert not path.exists()


def test_a_tail_of_zeros_is_cut_off(tmp_path: Path) -> None:
    path, data, _ = torn_file(tmp_path)
    path.write_bytes(data + bytes(4096))
    assert repair_tail(path) == 4096
    assert path.read_bytes() == data


def test_damage_in_the_middle_is_not_taken_for_a_torn_tail(tmp_path: Path) -> None:
    path, data, ends = torn_file(tmp_path)
    damaged = bytearray(data)
    middle = (ends[3] + ends[4]) // 2
    damaged[middle : middle + 50] = bytes(50)
    damaged = damaged[:-20]  # and the tail is torn as well
    path.write_bytes(damaged)
    assert repair_tail(path) == 0
    assert path.read_bytes() == damaged


def by_zlib(members: bytes) -> bytes:
    """The same records as zlib compresses them."""
    written = b""
    while members:
        reader = zlib.decompressobj(31)
        plain = reader.decompress(members)
        members = reader.unused_data
        compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
        written += compressor.compress(plain) + compressor.flush()
    return written


def test_an_archived_archive_does_not_mislead_the_repair(tmp_path: Path) -> None:
    noise = random.Random(3)
    inner = exchange_members(Exchange(body=noise.randbytes(3000)))
    # zlib, which wrote the archives of earlier versions, stores what it cannot shrink: amid noise, the whole record
    # lies within the outer one.
    body = noise.randbytes(20_000) + inner + noise.randbytes(20_000)
    first, outer = exchange_members(Exchange()), by_zlib(exchange_members(Exchange(body=body)))
    assert inner in outer
    path = tmp_path / "00001.warc.gz"
    path.write_bytes(first + outer)
    assert repair_tail(path) == 0
    path.write_bytes((first + outer)[: len(first) + outer.index(inner) + len(inner) + 100])
    repair_tail(path)
    assert path.read_bytes() == first


async def test_the_next_run_repairs_the_last_file(tmp_path: Path) -> None:
    path, data, ends = torn_file(tmp_path)
    path.write_bytes(data[:-30])
    await write(tmp_path, Exchange())
    assert path.stat().st_size == ends[-2]
    assert len(read_both(tmp_path / "00002.warc.gz")) == 3
