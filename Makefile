# Two commands: `make play` sets everything up and plays; `make test` sets everything up and runs every test.
PYTHON ?= python3
BIN := .venv/bin

# Tests wait for servers, bots and browsers: a third worker keeps two cores busy meanwhile. Idle workers take over what
# is left of the others' share.
TOGETHER := -n 3 --dist worksteal

.PHONY: play test types rules page quick lock clean

play: .venv/ready-to-play
	$(BIN)/hardtack play

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory -j 2 types rules
	$(MAKE) --no-print-directory page
	$(BIN)/hardtack rules --coverage

types: .venv/ready-to-test
	$(BIN)/mypy

# Everything but the page. Playwright keeps an event loop running, so its tests have a session of their own.
rules: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) --ignore tests/browser

page: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) tests/browser

# Everything but the server and the page: for the minutes between two changes.
quick: .venv/ready-to-test
	$(BIN)/python -m pytest -q $(TOGETHER) --ignore tests/browser --ignore tests/server

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/ready-to-play: .venv/bin/python requirements.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $@

.venv/ready-to-test: .venv/bin/python requirements-dev.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $@

# Resolve the versions anew from pyproject.toml.
lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		pyproject.toml --group dev --output-file requirements-dev.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
