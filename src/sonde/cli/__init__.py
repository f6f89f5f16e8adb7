"""The command line: one small file per command, each a few lines over one call of the library."""

from sonde.cli.app import app, main

__all__ = ["app", "main"]
