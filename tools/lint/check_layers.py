#!/usr/bin/env python3
"""Checks the layer rule over #include lines: apps, api > site > stages > wrap > model > libraries > base.

A stage never includes another stage, wrap (wrappers that run) never a stage, a library never the model; only site,
the workflows, may include several stages. Tests obey the same rule, except that a
folder's tests may use what its CMakeLists.txt declares under TEST_DEPS.
"""
import pathlib
import re
import sys

STAGES = {"crawl", "render", "group", "mine", "templates", "domain", "read", "induce", "extract", "watch", "explore"}
# Libraries, lowest first: each may stand on those before it.
LIBRARIES = ["url", "dom", "html", "select", "align", "value", "ml", "annotate", "warc", "store"]
INCLUDE = re.compile(r'^\s*#include "([a-z_]+)/')


def allowed(folder: str) -> set[str]:
    if folder == "base":
        return {"base"}
    if folder in LIBRARIES:
        return {"base", *LIBRARIES[: LIBRARIES.index(folder) + 1]}
    if folder == "model":
        return {"base", "model", *LIBRARIES}
    if folder in {"site", "api"}:
        return {"base", "model", "wrap", "site", folder, *LIBRARIES, *STAGES}
    return {"base", "model", "wrap", folder, *LIBRARIES}


def declared_for_tests(folder: pathlib.Path) -> set[str]:
    cmake = folder / "CMakeLists.txt"
    match = re.search(r"TEST_DEPS\s+([a-z_ \n]+)", cmake.read_text()) if cmake.exists() else None
    return set(match.group(1).split()) if match else set()


def is_test(path: pathlib.Path) -> bool:
    return path.stem.endswith(("_test", "_bench", "_fuzz")) or "testing" in path.parts


def main() -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    known = {"base", "model", "wrap", "site", "api", *LIBRARIES} | STAGES
    errors = []
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cc"}:
            continue
        folder = path.relative_to(root / "src").parts[0]
        permitted = allowed(folder)
        if is_test(path):
            permitted = permitted | declared_for_tests(root / "src" / folder)
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match.group(1) in known and match.group(1) not in permitted:
                errors.append(f"{path.relative_to(root)}:{number}: {folder}/ may not include {match.group(1)}/")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
