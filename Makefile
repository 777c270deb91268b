# Everything that developers and CI do. Needs GNU make and Python 3.11 or newer with venv and pip;
# the environments that it makes are .venv (VENV=…) and .tools.

.DEFAULT_GOAL := help
.PHONY: help run openapi test tables test-3.13 e2e bench-quality bench-adversarial bench-fit bench-speed quality-report format check types validate drift lock build clean

VENV ?= .venv
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11# candidates; the first that will do is taken
ARCHITECTURE ?= arm64

unexport PYTHONDONTWRITEBYTECODE # kept bytecode more than halves the start of every process
export SAM_CLI_TELEMETRY := 0
export UV_PYTHON_DOWNLOADS := never
# Trust what this machine trusts (a company's proxy, say), where it keeps a list of that.
export UV_SYSTEM_CERTS ?= $(if $(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem),true,false)

UV := .tools/uv/bin/uv
PAYING := tests/e2e/x402
PAYING_CLIENT := $(PAYING)/node_modules/.package-lock.json# what npm itself writes when it has installed
SAM := .tools/sam/bin/sam
IN_VENV := $(VENV)/bin
IN_BENCH := PYTHONPATH=.:layers/core/src .tools/bench/bin/python
SOURCES := layers/core/src functions local requirements tests $(wildcard bench)

# $(call first,candidates,test): the path of the first interpreter that starts and passes. Shims may exist and not start.
first = $(shell for candidate in $(1); do path=$$($$candidate -c '$(2) and print(sys.executable)' 2>/dev/null) && [ -n "$$path" ] && echo "$$path" && break; done)
is_new_enough = import sys; sys.version_info >= (3, 11)
is_complete = import sys, ensurepip, venv; sys.version_info >= (3, 11)
is_deployed_version = import sys; sys.version_info[:2] == (3, 13)

python = $(or $(call first,$(PYTHON),$(is_complete)),$(error $(what_is_missing)))
what_is_missing = $(if $(call first,$(PYTHON),$(is_new_enough)),The venv or ensurepip module of Python is missing: install it (Debian and Ubuntu: apt install python3-venv),Python 3.11 or newer is missing: install it or name it with make PYTHON=/path/to/python3)
python_3_13 = $(call first,python3.13 python3 $(wildcard $(HOME)/.pyenv/versions/3.13.*/bin/python3.13 $(HOME)/.local/share/uv/python/cpython-3.13.*/bin/python3.13),$(is_deployed_version))

##@ Use

help: ## List these targets
	@awk -F ':.*## ' '/^##@/ {print "\n" substr($$0, 5)} /^[a-z0-9.-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.run $(if $(X402),$(VENV)/.facilitator) ## Serve the API on http://127.0.0.1:3000 (PORT=…) until Ctrl-C; MODEL=scripted and X402=fake add stand-ins
	@exec $(IN_VENV)/python -m local

##@ Test

test: $(VENV)/.dev ## Run the suite (ARGS='-k quota' narrows it, PYTHON=… VENV=… choose another interpreter)
	@$(IN_VENV)/python -m pytest -n auto --ignore=tests/e2e $(ARGS)

tables: $(VENV)/.dev ## Run what fills tables of faults and outcomes, and print them
	@$(IN_VENV)/python -m pytest -n auto -q --tables tests/functions tests/services $(ARGS)

test-3.13: ## Run the suite under the deployed version of Python, where this machine has it
	@$(if $(python_3_13),$(MAKE) --no-print-directory test PYTHON=$(python_3_13) VENV=.venv-3.13,echo 'There is no Python 3.13 here: the suite did not run under it.')

e2e: $(VENV)/.dev $(PAYING_CLIENT) ## Run real clients against the API as `make run` serves it
	@$(if $(wildcard tests/e2e/test_*.py),$(IN_VENV)/python -m pytest tests/e2e $(ARGS),echo 'There is no end-to-end test yet.')

$(PAYING_CLIENT): $(PAYING)/package-lock.json
	@command -v npm > /dev/null || { echo 'One of these clients is of npm: install Node.js 20 or newer'; exit 1; }
	@echo 'Installing the npm client ...'
	@npm ci --prefix $(PAYING) --silent --no-audit --no-fund --ignore-scripts
	@touch $@

##@ Measure

DATA ?=# a folder of labelled rows, *.jsonl or *.jsonl.gz
OUT ?= .tools/predictions.jsonl
REPORT ?=# a file to keep the figures in, such as $(QUALITY)
ALSO ?=# files of further rows that the fit takes, *.json.gz
QUALITY := layers/core/src/screwtape/site/content/quality.json

bench-quality: $(VENV)/.dev ## Judge labelled rows (DATA=folder OUT=file) and print how right the verdicts are
	@$(IN_VENV)/python -m bench.quality $(DATA) $(OUT) $(addprefix --report ,$(REPORT)) $(ARGS)

