import random
from dataclasses import asdict, fields

import pytest

from sonde.errors import ConfigError
from sonde.lab.search.stopwords import STOP_LISTS, stop_words
from sonde.lab.traits import Traits


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"method": "PUT"}, "GET, POST"),
        ({"paging": "numberd"}, "Did you mean numbered?"),
        ({"decoys": ("logon",)}, "Did you mean login?"),
        ({"page_size": 0}, "1 or more"),
        ({"cap": 0}, "1 or more"),
        ({"error_rate": 1.0}, "up to, not including, 1"),
        ({"drop_rate": -0.1}, "from 0"),
        ({"charset": "klingon"}, "cannot be used"),
        ({"charset": "utf-16"}, "cannot be used"),
        ({"stop_words": " , "}, "holds no words"),
        ({"redirect_post": True}, "needs method POST"),
    ],
)
def test_an_impossible_site_is_refused_with_what_is_possible(settings: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Traits.from_settings(settings)
    assert says in str(caught.value)


def test_an_unknown_trait_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match="Did you mean page_size"):
        Traits.from_settings({"pagesize": 10})


def test_stop_words_are_a_list_by_name_or_the_words_themselves() -> None:
    assert stop_words("") == stop_words("none") == frozenset()
    assert stop_words("short") < stop_words("English") == STOP_LISTS["english"]
    assert stop_words("Foo, bar baz") == {"foo", "bar", "baz"}


def test_random_sites_are_valid_varied_and_repeatable() -> None:
    sites = [Traits.random(random.Random(i)) for i in range(200)]
    assert sites == [Traits.random(random.Random(i)) for i in range(200)]
    quiet = {
        "error_rate",
        "drop_rate",
        "delay_s",
        "throttle_every",
        "retry_after_s",
        "robots",
        "charset",
        "listing",
        "popularity",
        "answers",
        "box",
        "token_once",
        "stemming",
        "phrase",
        "wildcard",
        "either",
        "too_many",
        "max_page_size",
        "menus",
        "ranges",
        "fields",
    }
    for field in fields(Traits):
        seen = {asdict(site)[field.name] for site in sites}
        assert (len(seen) == 1) == (field.name in quiet | {"featured"}), field.name
