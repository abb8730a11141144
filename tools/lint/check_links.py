#!/usr/bin/env python3
"""Checks the documentation: dead links, code paths that do not exist, folders without a README, decisions in order."""
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
# `src/dom/document.h`, `apps/cli/`: a path in backticks that begins with one of our folders.
PATH = re.compile(r"`((?:src|apps|bench|docs|examples|tests|tools|cmake)/[\w./-]+)`")


def documents(root: pathlib.Path) -> list[pathlib.Path]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=root, capture_output=True, text=True, check=True)
    return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]


def check_document(root: pathlib.Path, path: pathlib.Path) -> list[str]:
    errors = []
    in_block = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        in_block ^= line.startswith("```")
        if in_block:  # Of code: brackets and parentheses that are no links.
            continue
        place = f"{path.relative_to(root)}:{number}"
        for target in LINK.findall(line):
            if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
                errors.append(f"{place}: dead link {target}")
        for target in PATH.findall(line):
            if "NNNN" not in target and not (root / target).exists() and not list(root.glob(target + ".*")):
                errors.append(f"{place}: no such path {target}")
    return errors


def folders_without_readme(root: pathlib.Path) -> list[str]:
    folders = [p for top in ("src", "apps") for p in (root / top).iterdir() if p.is_dir()]
    folders += [root / name for name in ("bench", "examples", "tests", "docs/adr") if (root / name).is_dir()]
    return [f"{p.relative_to(root)}: no README.md" for p in sorted(folders) if not (p / "README.md").exists()]


def decisions_in_order(root: pathlib.Path) -> list[str]:
    """Decisions are numbered from 1 without holes, carry their number in the title and stand in the index."""
    folder = root / "docs/adr"
    index = (folder / "README.md").read_text()
    pages = sorted(p for p in folder.glob("*.md") if p.name != "README.md")
    errors = []
    for number, page in enumerate(pages, 1):
        if not page.name.startswith(f"{number:04}-"):
            errors.append(f"docs/adr/{page.name}: expected number {number:04}")
        elif not page.read_text().startswith(f"# {number:04}: "):
            errors.append(f"docs/adr/{page.name}: the title does not begin with '# {number:04}: '")
        if f"]({page.name})" not in index:
            errors.append(f"docs/adr/{page.name}: not in the index")
    return errors


def main() -> int:
    root = pathlib.Path(__file__).resolve().parents[2]
    # The log speaks of the past; its paths may be gone.
    errors = [e for path in documents(root) if path.parent.name != "log" for e in check_document(root, path)]
    errors += folders_without_readme(root)
    errors += decisions_in_order(root)
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
