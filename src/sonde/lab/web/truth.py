"""What is really in a simulated web, to compare a crawl with."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sonde.discover.model import FoundForm


@dataclass(frozen=True, slots=True)
class FormTruth:
    """One form that is looked for."""

    host: str
    page_url: str
    action: str
    kind: int  # of its site: 0 as in the training set, 1 mostly missing there
    distance: int  # links from a directory that lists the site
    is_reachable: bool = True  # its host answers
    is_beside: bool = False  # on a site that is known for something else; its distance is not counted then


@dataclass(frozen=True, slots=True)
class Truth:
    """What there is of one domain: sites that are known for their form, and forms of the domain on other sites."""

    domain: str
    forms: dict[str, FormTruth]  # by host
    domain_of: Callable[[str, str], str]  # of the form of a host that leads to a path
    on_topic: Callable[[str, str], bool]

    def is_relevant(self, form: FoundForm | str) -> bool:
        """Whether a found form, or one by its key, is of the domain, wherever it stands."""
        key = form if isinstance(form, str) else form.key
        host, slash, path = key.partition(" ")[0].partition("/")
        return self.domain_of(host, slash + path) == self.domain

    def found(self, forms: Iterable[FoundForm | str]) -> set[str]:
        """The hosts that are known for their form and whose form is among these."""
        places = {(form if isinstance(form, str) else form.key).partition(" ")[0] for form in forms}
        return {one.host for one in self.forms.values() if one.action.removeprefix("http://") in places}

    def is_on_topic(self, url: str) -> bool:
        """Whether a page speaks of the domain."""
        return self.on_topic(self.domain, url)
