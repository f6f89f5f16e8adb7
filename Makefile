# make demo and make test need Python 3.11 or newer and nothing else: they make .venv themselves.
# Another Python: make test PYTHON=python3.12

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
INSTALLED := $(VENV)/.installed
BENCHED := $(VENV)/.installed-benchmarks

.PHONY: demo test lint bench clean chromium

demo: $(INSTALLED)
	$(VENV)/bin/sonde demo

# Many tests start the program anew: it is compiled once, whatever the environment says about bytecode.
test: export PYTHONDONTWRITEBYTECODE =
test: $(INSTALLED) chromium
	$(VENV)/bin/python -m pytest --numprocesses 3 --dist worksteal

lint: $(INSTALLED)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

# The tests of pages that scripts draw need Chromium: root on Debian gets it, others are told how.
chromium:
	@for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do \
		command -v $$name >/dev/null && exit 0; done; \
	if test "$$(id -u)" = 0 && test -f /etc/debian_version; then \
		(apt-get install -qq -y --no-install-recommends chromium || \
		(apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium)) >/dev/null && exit 0; fi; \
	echo "The browser tests are skipped: there is no Chromium. Install it (Debian: apt install chromium) to run them." >&2

bench: $(BENCHED)
	$(VENV)/bin/python -m benchmarks

clean:
	rm -rf $(VENV) build dist src/*.egg-info demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Sonde needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(BENCHED): $(INSTALLED) $(wildcard benchmarks/requirements.txt)
	if test -f benchmarks/requirements.txt; then \
		$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/requirements.txt; fi
	touch $@
