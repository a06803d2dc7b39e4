# dnup: `make` lists what there is. Everything is set up in .venv on first use and kept from then on.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# One after the other, as two that install at once would be in each other's way; unless it is asked for below.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

# Hundreds of processes start here: bytecode is kept wherever this runs, or each would make its own.
unexport PYTHONDONTWRITEBYTECODE

SUPPORTED := 3.11 3.12 3.13
# That of llvmlite in requirements/: the linker for WebAssembly has to be of the same version.
LLVM := 22
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
ARGS ?=

# The first Python that is new enough; `make PYTHON=/path/to/python3` chooses another.
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $$p && exit; done; echo python3)

PIP = $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
INSTALL = $(PIP) install --require-hashes
# Two more than there are cores: many tests wait for a server, a browser or a clock.
PYTEST = $(BIN)/python -m pytest -q -n $$(($(JOBS) + 2))
NEED_LINKER = tools/need 'wasm-ld-$(LLVM) --version || wasm-ld --version | grep "LLD $(LLVM)\."' lld-$(LLVM)
# What runs without compiling, too, each time: the rules, and the ways in and out of the kernel.
UNCOMPILED = tests/rules tests/test_invariants.py tests/test_reading.py tests/test_legal_moves.py tests/test_notation.py tests/test_view.py
# Some targets at once, each with what it says in one piece; whatever they install has to be there.
side_by_side = @+$(MAKE) --no-print-directory --jobs=2 --output-sync=target SIDE_BY_SIDE=1 $(1)
say = @printf '· %s\n' $(1)
BOLD := $(if $(MAKE_TERMOUT),$(shell printf '\033[1m'))
PLAIN := $(if $(MAKE_TERMOUT),$(shell printf '\033[0m'))

