"""`python -m sonde` is the same as `sonde`."""

from sonde.cli import main

main()
