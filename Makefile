# `make help` lists what you can ask for. All that is needed is Python 3.11+ (with venv) and make.
PYTHON ?= python3
PORT ?=
PYODIDE ?=

VENV := .venv
BIN := $(VENV)/bin
SITE := $(VENV)/site
NEWEST := build/newest
NBVAL := -p nbval --nbval --nbval-current-env \
         --nbval-cell-timeout=60 --nbval-kernel-startup-timeout=120
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
       --no-emit-index-url --custom-compile-command "make lock" $(UPGRADE)

# The Python of the static site is Pyodide's.
PYODIDE_PYTHON := --python-version 3.14 --python-platform wasm32-pyodide2025

# uv installs in seconds, and trusts whom the system trusts. Where only pip knows the way, such as
# through a school's mirror, pip does it.
export UV_SYSTEM_CERTS := 1
define install
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
	  || $(BIN)/python -m pip install --quiet --require-hashes -r $(1)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
endef

.PHONY: help lab test lint refresh messages bench lock links newest dist clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

lab: $(VENV)/lab-ready  ## open the lessons in JupyterLab (PORT=8899 chooses the port)
	$(BIN)/farkle-edu lab lessons $(if $(PORT),--port $(PORT))

test: $(VENV)/test-ready lint  ## check everything: style, types, library, lessons, browser
	$(BIN)/python -m tools.browser
	$(BIN)/python -m pytest -n auto --dist loadfile $(NBVAL) tests farkle_edu lessons README.md

lint: $(VENV)/test-ready  ## check style and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

refresh: $(VENV)/test-ready  ## run the lessons anew, store their outputs, list them in the READMEs
	$(BIN)/python -m tools.refresh
	$(BIN)/python -m tools.readme

messages: $(VENV)/test-ready  ## collect the words on the screen for the translators, and compile
	$(BIN)/python -m tools.messages

site: $(SITE)/ready  ## build the static site in _site (PYODIDE=folder: all without the web)
	$(SITE)/bin/python -m tools.site _site $(if $(PYODIDE),--pyodide $(PYODIDE))

bench: $(VENV)/test-ready  ## compare our speed with other dice libraries
	for file in benchmarks/[a-z]*.py; do $(BIN)/python $$file || exit; done

lock: $(BIN)/uv  ## pin requirements anew (UPGRADE=--upgrade takes the newest versions)
	$(LOCK) --group pyproject.toml:installer -o requirements/installer.txt
	$(LOCK) pyproject.toml --extra lab --group build -o binder/requirements.txt
	$(LOCK) pyproject.toml --extra lab --group dev -c binder/requirements.txt -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra lab --group nbgrader -c binder/requirements.txt -o requirements/nbgrader.txt
	$(LOCK) pyproject.toml --extra lab --group hub -c binder/requirements.txt -o requirements/hub.txt
	$(LOCK) --group pyproject.toml:site -c binder/requirements.txt -o requirements/site.txt
	$(subst --universal --python-version 3.11,$(PYODIDE_PYTHON),$(LOCK)) \
	  --group pyproject.toml:browser -c binder/requirements.txt -o requirements/browser.txt

links: $(VENV)/test-ready  ## ask every web address in our pages whether it is still there
	$(BIN)/python -m tools.links

# In a clone, so that the pinned versions here stay as they are.
newest:  ## check all with the newest versions, and the links, as is done each month
	rm -rf $(NEWEST)
	git clone --quiet . $(NEWEST)
	$(MAKE) -C $(NEWEST) lock UPGRADE=--upgrade
	$(MAKE) -C $(NEWEST) test
	$(MAKE) -C $(NEWEST) links

dist: $(VENV)/test-ready  ## build what is released, into dist, and check it
	rm -rf dist
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python
	$(BIN)/python -m pytest -n 0 tests/test_packaging.py

clean:  ## remove .venv and caches
	rm -rf $(VENV) _site build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(BIN)/uv: requirements/installer.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  "farkle_edu needs Python 3.11 or newer; name one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/installer.txt
	@touch $@

$(VENV)/lab-ready: $(BIN)/uv binder/requirements.txt pyproject.toml
	$(call install,binder/requirements.txt)

$(VENV)/test-ready: $(BIN)/uv requirements/dev.txt pyproject.toml
	$(call install,requirements/dev.txt)

$(SITE)/ready: $(BIN)/uv requirements/site.txt requirements/browser.txt
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(SITE)
	$(BIN)/uv pip install --quiet --python $(SITE)/bin/python --require-hashes -r requirements/site.txt
	@touch $@
