#!/usr/bin/env python3
"""Checks that files explain themselves.

1. Every "Tested by X_test.cc" in a comment names a file of the same module, or a path from the root, that exists.
2. Every source of src/ and apps/ longer than 150 lines that is no test opens with a comment that states its idea, unless
   its header opens with an essay on it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONG = 150  # lines
IDEA = 40  # characters of an opening comment: less than that states no idea
ESSAY = 400  # characters of a header's: less than that says what it is, not how it works
TESTED_BY = re.compile(r"\b[Tt]ested by ((?:[^.]|\.(?=\w))*)")
FILE = re.compile(r"[\w/]+\.(?:cc|py|sh)\b")


def sources() -> list[pathlib.Path]:
    return sorted(p for top in ("src", "apps") for p in (ROOT / top).rglob("*") if p.suffix in {".h", ".cc"})


def is_test(path: pathlib.Path) -> bool:
    return path.stem.endswith(("_test", "_bench", "_fuzz")) or "testing" in path.parts


def comments(text: str) -> str:
    """All comments of a file as one line of text, so that a sentence may go over lines."""
    lines = (line.partition("//") for line in text.splitlines())
    return " ".join(comment.strip() if slashes else "\n" for _, slashes, comment in lines)


def missing_tests(path: pathlib.Path, text: str) -> list[str]:
    top = path.relative_to(ROOT).parts[:2]
    there = {p.name for p in ROOT.joinpath(*top).rglob("*")}
    named = (name for sentence in TESTED_BY.findall(comments(text)) for name in FILE.findall(sentence))
    return [name for name in named if name not in there and not (ROOT / name).exists() and not (path.parent / name).exists()]


def opening_size(text: str) -> int:
    opening = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        opening.append(line[2:].strip())
    return len(re.sub(TESTED_BY, "", " ".join(opening)))


def is_explained(path: pathlib.Path, text: str) -> bool:
    header = path.with_suffix(".h")
    return opening_size(text) >= IDEA or (header.exists() and opening_size(header.read_text(errors="replace")) >= ESSAY)


def main() -> int:
    errors = []
    for path in sources():
        text = path.read_text(errors="replace")
        name = str(path.relative_to(ROOT))
        errors += [f"{name}: tested by {test}, which does not exist" for test in missing_tests(path, text)]
        if path.suffix == ".cc" and not is_test(path) and text.count("\n") > LONG and not is_explained(path, text):
            errors.append(f"{name}: does not open with its idea")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
