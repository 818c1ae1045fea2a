# Two commands: `make play` sets everything up and plays; `make test` sets everything up and runs every test.
PYTHON ?= python3
BIN := .venv/bin

# The locks name everything, so nothing is to be looked for; what is used is compiled when it is, not all there is.
INSTALL := $(BIN)/python -m pip install --quiet --no-deps --no-compile

# Idle workers take over what is left of the others' share.
TOGETHER := --dist worksteal -n

# mypyc needs setuptools, which newer Pythons do not bring.
COMPILE := $(BIN)/python -c "import setuptools" 2>/dev/null || $(BIN)/python -m pip install --quiet setuptools; $(BIN)/python tools/compile.py

# The tests start dozens of servers and workers: none of them compiles everything anew, whatever the machine's settings.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test types rules page clauses quick fast test-fast part part-of-it wheel lock clean

play: .venv/ready-to-play
	$(BIN)/hardtack play

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m compileall -q -j 0 src
	$(BIN)/python tests/side_by_side.py page rules types part clauses

types: .venv/ready-to-test
	$(BIN)/mypy

clauses: .venv/ready-to-test
	$(BIN)/hardtack rules --coverage

# Everything but the page. Playwright keeps an event loop running, so its tests have a session of their own; they wait
# for servers, bots and browsers, and the others fill two cores meanwhile. Every worker collects all the tests and makes
# what a session shares (a PostgreSQL server, boards, drawings), so there are no more of them than that takes; what
# mostly waits comes early (tests/conftest.py), while the page keeps the cores busy.
rules: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) 3 --ignore tests/browser

page: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) 2 tests/browser

# Everything but the server and the page: for the minutes between two changes.
quick: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) 2 --ignore tests/browser --ignore tests/server

# The compiled build (docs/speed.md): a copy of the package with its hot modules made into C, in build/fast.
fast: .venv/ready-to-test
	$(COMPILE)

test-fast: fast
	PYTHONPATH=build/fast $(BIN)/hardtack --version
	PYTHONPATH=build/fast $(BIN)/python -m pytest -q $(TOGETHER) 2 --ignore tests/browser

# As much of it as every test run can afford: the engine with one battle, quickly compiled, and its games replayed.
part: .venv/ready-to-test
	@if $(BIN)/python tools/compile.py --check; then $(MAKE) --no-print-directory part-of-it; fi

part-of-it:
	$(COMPILE) --battles bull_run --into build/part -O 0
	PYTHONPATH=build/part $(BIN)/python -m pytest -q -p no:cacheprovider tests/records/test_records.py \
		tests/referee/test_state.py tests/referee/test_playout.py -k "bull or test_state or own_way or takes_back"

wheel: .venv/ready-to-test
	HARDTACK_COMPILE=1 $(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/ready-to-play: .venv/bin/python requirements.txt pyproject.toml
	$(INSTALL) --requirement requirements.txt
	$(INSTALL) --editable .
	touch $@

.venv/ready-to-test: .venv/bin/python requirements-dev.txt pyproject.toml
	$(INSTALL) --requirement requirements-dev.txt
	$(INSTALL) --editable .
	touch $@

# Resolve the versions anew from pyproject.toml.
lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		pyproject.toml --group dev --output-file requirements-dev.txt

clean:
	rm -rf build .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
