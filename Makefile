# The project's commands; `make help` lists them. All need only Python 3.11 or newer with venv; see README.md.
PYTHON ?= python3
PORT ?= 8000
SERVER ?= daphne
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
STAMPS := var/stamps
export PYTHONDONTWRITEBYTECODE ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test check format bench clean admin

help: ## Show these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

setup: ## Make the virtual environment and install what the site needs to run
	@PYTHON="$(PYTHON)" sh scripts/setup.sh run

setup-dev: ## The same, and what testing and checking need
	@PYTHON="$(PYTHON)" sh scripts/setup.sh dev

run: setup ## Serve the site: make run [PORT=8000] [SERVER=daphne|uvicorn]
	@exec $(BIN)/python -m kqj_site.supervisor --port "$(PORT)" --server "$(SERVER)"

admin: setup ## Make an administrator
	@$(BIN)/python manage.py migrate --verbosity 0 && $(BIN)/python manage.py createsuperuser

test: setup-dev ## Run all tests, in real browsers too: make test [ARGS="tests/engine -k deal"]
	@sh scripts/browser.sh && sh scripts/redis.sh
	@$(BIN)/python -m pytest $(or $(ARGS),-n 2 --dist loadfile)
	@$(if $(ARGS),:,$(BIN)/python -m tests.on_redis)

check: setup-dev ## Check form, types, import contracts, migrations, templates, styles, known weaknesses
	@sh scripts/check.sh

format: setup-dev ## Bring code, templates, scripts and styles into form
	@$(BIN)/ruff check --fix-only --quiet . ; $(BIN)/ruff format --quiet .
	@find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --target-version 5.2
	@[ ! -x node_modules/.bin/biome ] || node_modules/.bin/biome format --write static

bench: ## Measure the engine, the live path and pairing: make bench [ARGS=engine]
	@PYTHON="$(PYTHON)" sh scripts/setup.sh bench
	@sh scripts/bench.sh $(ARGS)

clean: ## Remove all state (var/) and what tools leave; keeps the virtual environment
	@sh scripts/clean.sh
