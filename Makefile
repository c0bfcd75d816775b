# Every command sets up .venv first, once: again only when pyproject.toml, constraints.txt or EXTRAS ask for more.
# make test ARGS="-k entropy"    make run EXTRAS=dev    make test PYTHON=python3.12

PYTHON ?= python3
EXTRAS ?= lab,cluster,parquet,web,tools,dev
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

python := .venv/bin/python
pip := $(python) -m pip install -qq --disable-pip-version-check --constraint constraints.txt
install = $(pip) $(1) || { echo 'pip failed; once more' >&2; sleep 3; $(pip) $(1); }

# The stamp holds what was installed and for which folder: a copied .venv would run the original's sources.
comma := ,
wanted := $(CURDIR) $(subst $(comma), ,$(EXTRAS))
missing := $(filter-out $(shell cat .venv/.stamp 2>/dev/null),$(wanted))

unexport PYTHONDONTWRITEBYTECODE
.PHONY: help run test browser check format-check lint types format docs texts screenshots trees reproduce reproduce-large soak bench package clean FORCE

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

run: .venv/.stamp  ## start the web app; make run ARGS="--port 9000"
	.venv/bin/blackpeg serve $(ARGS)

test: .venv/.stamp browser  ## run every test
	$(python) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

browser:  # Debian's Chromium, for the tests of the web app
	@command -v chromium >/dev/null || { echo 'installing chromium' >&2; \
	  { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; } >/dev/null; }

check: format-check lint types test  ## everything that must pass before a change is done

format-check: .venv/.stamp  ## is the code formatted?
	$(python) -m ruff format --check .

lint: .venv/.stamp  ## look for mistakes
	$(python) -m ruff check .

types: .venv/.stamp  ## check types, strictly
	$(python) -m mypy

format: .venv/.stamp  ## format the code, sort imports, fix what can be fixed
	$(python) -m ruff check --fix-only .
	$(python) -m ruff format .

docs: .venv/.stamp  ## make the generated pages and the picture in the README; build the site into build/site
	$(python) docs/make.py
	$(python) -m sphinx -q -W --keep-going docs build/site

texts: .venv/.stamp  ## bring the catalogs of the web app's languages up to date with its texts
	$(python) -m blackpeg.web.languages.update

screenshots: .venv/.stamp browser  ## make the pictures of the web app again
	$(python) docs/screenshots.py

trees: .venv/.stamp  ## search for the shipped trees that are missing: hours, if all are
	$(python) docs/trees.py

reproduce: .venv/.stamp  ## play every study and write docs/results: two hours; QUICK=1: minutes, in build/results
	.venv/bin/blackpeg lab reproduce --jobs $(JOBS) --fresh --store .reproduce.db \
		$(if $(QUICK),--quick -o build/results,-o docs/results)

reproduce-large: .venv/.stamp  ## play what takes longer, needle, scaling, lookahead, and write docs/results/large: two hours
	.venv/bin/blackpeg lab reproduce --large --jobs $(JOBS) --fresh --store .reproduce-large.db \
		$(if $(QUICK),--quick -o build/results/large,-o docs/results/large)

soak: .venv/.stamp  ## let the web app serve honest people beside every attack, for MINUTES=30, then test its model for long
	$(python) benchmarks/load.py --soak $(or $(MINUTES),30)
	$(python) -m pytest tests/web/model --hypothesis-profile=soak -o faulthandler_timeout=0

bench: .venv/.stamp  ## measure speed and quality beside peers
	$(python) benchmarks/run.py

package: .venv/.stamp  ## build wheel and sdist, check them, and try them in clean environments: ten minutes
	$(python) publish/check.py $(ARGS)

clean:  ## remove caches and builds; .venv stays
	rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

.venv/.stamp: pyproject.toml constraints.txt $(if $(missing),FORCE)
	@echo 'setting up .venv ($(EXTRAS))'
	@$(PYTHON) -m venv .venv
	@$(call install,hatchling editables)
	@$(call install,--no-build-isolation -e '.[$(EXTRAS)]')
	@echo '$(wanted)' > $@
