# Two commands: `make demo` runs the main job offline, `make test` proves that it works. Both install the
# Debian packages that are missing (root or sudo), configure, and build Release; later runs are incremental.
# The rest is for those who change Weft: see CONTRIBUTING.md.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# The folders of src/ that have tests: what the sanitizers watch, unless MODULES names some of them.
LIBRARIES := $(or $(MODULES),$(sort $(patsubst src/%/,%,$(dir $(wildcard src/*/*_test.cc)))))
LIBRARY_TESTS := $(patsubst %,weft_%_test,$(LIBRARIES))
EMPTY :=
LIBRARY_NAMES := $(subst $(EMPTY) $(EMPTY),|,$(LIBRARIES))

.PHONY: help
help:  ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: build
build:  ## Build the program; it is left at build/weft
	@tools/setup/install build
	@tools/setup/configure release
	@cmake --build --preset release --target weft

.PHONY: demo
demo: build  ## The life of a site in a few seconds, offline
	@build/weft demo

.PHONY: test
test:  ## Build everything and run the tests
	@tools/setup/install build test
	@tools/setup/configure test
	@cmake --build --preset test
	@ctest --preset test

.PHONY: install
install: build  ## Install program, library and headers below PREFIX (default /usr/local)
	@cmake --build --preset release --target weft weft_manual weft_shared weft_static
	@cmake --install build/release --prefix $(or $(PREFIX),/usr/local)

.PHONY: deb
deb: build  ## Debian packages weft and libweft-dev, in build/deb
	@tools/setup/install deb
	@cmake --build --preset release --target weft weft_manual weft_shared weft_static
	@cpack --config build/release/CPackConfig.cmake -B build/deb
	@rm -rf build/deb/_CPack_Packages

.PHONY: fresh-deb
fresh-deb: deb  ## These packages on a bare Debian 12 (as root): installed, run, linked against
	@tools/setup/install fresh
	@tools/fresh --packages

.PHONY: docs
docs:  ## The guide and all documentation as one static site in build/docs, with a search
	@tools/setup/install docs
	@tools/docs

.PHONY: wheel
wheel:  ## The Python package, as a wheel in build/dist (needs PyPI)
	@tools/setup/install build python
	@tools/setup/configure release
	@tools/wheel

.PHONY: python
python: wheel  ## The wheel in a fresh virtual environment: tests, doctests, types, parsel's own tests
	@cmake --build --preset release --target weft
	@tools/python

.PHONY: wheel-fresh
wheel-fresh: wheel  ## The wheel on a bare Debian 12 (as root)
	@tools/setup/install fresh
	@tools/wheel-fresh

.PHONY: browser
browser:  ## Install the browser of 'weft render'; without it the tests that need one are skipped
	@tools/setup/install browser

.PHONY: fresh
fresh:  ## The two commands above on a bare Debian 12 (as root): make demo in one, make test in another
	@tools/setup/install fresh
	@tools/fresh

.PHONY: lint
lint:  ## Formatting, layers, links, spelling, clang-tidy on what changed
	@tools/setup/install build test lint
	@tools/setup/configure release
	@tools/lint/all

.PHONY: asan
asan:  ## Tests of src/ (or of MODULES) under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup/install build test fuzz
	@tools/setup/configure asan
	@cmake --build --preset asan --target $(LIBRARY_TESTS)
	@ctest --preset asan --tests-regex '^($(LIBRARY_NAMES))$$'

.PHONY: tsan
tsan:  ## Tests of the parallel loop under ThreadSanitizer
	@tools/setup/install build test
	@tools/setup/configure tsan
	@cmake --build --preset tsan --target weft_base_test
	@ctest --preset tsan --tests-regex '^base$$'

.PHONY: fuzz
fuzz:  ## Every fuzz target for SECONDS_EACH seconds (default 20), in the sanitizers' build
	@tools/setup/install build test fuzz
	@tools/setup/configure asan
	@cmake --build --preset asan --target weft_fuzzers
	@tools/fuzz $(or $(SECONDS_EACH),20)

.PHONY: bench
bench:  ## Build the benchmarks and run each once, small
	@tools/setup/install build bench
	@tools/setup/configure bench
	@cmake --build --preset bench
	@tools/bench --smoke

.PHONY: quality
quality:  ## Quality on the data sets, against the floors of tests/quality/floors.json
	@tools/setup/install build
	@tools/setup/configure release
	@cmake --build --preset release --target weft-eval
	@tools/quality

.PHONY: coverage
coverage:  ## Line coverage of the tests, as text
	@tools/setup/install build test coverage
	@tools/setup/configure coverage
	@cmake --build --preset coverage
	@ctest --preset coverage
	@gcovr --root . --filter src/ --exclude '.*_test.cc' build/coverage

.PHONY: clean
clean:  ## Remove build/
	@rm -rf build
