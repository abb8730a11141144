#!/usr/bin/env python3
"""Runs parsel's own tests (from its sdist, in a temporary folder) with weft.Selector in parsel's place.

    tools/parsel_suite.py [--list]     with a Python that has weft, parsel and pytest

Cases that fail must be those of python/parsel-failures.txt, each with its reason, and at least 90 % must pass.
--list prints the failing ones. As a pytest plug-in (-p parsel_suite) this file makes the exchange.
"""

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FLOOR = 0.90


def pytest_configure(config):
    """Before the tests are imported: parsel's names mean ours."""
    import parsel
    import parsel.selector

    import weft.selector

    parsel.selector._weft_original = parsel.selector.Selector
    for name in ("Selector", "SelectorList"):
        for module in (parsel, parsel.selector):
            setattr(module, name, getattr(weft.selector, name))
    parsel.selector._NOT_SET = weft.selector._NOT_SET
    for name in ("CannotRemoveElementWithoutRoot", "CannotRemoveElementWithoutParent",
                 "CannotDropElementWithoutParent"):
        setattr(weft.selector, name, getattr(parsel.selector, name))


def known_failures():
    """Case and reason, from lines "case  # reason"; a reason stands for the cases below it."""
    lines = (ROOT / "python/parsel-failures.txt").read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def main():
    import parsel

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "parsel",
                        "--dest", folder, f"parsel=={parsel.__version__}"], check=True)
        with tarfile.open(next(pathlib.Path(folder).glob("parsel-*.tar.gz"))) as sdist:
            sdist.extractall(folder, filter="data")
        tests = next(pathlib.Path(folder).glob("parsel-*/tests"))
        paths = os.pathsep.join(filter(None, [str(ROOT / "tools"), os.environ.get("PYTHONPATH")]))
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=short" if "--list" in sys.argv else
                               "--tb=no", "-p", "parsel_suite", "-p", "no:cacheprovider", "-c", os.devnull,
                               "--rootdir", str(tests), "--continue-on-collection-errors", "--ignore-glob=*benchmarks*", str(tests)],
                              env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True,
                              cwd=tests.parent)
    if "--list" in sys.argv:
        print(done.stdout)
        return 0
    failed = set(re.findall(r"^(?:FAILED|ERROR) (?:\S*/)?(\S+)", done.stdout, re.MULTILINE))
    passed = int((re.search(r"(\d+) passed", done.stdout) or [0, 0])[1])
    share = passed / max(1, passed + len(failed))
    known = known_failures()
    print(f"parsel {parsel.__version__}: {passed} passed, {len(failed)} failed ({share:.1%})")
    for case in sorted(failed - known):
        print(f"not listed in python/parsel-failures.txt: {case}")
    for case in sorted(known - failed):
        print(f"passes, but is listed: {case}")
    return 0 if share >= FLOOR and failed <= known else 1


if __name__ == "__main__":
    sys.exit(main())
