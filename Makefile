# Two commands: `make play` sets everything up and plays; `make test` sets everything up and runs every test.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test quick lock clean

play: .venv/ready-to-play
	$(BIN)/hardtack play

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup --ignore tests/browser --ignore tests/server
	$(BIN)/python -m pytest -q tests/server
	$(BIN)/python -m pytest -q tests/browser
	$(BIN)/hardtack rules --coverage

# Everything but the server and the browser: for the minutes between two changes.
quick: .venv/ready-to-test
	$(BIN)/python -m pytest -q -n 2 --ignore tests/browser --ignore tests/server

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