bench-adversarial: $(VENV)/.dev ## Judge the hand-written cases and probes (CASES=files for others)
	@$(IN_VENV)/python -m bench.adversarial $(CASES) $(addprefix --report ,$(REPORT))

bench-fit: .tools/bench/.done ## Learn how much each measure counts (DATA=folder ALSO=files, ARGS=--write keeps it)
	@$(IN_BENCH) -m bench.fit $(DATA) $(addprefix --report ,$(REPORT)) $(if $(ALSO),--also $(ALSO)) $(ARGS)

bench-speed: .tools/bench/.done ## Time the judge beside other lexical measures
	@$(IN_BENCH) -m bench.speed $(addprefix --report ,$(REPORT))

quality-report: ## Measure all of these for the quality page (DATA=folder ALSO=files)
	@mkdir -p .tools && rm -f .tools/quality.json
	@$(MAKE) --no-print-directory bench-quality REPORT=.tools/quality.json
	-@$(MAKE) --no-print-directory bench-adversarial REPORT=.tools/quality.json
	@$(MAKE) --no-print-directory bench-fit REPORT=.tools/quality.json
	@$(MAKE) --no-print-directory bench-speed REPORT=.tools/quality.json
	@mv .tools/quality.json $(QUALITY)

##@ Check

check: types validate drift ## Check format, lint, types, dependency contracts, template and drift

types: $(VENV)/.dev ## Check format, lint, types and dependency contracts
	$(IN_VENV)/ruff format --check --quiet $(SOURCES)
	$(IN_VENV)/ruff check --quiet $(SOURCES)
	$(IN_VENV)/mypy $(SOURCES)
	$(IN_VENV)/lint-imports

validate: $(SAM) ## Check template.yaml: each of SAM's two checks sees what the other does not
	$(SAM) validate
	$(SAM) validate --lint

drift: $(VENV)/.dev $(UV) ## Check that the lock files and the OpenAPI document are up to date
	$(IN_VENV)/python requirements/lock.py --check --uv $(UV)
	$(IN_VENV)/python -m screwtape.api.openapi --check

##@ Change

format: $(VENV)/.dev ## Format, and fix what ruff can fix
	@$(IN_VENV)/ruff format $(SOURCES)
	@$(IN_VENV)/ruff check --fix $(SOURCES)

openapi: $(VENV)/.dev ## Write the OpenAPI document from the contract table
	@$(IN_VENV)/python -m screwtape.api.openapi

lock: $(UV) ## Write the lock files from the declared dependencies (ARGS=--upgrade takes newer versions)
	@.tools/uv/bin/python requirements/lock.py --uv $(UV) $(ARGS)

##@ Deploy

build: $(SAM) ## Build what is deployed into .aws-sam (ARCHITECTURE=x86_64 for other processors)
	@UV="$(CURDIR)/$(UV)" ARCHITECTURE=$(ARCHITECTURE) PYTHON_3_13=$(python_3_13) $(SAM) build --parameter-overrides Architecture=$(ARCHITECTURE)

clean: ## Remove everything that these targets made
	@rm -rf .venv .venv-* .tools .aws-sam .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .schemathesis

# Environments. A stamp is as new as what was installed; run is a part of dev, so both live in one environment.

$(UV): requirements/uv.txt
	@echo 'Installing uv ...'
	@$(python) -m venv --clear .tools/uv
	@.tools/uv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes --requirement requirements/uv.txt
	@touch $@

$(SAM): requirements/sam.txt | $(UV)
	@echo 'Installing the SAM CLI ...'
	@$(UV) venv --quiet --clear --python $(python) .tools/sam
	@$(UV) pip install --quiet --python .tools/sam --require-hashes --requirement requirements/sam.txt
	@touch $@

.tools/bench/.done: requirements/bench.txt | $(UV)
	@echo 'Installing what benchmarks compare with ...'
	@$(UV) venv --quiet --clear --python $(python) .tools/bench
	@$(UV) pip install --quiet --python .tools/bench --require-hashes --requirement requirements/bench.txt
	@touch $@

$(VENV)/pyvenv.cfg: $(shell test -x $(IN_VENV)/python || echo lost) | $(UV)
	@$(UV) venv --quiet --clear --python $(python) $(VENV)

lost: # the interpreter of an environment may go, as with an upgrade of the machine

$(VENV)/.run $(VENV)/.dev $(VENV)/.facilitator: $(VENV)/.%: requirements/%.txt layers/core/pyproject.toml $(VENV)/pyvenv.cfg | $(UV)
	@echo 'Installing requirements/$*.txt into $(VENV) ...'
	@$(UV) pip install --quiet --python $(VENV) --require-hashes --requirement requirements/$*.txt
	@$(UV) pip install --quiet --python $(VENV) --no-deps --no-build-isolation --editable layers/core
	@touch $@
