"""`sonde config show`: every setting, its value and where it was set."""

from sonde.cli import options as o
from sonde.cli.terminal import show, show_json
from sonde.config import SETTINGS, Setting


def config_show(config: o.ConfigFile = None, as_json: o.Json = False) -> None:
    """Print each setting with its value and its source: environment, configuration file or default."""
    settings = o.read_settings({"config": config})
    crawl = o.crawl_options(settings)
    decided = {"policy": crawl.policy, "target": crawl.rules.target}  # by the planner, where they are not set
    for setting in SETTINGS.values():
        value = decided.get(setting.name, getattr(settings, setting.attribute or setting.name))
        source = settings.sources.get(setting.name, "default")
        if as_json:
            show_json({"name": setting.name, "value": value, "source": source})
        else:
            show(f"{setting.name:<14} {_in_words(setting, value):<24} {source}")


def _in_words(setting: Setting, value: object) -> str:
    if value is None or value in ("", (), {}):
        return setting.unset
    if isinstance(value, dict):
        return ", ".join(f"{key}={amount:g}" for key, amount in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