.PHONY: help
help: ## show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  $(BOLD)make %-13s$(PLAIN) %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# An environment whose Python has gone, or has become another, is made anew.
$(shell $(BIN)/python -c 'import pip' 2>/dev/null || rm -f $(VENV)/*.stamp $(BIN)/python)

##### Play #####

.PHONY: play
play: $(VENV)/server.stamp ## set up and play in the browser
	@$(BIN)/dnup

##### Prove #####

.PHONY: test
test: system $(VENV)/dev.stamp node_modules/.package-lock.json ## set up, then lint, types, tests, the page in a browser, the wheel and the README in environments of their own
	$(call side_by_side,compile lint web smoke-wheel)
	@tools/beside '$(MAKE) --no-print-directory uncompiled smoke-readme' '$(MAKE) --no-print-directory pytest'
	$(call say,"all is well")

# Firefox through Playwright, and through WebDriver where that falls short; WebKit, the engine of Safari, through WebDriver.
.PHONY: test-browsers
test-browsers: browsers $(VENV)/dev.stamp node_modules/.package-lock.json ## play in Firefox and in the engine of Safari, too
	$(call say,"tests: the page in Firefox")
	@$(PYTEST) --engine firefox tests/web tests/webdriver $(ARGS)
	$(call say,"tests: the page in WebKit")
	@$(PYTEST) --engine webkit tests/webdriver $(ARGS)

.PHONY: test-browsers-quick
test-browsers-quick: browsers $(VENV)/dev.stamp ## the same in short: one whole round in each
	$(call say,"tests: a round in Firefox")
	@$(BIN)/python -m pytest -q --engine firefox tests/webdriver -k a_round
	$(call say,"tests: a round in WebKit")
	@$(BIN)/python -m pytest -q --engine webkit tests/webdriver -k a_round_by_mouse

.PHONY: test-all
test-all: test test-browsers ## test, test-browsers, and the long runs, the uncompiled kernel and every supported Python found
	$(call say,"tests: the long runs")
	@$(PYTEST) -m slow $(ARGS)
	$(call say,"tests: the kernel uncompiled")
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not compiled" $(ARGS)
	@done=$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	tools/interpreters $(SUPPORTED) | while read -r version python; do \
		[ "$$version" != "$$done" ] || continue; \
		printf '· %s\n' "Python $$version ($$python)"; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON="$$python" compile pytest uncompiled smoke < /dev/null; \
	done

.PHONY: lint
lint: $(VENV)/dev.stamp node_modules/.package-lock.json ## check style and types
	$(call say,"style: ruff and biome; eslint: what the oldest browsers know")
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run make format."; exit 1; }
	@tools/page-check biome check --error-on-warnings > /dev/null
	@tools/page-check eslint --max-warnings 0 src/dnup/web
	$(call say,"layers: import-linter")
	@said=$$($(BIN)/lint-imports --no-logo) || { printf '%s\n' "$$said"; exit 1; }
	$(call say,"types: mypy --strict")
	@$(BIN)/mypy --strict --no-error-summary

.PHONY: format
format: $(VENV)/dev.stamp node_modules/.package-lock.json ## put the code into the house's format
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .
	@node_modules/.bin/biome check --write

# Once, before several processes need it at the same time and each would compile for itself.
.PHONY: compile
compile: $(VENV)/dev.stamp
	$(call say,"kernel: compile it for this machine")
	@DNUP_QUIET=1 $(BIN)/python -c 'import dnup; dnup.warm_up()'

.PHONY: pytest
pytest: $(VENV)/dev.stamp node_modules/.package-lock.json
	$(call say,"tests: pytest on $(JOBS) cores")
	@$(PYTEST) $(ARGS)

.PHONY: uncompiled
uncompiled: $(VENV)/dev.stamp
	$(call say,"tests: the rules with the kernel uncompiled")
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 $(UNCOMPILED)

.PHONY: web
web: node_modules/.package-lock.json
	$(call say,"page: types")
	@tools/page-check tsc --project tsconfig.json
	$(call say,"page: logic in node")
	@tools/page-check node --test --test-reporter=dot tests/web/

.PHONY: audit
audit: system $(VENV)/dev.stamp tools/audit/node_modules ## measure the page: Lighthouse, first load, how soon a move is seen
	@$(BIN)/python -m tools.web_audit

tools/audit/node_modules: tools/audit/package-lock.json
	$(call say,"installing Lighthouse")
	@cd tools/audit && npm ci --silent
	@touch $@

.PHONY: smoke
smoke: $(VENV)/dev.stamp
	$(call side_by_side,smoke-wheel smoke-readme)

.PHONY: smoke-wheel
smoke-wheel: $(VENV)/dev.stamp
	$(call say,"wheel: build it and try it in a bare environment")
	@$(BIN)/python -m tools.smoke_wheel

.PHONY: smoke-readme
smoke-readme: $(VENV)/dev.stamp
	$(call say,"README: do what it says where make play has set things up")
	@$(BIN)/python -m tools.smoke_readme

.PHONY: bench
bench: system $(VENV)/server.stamp $(VENV)/bench.stamp ## measure our speed beside C, OpenSpiel and RLCard
	@$(BIN)/python -m benchmarks.run $(ARGS)

.PHONY: bench-server
bench-server: system $(VENV)/dev.stamp benchmarks/server/node_modules ## measure our server beside boardgame.io's, on SQLite and on PostgreSQL
	@$(BIN)/python -m benchmarks.server.run $(ARGS)

benchmarks/server/node_modules: benchmarks/server/package-lock.json
	@tools/need 'npm --version' npm
	$(call say,"installing boardgame.io")
	@cd benchmarks/server && npm ci --silent
	@touch $@

.PHONY: torture
torture: $(VENV)/dev.stamp ## kill the server 1,000 times under load, and see that nothing is lost
	@$(BIN)/python -m tools.torture $(ARGS)

.PHONY: torture-page
torture-page: system $(VENV)/dev.stamp ## kill a browser 50 times while it plays on its own device, and see that nothing is lost
	@$(BIN)/python -m tools.torture.device $(ARGS)

.PHONY: test-engine
test-engine: system $(VENV)/dev.stamp ## prove at length that WebAssembly does what native code does (some minutes)
	@$(PYTEST) -m slow tests/engine $(ARGS)

.PHONY: bench-engine
bench-engine: system $(VENV)/dev.stamp ## measure the WebAssembly engine beside native code
	@$(BIN)/python -m benchmarks.engine_run $(ARGS)

.PHONY: bench-rl
bench-rl: $(VENV)/bench-rl.stamp ## measure our environments beside PettingZoo, RLCard, OpenSpiel and Pgx
	@$(BIN)/python -m benchmarks.rl_run $(ARGS)

.PHONY: test-learning
test-learning: $(VENV)/learning.stamp ## let networks learn for some minutes: each must beat a bar
	@$(BIN)/python examples/ppo.py --minutes 2 --looks 4 --opponent random --at-least 0.8 $(ARGS)
	@$(BIN)/python examples/maskable_ppo.py --at-least 0.9
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; $(BIN)/python examples/parallel_ppo.py --steps 4000 --video "$$folder"
	@$(BIN)/python examples/deep_cfr.py --at-most 0.1

.PHONY: puzzles
puzzles: $(VENV)/dev.stamp ## find puzzles in games between bots, and put them into the package (half an hour; goes on where it was stopped)
	@$(BIN)/python -m tools.puzzles $(ARGS)

.PHONY: puzzles-proof
puzzles-proof: $(VENV)/dev.stamp ## check 100 puzzles again with a hundred times the iterations (some minutes)
	@$(BIN)/python -m tools.puzzles --check 100

.PHONY: study-proof
study-proof: $(VENV)/dev.stamp ## let reviews prove that they tell skill from luck (half an hour; goes on where it was stopped)
	@$(BIN)/python -m tools.study_proof --players 2 --matches 200 $(ARGS)
	@$(BIN)/python -m tools.study_proof --players 4 --matches 100 $(ARGS)

.PHONY: strength
strength: $(VENV)/dev.stamp ## let the bots prove how strong they are (half an hour)
	@$(BIN)/python -m tools.strength $(ARGS)

##### Make #####

.PHONY: champion
champion: $(VENV)/dev.stamp ## make the champion's networks from nothing: self-play, training, gates (an hour; can be stopped and taken up again)
	@$(BIN)/python -m tools.champion --install $(ARGS)

.PHONY: wheel
wheel: $(VENV)/dev.stamp ## build the wheel into dist/
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist .

.PHONY: wasm
wasm: $(VENV)/dev.stamp ## write the WebAssembly engine of the page anew, after a change of compiled code
	@$(NEED_LINKER)
	@$(BIN)/python -m tools.wasm

.PHONY: docs
docs: system $(VENV)/dev.stamp ## write the generated pages of docs/, and what else is written by tools, anew
	@$(BIN)/python -m tools.card_art
	@$(BIN)/python -m tools.cli_docs
	@$(BIN)/python -m tools.api_docs
	@$(BIN)/python -m tools.encodings
	@$(BIN)/python -m tools.protocol_docs
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.learning_curve
	@$(BIN)/python -m tools.web_types
	@$(BIN)/python -m tools.light_css
	@$(BIN)/python -m tools.web_demo.views

.PHONY: lock
lock: $(VENV)/lock.stamp ## resolve requirements/*.lock anew (UPGRADE=1 takes the newest of everything)
	$(call say,"resolving for Python $(firstword $(SUPPORTED)) and newer")
	@tools/lock $(abspath $(BIN))/uv $(if $(UPGRADE),--upgrade)

.PHONY: clean
clean: ## remove everything that was set up, built or cached
	@rm -rf .venv .venv-* node_modules */*/node_modules dist build
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

##### Set up #####

# What tests and benchmarks need from the system: said, and installed if that is possible here.
.PHONY: system
system:
	@LLVM=$(LLVM) tools/system

# The browsers of test-browsers, which make test does without.
.PHONY: browsers
browsers: system
	@tools/system firefox webkit xvfb

$(BIN)/python:
	@$(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { echo "dnup needs Python 3.11 or newer, and" \
		"$(PYTHON) is not: install one (Debian: apt-get install python3 python3-venv)" \
		"or name it with make PYTHON=/path/to/python3."; exit 1; }
	@tools/need "$(PYTHON) -c 'import ensurepip, venv'" python3-venv
	$(call say,"setting up $(VENV) with $$($(PYTHON) --version)")
	@$(PYTHON) -m venv --clear $(VENV)

# What checks the page.
node_modules/.package-lock.json: package.json package-lock.json
	$(call say,"installing what checks the page")
	@tools/page-check npm ci --silent
	@[ ! -e $@ ] || touch $@

$(VENV)/core.stamp: requirements/core.lock requirements/build.lock pyproject.toml src/dnup/__about__.py | $(BIN)/python
	$(call say,"installing dnup and what it needs (the first time this can take a minute)")
	@$(INSTALL) -r requirements/core.lock -r requirements/build.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/server.stamp: requirements/server.lock $(VENV)/core.stamp
	$(call say,"installing the server")
	@$(INSTALL) -r requirements/server.lock
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/core.stamp
	$(call say,"installing the tools of development")
	@$(INSTALL) -r requirements/dev.lock
	@touch $@

$(VENV)/bench.stamp: requirements/bench.lock $(VENV)/core.stamp
	$(call say,"installing what we measure ourselves against")
	@$(INSTALL) -r requirements/bench.lock
	@touch $@

$(VENV)/bench-rl.stamp: requirements/bench-rl.lock $(VENV)/core.stamp
	$(call say,"installing the environments we measure ours against")
	@$(INSTALL) -r requirements/bench-rl.lock
	@touch $@

$(VENV)/learning.stamp: requirements/learning.in $(VENV)/dev.stamp
	$(call say,"installing PyTorch and Stable-Baselines3 (this can take some minutes)")
	@$(PIP) install -r requirements/learning.in
	@touch $@

$(VENV)/lock.stamp: | $(BIN)/python
	$(call say,"installing the resolver")
	@$(PIP) install uv
	@touch $@
