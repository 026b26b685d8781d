# make play | test | kernel-passes | peers | thorough | bench | lint | docs | screenshots: each sets up what it needs first, once.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
PY := $(BIN)/python
ARGS ?=

.PHONY: play test kernel-passes peers thorough bench lint docs screenshots clean

play: .venv/.game
	@$(BIN)/crazyeights play $(ARGS)

# A file's tests stay together, so that a display or a server is started once for them.
test: .venv/.dev
	$(PY) -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

# What touches the kernel, where numba and NumPy are not found, and where the kernel is left as the Python that it is.
kernel-passes: .venv/.dev
	PYTHONPATH=tests/without_extra $(PY) -m pytest --numprocesses auto --dist loadfile tests/core/test_simulate.py \
	  tests/core/test_arena_engines.py tests/frontends/test_engines.py tests/core/test_classic.py tests/core/test_specs.py \
	  tests/strategies/test_kernel_loading.py $(ARGS)
	NUMBA_DISABLE_JIT=1 CRAZYEIGHTS_ROUNDS=4 $(PY) -m pytest --numprocesses auto --dist loadfile \
	  tests/core/test_fast_equal.py tests/core/test_fast_stream.py tests/core/test_simulate.py \
	  -k "not every_value and not planted and not any_table" $(ARGS)

# Thousands of rounds beside OpenSpiel, compared move by move: some minutes.
peers: .venv/.dev
	$(PY) tests/peers/run.py $(ARGS)

# The engine beside the restatement of its rules, 10,000 rounds of each variant and sort of table: some hours.
thorough: export CRAZYEIGHTS_ROUNDS = 10000
thorough: .venv/.dev
	$(PY) -m pytest --numprocesses auto --timeout 0 tests/core/test_against_reference.py tests/core/test_perft.py \
	  tests/core/test_family_roles.py tests/core/test_family_surprise.py $(ARGS)

bench: .venv/.dev
	$(PY) tests/benchmarks/run.py $(ARGS)

lint: .venv/.dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(BIN)/lint-imports

# The site, into build/docs; a link that leads nowhere or a name without docstring is an error.
docs: .venv/.docs
	$(PY) -m mkdocs build --strict $(ARGS)

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

.venv/.docs: pyproject.toml .venv/.dev | $(PY)
	@$(PY) -m pip install --quiet --disable-pip-version-check --group docs
	@touch $@

clean:
	rm -rf .venv
