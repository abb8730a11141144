#!/usr/bin/env python3
"""Checks the documentation: dead links, code paths that do not exist, folders without a README, decisions in order, and that
figures of README.md are those of the rows of bench/RESULTS.md to which it points."""
import functools
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]*)#?([^)\s]*)\)")
FIGURE = re.compile(r"\d+(?:\.\d+)?")
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
        for target, anchor in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            page = path.parent / target if target else path
            if not page.exists():
                errors.append(f"{place}: dead link {target}")
            elif anchor and page.suffix == ".md" and anchor not in anchors(page):
                errors.append(f"{place}: no place #{anchor} in {page.relative_to(root) if page.is_relative_to(root) else page}")
        for target in PATH.findall(line):
            if "NNNN" not in target and not (root / target).exists() and not list(root.glob(target + ".*")):
                errors.append(f"{place}: no such path {target}")
    return errors


@functools.cache
def anchors(page: pathlib.Path) -> dict[str, str]:
    """The places of a page that a link can name, each with its line: headings, as GitHub calls them, and <a id>."""
    found: dict[str, str] = {}
    for line in page.read_text().splitlines():
        if heading := re.match(r"#+ (.*)", line):
            words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower())
            found.setdefault(words.strip().replace(" ", "-"), line)
        for anchor in re.findall(r'<a id="([^"]+)">', line):
            found[anchor] = line
    return found


def claims_without_rows(root: pathlib.Path) -> list[str]:
    """Figures in a row of README.md that points to results, and that no row it points to has, rounded as they are."""
    errors = []
    results = anchors(root / "bench/RESULTS.md")
    for number, line in enumerate((root / "README.md").read_text().splitlines(), 1):
        places = [anchor for target, anchor in LINK.findall(line) if target == "bench/RESULTS.md" and anchor]
        if not places or not line.startswith("|"):
            continue
        rows = [re.sub(r"<[^>]*>", "", results.get(place, "")) for place in places]
        known = [float(figure) for row in rows for figure in FIGURE.findall(re.sub(r"[A-Za-z]+\d+", "", row))]
        for claimed in FIGURE.findall(re.sub(r"[A-Za-z]+\d+", "", LINK.sub("", line))):
            digits = len(claimed.partition(".")[2])
            if float(claimed) not in [round(one, digits) for one in known]:
                errors.append(f"README.md:{number}: {claimed} is in no row of {', '.join(places)}")
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
    errors += claims_without_rows(root)
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
