"""Which field names a record: one that names a group of records does not, however much the records are alike."""

from sonde.interface.json.fields import key_field


def track(number: int, *, album: int) -> dict[str, str]:
    """A record of many fields, most of them empty, as those of its neighbours are."""
    unused = {f"unused_{place}": "" for place in range(30)}
    return {"album_id": str(album), **unused, "id": str(number), "title": f"Song {number}", "album": f"Album {album}"}


def test_the_number_of_a_group_does_not_name_its_records() -> None:
    assert key_field([track(number, album=number // 5) for number in range(40)]) == "id"


def test_a_group_that_shows_in_another_answer_only_does_not_name_its_records() -> None:
    one_of_each = [track(number, album=number) for number in range(8)]
    assert key_field([*one_of_each, track(8, album=3)]) == "id"


def test_a_record_that_two_answers_hold_is_one_though_its_extract_differs() -> None:
    def found(number: int, title: str, extract: str) -> dict[str, str]:
        return {"extract": extract, "id": str(number), "title": title, "year": str(1950 + number)}

    one = [found(number, f"Song {number}", "of the sea") for number in range(5)]
    other = [found(number, f"<b>Song</b> {number}", "of rain") for number in range(5)]
    assert key_field([*one, *other]) == "id"
