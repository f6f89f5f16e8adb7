"""The commands put together."""

from typing import Annotated

import typer

from sonde import __version__
from sonde.cli.config import config_show
from sonde.cli.crawl import crawl
from sonde.cli.demo import demo
from sonde.cli.discover import discover
from sonde.cli.exits import EXPLAINED
from sonde.cli.export import export
from sonde.cli.frame import framed, with_options
from sonde.cli.inspect import inspect
from sonde.cli.interfaces import interfaces
from sonde.cli.lab import serve, trait_options
from sonde.cli.lab_completeness import completeness
from sonde.cli.lab_cost import cost
from sonde.cli.lab_coverage import coverage
from sonde.cli.lab_discovery import discovery
from sonde.cli.lab_harvest import harvest
from sonde.cli.lab_mining import mining
from sonde.cli.lab_options import experiment_options, figures_option, robustness_option
from sonde.cli.lab_papers import papers
from sonde.cli.lab_ranking import ranking, ranking_options
from sonde.cli.lab_topic import topic, topic_options
from sonde.cli.lab_web import web
from sonde.cli.mine import mine
from sonde.cli.report import report
from sonde.cli.search import search
from sonde.cli.status import status
from sonde.cli.topk import topk

app = typer.Typer(
    name="sonde",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    epilog=EXPLAINED,
)
config_app = typer.Typer(no_args_is_help=True, help="Settings: flag, environment, sonde.toml, default.")
lab_app = typer.Typer(no_args_is_help=True, help="Simulated sites to try things on.")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"sonde {__version__}")
        raise typer.Exit


@app.callback()
def sonde(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Download the hidden web: the pages behind a search box that no link leads to."""


for command in (inspect, crawl, discover, interfaces, mine, search, topk, export, status, report, demo):
    app.command(epilog=EXPLAINED)(framed(command))
config_app.command("show", epilog=EXPLAINED)(framed(config_show))
lab_app.command("serve", epilog=EXPLAINED)(framed(with_options(serve, **trait_options())))
_difficult = {**experiment_options(), **robustness_option()}
lab_app.command("coverage", epilog=EXPLAINED)(framed(with_options(coverage, **_difficult, **figures_option())))
lab_app.command("completeness", epilog=EXPLAINED)(framed(with_options(completeness, **_difficult)))
lab_app.command("cost", epilog=EXPLAINED)(framed(cost))
lab_app.command("ranking", epilog=EXPLAINED)(framed(with_options(ranking, **ranking_options())))
_topic = topic_options({**experiment_options(), **figures_option()})
lab_app.command("topic", epilog=EXPLAINED)(framed(with_options(topic, **_topic)))
app.add_typer(config_app, name="config")
lab_app.command("papers", epilog=EXPLAINED)(framed(papers))
lab_app.command("web", epilog=EXPLAINED)(framed(web))
lab_app.command("discovery", epilog=EXPLAINED)(framed(discovery))
lab_app.command("mining", epilog=EXPLAINED)(framed(mining))
lab_app.command("harvest", epilog=EXPLAINED)(framed(harvest))
app.add_typer(lab_app, name="lab")


def main() -> None:
    """The `sonde` command."""
    app()
