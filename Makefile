# make play | test | bench | lint | screenshots: each sets up what it needs first, once.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
PY := $(BIN)/python
ARGS ?=

.PHONY: play test bench lint screenshots clean

play: .venv/.game
	@$(BIN)/crazyeights play $(ARGS)

test: .venv/.dev
	$(PY) -m pytest $(ARGS)

bench: .venv/.bench
	$(PY) tests/benchmarks/run.py $(ARGS)

lint: .venv/.dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(BIN)/lint-imports

# The pictures in the docs; where there is no display, those of the window take Xvfb.
screenshots: .venv/.dev
	$(PY) docs/make_terminal_pictures.py
	$(PY) docs/make_window_pictures.py $(ARGS)

# The stamps say that what they name is installed; a newer pyproject.toml installs again. uv makes a .venv without pip.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "crazyeights needs Python 3.11 or newer, but this is %d.%d; name another with make PYTHON=python3.12" % sys.version_info[:2])'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "could not make .venv: on Debian and Ubuntu, install python3-venv first"; exit 1; }

.venv/.game: pyproject.toml | $(PY)
	@echo "Installing crazyeights into .venv; this is done once."
	@$(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip --upgrade >/dev/null
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.dev: pyproject.toml .venv/.game | $(PY)
	@echo "Installing what the tests need into .venv; this is done once."
	@$(PY) -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	@$(PY) -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

.venv/.bench: pyproject.toml .venv/.dev | $(PY)
	-$(PY) -m pip install --quiet --disable-pip-version-check --group bench
	@touch $@

clean:
	rm -rf .venv
