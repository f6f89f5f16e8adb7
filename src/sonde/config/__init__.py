"""Settings: flag, environment, sonde.toml, default, in this order."""

from sonde.config.load import Config, load_config
from sonde.config.settings import SETTINGS, Setting
from sonde.config.values import parse_duration

__all__ = ["SETTINGS", "Config", "Setting", "load_config", "parse_duration"]
