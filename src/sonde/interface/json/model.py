"""What Sonde knows about answers in JSON: part of interface.yaml. Paths are those of `page.json_value`."""

from dataclasses import dataclass
from typing import Literal

JsonPagingKind = Literal["none", "header", "address", "carry", "page", "offset"]


@dataclass(frozen=True, slots=True)
class JsonPaging:
    """How the next part of an answer is asked for."""

    kind: JsonPagingKind = "none"
    where: str = ""  # address, carry: the path of the next address, or of the value or object to send back
    parameter: str = ""  # takes the page, the offset or the value; empty: an object's members name their own
    first: int = 1  # the number of the first page
    size_parameter: str = ""  # takes the number of records wanted at a time
    size: int = 0  # what it is set to; 0: as many as the site gives by itself


@dataclass(frozen=True, slots=True)
class JsonBatch:
    """How the texts of several records are had in one request."""

    address: str = ""  # with {keys} in it; empty: there is no such way
    separator: str = ""  # between keys
    size: int = 0  # records at a time
    key: str = ""  # the field of a record that is sent, and that comes back
    records: str = ""  # the path of the records in the answer
    text: tuple[str, ...] = ()  # the fields that make up the text


@dataclass(frozen=True, slots=True)
class JsonAnswer:
    """Where the records of an answer are, and what their fields mean."""

    records: str  # the path of the list; empty: the answer is the list
    columns: str = ""  # the path of the column names, where records are plain rows
    key: str = ""  # the field that tells one record from another
    url: str = ""  # the field that holds the record's address
    detail: str = ""  # or else the address of a record, with {key} in it; empty: it has none of its own
    title: str = ""
    text: tuple[str, ...] = ()  # the fields that make up the document's text; empty: all of them
    fetch: bool = False  # records hold no more than an extract: each document is fetched from its address
    batch: JsonBatch = JsonBatch()  # or the texts of several at once; what it lacks is fetched one by one
    total: str = ""  # the path of the hit count, or "header NAME"
    exact: bool = True  # False: the count was not seen to agree with what could be read
    paging: JsonPaging = JsonPaging()
