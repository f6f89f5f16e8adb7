"""The simulated web in-process: any of its pages, made when asked for, and the truth about it."""

import random
from functools import lru_cache
from urllib.parse import parse_qs, urljoin, urlsplit

from sonde.discover.model import Example
from sonde.errors import ConfigError, FetchError, StatusError
from sonde.lab.corpora.record import Record
from sonde.lab.web.answers import answer_question, site_records
from sonde.lab.web.atlas import Atlas, Host
from sonde.lab.web.links import References
from sonde.lab.web.material import Material, builtin_material
from sonde.lab.web.pages import Pages
from sonde.lab.web.plan import plan_site
from sonde.lab.web.recipe import Recipe
from sonde.lab.web.reply import Reply, not_found, redirect
from sonde.lab.web.site import RECORD, Site, beside_action
from sonde.lab.web.training import Training
from sonde.lab.web.truth import FormTruth, Truth
from sonde.model import Page, Request

_PLANS = 4096  # sites whose plan is kept
_HOPS = 10  # redirects that are followed
_SEEDS = 10  # front pages of sites on topic; a page of a directory comes with them


class LabWeb:
    """A web made from a recipe and its material. It holds no page: each is written when it is fetched.

    `held_out` gives the small web that training sets come from; it shares no host with the large one.
    """

    def __init__(self, recipe: Recipe | None = None, material: Material | None = None, *, held_out: bool = False):
        self.recipe = recipe or Recipe()
        self.material = material or builtin_material()
        for name in self.recipe.domains:
            if name not in self.material.topics:
                raise ConfigError(f"there is no material for {name!r}. Use {', '.join(self.material.topics)}.")
        self.atlas = Atlas(self.recipe, held_out=held_out)
        self.site = lru_cache(maxsize=_PLANS)(self._site)
        self._held_out = held_out
        references = References(self.recipe, self.atlas, self.site)
        self._pages = Pages(self.recipe, self.material, references, held_out=held_out)
        self._training: Training | None = None

    async def fetch(self, request: Request) -> Page:
        """The page after redirects; raises FetchError like the network does."""
        return self.page(request.url, method=request.method, body=request.body)

    def page(self, url: str, *, method: str = "GET", body: bytes = b"") -> Page:
        """The page at an address, after redirects. Raises FetchError and StatusError."""
        target = url
        for _ in range(_HOPS):
            reply = self.reply(target, method=method, body=body)
            if reply.location:
                target, method, body = urljoin(target, reply.location), "GET", b""
                continue
            headers = (("content-type", "text/html; charset=utf-8"),)
            size = len(reply.text)
            page = Page(target, reply.text, url, reply.status, headers, body_bytes=size, elapsed_s=reply.delay_s)
            if reply.status >= 400:
                raise StatusError(f"{target} answered {reply.status}", url=target, status=reply.status, page=page)
            return page
        raise FetchError(f"{url} redirects more than {_HOPS} times", url=url)

    def reply(self, url: str, *, method: str = "GET", body: bytes = b"") -> Reply:
        """What the host of an address answers, redirects included. Raises FetchError for a host that is not there."""
        parts = urlsplit(url)
        name = (parts.hostname or "").removeprefix("www.")
        host = self.atlas.hosts.get(name)
        if host is None:
            raise FetchError(f"there is no host {parts.hostname}", url=url)
        if name != parts.hostname:
            return redirect(url.replace("://www.", "://", 1), status=301)
        site = self.site(host)
        if site.is_failing:
            return Reply("<html><body>Service unavailable</body></html>", 503)
        sent = body.decode("utf-8", "replace") if method == "POST" else parts.query
        reply = self._reply(site, parts.path or "/", sent)
        return Reply(reply.text, reply.status, reply.location, self.recipe.slow_s) if site.is_slow else reply

    def _reply(self, site: Site, path: str, sent: str) -> Reply:
        if spot := site.pages.get(path):
            return Reply(self._pages.page(site, path, spot))
        form, domain = site.database(path)
        if domain:
            answer = answer_question(form, path, self.records(site.host.name, path), sent)
            return Reply(self._pages.answer(site, path, answer))
        head, _, rest = path[1:].partition("/")
        match f"/{head}/":
            case "/out/":
                return redirect(f"http://{rest}/") if rest in self.atlas.hosts else not_found()
            case "/item/":
                return self._record(site, rest, parse_qs(sent).get("from", [site.action])[0])
            case "/calendar/" if site.has_calendar:
                return self._calendar(site, rest)
        if head.startswith(("other", "own")):
            return Reply("<html><body><h1>Results</h1><p>Nothing was found.</p></body></html>")
        return not_found()

    def _record(self, site: Site, number: str, action: str) -> Reply:
        records = self.records(site.host.name, action)
        if not number.isdecimal() or not 1 <= int(number) <= len(records):
            return not_found()
        return Reply(self._pages.record(site, records[int(number) - 1], site.database(action)[1]))

    def _calendar(self, site: Site, rest: str) -> Reply:
        numbers = [int(one) if one.isdecimal() else 0 for one in rest.split("/")]
        if not 2 <= len(numbers) <= 3 or not 1 <= numbers[1] <= 12:
            return not_found()
        return Reply(self._pages.calendar(site, numbers[0], numbers[1]))

    def _site(self, host: Host) -> Site:
        return plan_site(host, self.recipe, self.material, held_out=self._held_out)

    def domain_of(self, host: str, action: str) -> str:
        """The domain of the form of a host that leads to a path; empty where it is none that is looked for."""
        known = self.atlas.hosts.get(host)
        return self.site(known).database(action)[1] if known else ""

    def records(self, host: str, action: str = "") -> tuple[Record, ...]:
        """What lies behind a form of a host, its main one unless another is named by its path."""
        site = self.site(self.atlas.hosts[host])
        action = action or site.action
        domain = site.database(action)[1]
        topics = self.material.held_out if self._held_out else self.material.topics
        return site_records(f"{host}{action}", self.recipe, topics[domain]) if domain else ()

    def record_urls(self, host: str) -> list[str]:
        """The addresses of the records behind the main form of a host."""
        return [f"http://{host}{RECORD}{number + 1}" for number in range(len(self.records(host)))]

    def seeds(self, domain: str) -> list[str]:
        """Where a crawl for a domain starts: sites on its topic without a form, and one page of a directory."""
        rng = random.Random(f"{self.recipe.seed}/seeds/{domain}")
        sites = [host for host in self.atlas.of_domain[domain] if host.role == "topic"] or self.atlas.of_domain[domain]
        healthy = [host for host in rng.sample(sites, min(len(sites), 3 * _SEEDS)) if not self.site(host).is_failing]
        hub = next((one for one in self.atlas.hubs[domain] if not self.site(one).is_failing), None)
        return [f"http://{host.name}/" for host in (*healthy[:_SEEDS], *([hub] if hub else []))]

    def truth(self, domain: str) -> Truth:
        """Every form of a domain that is looked for, and which pages are on its topic."""
        forms = {}
        for hosts in self.atlas.with_form[domain]:
            for host in hosts:
                site = self.site(host)
                root = f"http://{host.name}"
                forms[host.name] = FormTruth(
                    host.name, root + site.form_page, root + site.action, host.kind, site.form_depth + 1,
                    is_reachable=not site.is_failing,
                )  # fmt: skip
        return Truth(domain, forms, self.domain_of, self._is_on_topic)

    def beside(self, domain: str) -> list[FormTruth]:
        """The forms of a domain on sites that are known for something else. Plans every site, which takes a while."""
        found = []
        for host in self.atlas.hosts.values():
            site = self.site(host)
            for path, forms in site.beside.items():
                for number, form in enumerate(forms):
                    if form.domain == domain:
                        root, action = f"http://{host.name}", beside_action(path, number)
                        found.append(FormTruth(host.name, root + path, root + action, 0, 0, not site.is_failing, True))
        return found

    def _is_on_topic(self, domain: str, url: str) -> bool:
        parts = urlsplit(url)
        host = self.atlas.hosts.get(parts.hostname or "")
        return (
            host is not None and host.domain == domain and self._pages.is_on_topic(self.site(host), parts.path or "/")
        )

    @property
    def training(self) -> Training:
        """Example pages and the paths that lead to them, of sites outside this web."""
        if self._training is None:
            self._training = Training(LabWeb(self.recipe, self.material, held_out=True))
        return self._training

    def examples(self, domain: str) -> list[Example]:
        """Pages to learn a domain from: with its forms, on its topic, and neither."""
        return self.training.examples(domain)
