#!/usr/bin/env python3
"""Runs the commands of the guide, of the explanations and of README.md and compares what they print with what the pages show; README.md must
name every verb, CHANGELOG.md begin with the version of the program.

    tests/guide.py build/weft [--update] [docs/guide/first-table.md ...]

A page is run from top to bottom in a folder of its own, in which `examples` is that of the repository. In its
```console blocks a line that begins with "$ " is a command (after a here-document's "<<", lines that begin with "> "
are its text), the lines after it what it prints, on both streams. "…" stands for any text within a line, a line of
nothing else for any lines; "(exit 3)" ends the output of a command that returns 3. A block behind "needs a browser" is
run where there is one, one behind "quotes FILE" must stand in that file. What a page leaves running is ended with it.
--update writes what commands print today into the pages, where they show no "…".
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^(<!-- needs a browser -->\n)?```console\n(.*?)^```$", re.M | re.S)
QUOTE = re.compile(r"^<!-- quotes (\S+) -->\n```cpp\n(.*?)^```$", re.M | re.S)
BROWSER = shutil.which("chromium-headless-shell")


def commands_of(block: str) -> list[tuple[str, list[str]]]:
    """Commands of a block, each with the lines it should print."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and line.startswith("> ") and "<<" in found[-1][0] and not found[-1][1]:
            found[-1] = (found[-1][0] + "\n" + line[2:], [])
        elif found:
            found[-1][1].append(line)
    return found


def run(command: str, folder: str, program: pathlib.Path, group: int) -> list[str]:
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL, process_group=group,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    return printed + ([f"(exit {done.returncode})"] if done.returncode else [])


def pattern_of(expected: list[str]) -> str:
    parts = []
    for line in expected:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(piece) for piece in line.rstrip().split("…")) + "\n")
    return "".join(parts)


def shown(command: str, printed: list[str]) -> str:
    first, *text = command.splitlines()
    return "".join(f"{line}\n" for line in [f"$ {first}", *[f"> {line}" for line in text], *printed])


def check(page: pathlib.Path, program: pathlib.Path, update: bool) -> int:
    failures = 0
    text = page.read_text()
    for source, quoted in QUOTE.findall(text):
        if quoted not in (ROOT / source).read_text():
            failures += 1
            print(f"{page.relative_to(ROOT)}: this is not what {source} says:\n{quoted}")
    # The commands of a page are one process group, which lives as long as its first member.
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(["sleep", "infinity"], process_group=0) as keeper:

        def each(match: re.Match[str]) -> str:
            nonlocal failures
            if match[1] and not BROWSER:
                return match[0]
            now = ""
            for command, expected in commands_of(match[2]):
                printed = run(command, folder, program, keeper.pid)
                if re.fullmatch(pattern_of(expected), "".join(f"{line}\n" for line in printed)):
                    now += shown(command, expected)
                elif update and not any("…" in line for line in expected):
                    now += shown(command, printed)
                else:
                    failures += 1
                    now += shown(command, expected)
                    print(f"{page.relative_to(ROOT)}: $ {command}\n--- shown\n" + "\n".join(expected) + "\n--- printed\n" +
                          "\n".join(printed) + "\n")
            return f"{match[1] or ''}```console\n{now}```"

        os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
        try:
            written = BLOCK.sub(each, text)
        finally:
            os.killpg(keeper.pid, signal.SIGKILL)
    if update and written != text:
        page.write_text(written)
    return failures


def complaints(program: pathlib.Path) -> list[str]:
    """Where README.md and CHANGELOG.md say something else than the program."""

    def said(option: str) -> str:
        return subprocess.run([program, option], capture_output=True, text=True, check=True).stdout

    readme = (ROOT / "README.md").read_text()
    found = [f"README.md has no verb `{verb}`" for verb in re.findall(r"^  ([a-z]+)  ", said("--help"), re.M) if f"`{verb}`" not in readme]
    newest = re.search(r"^## (\S+),", (ROOT / "CHANGELOG.md").read_text(), re.M)
    if not newest or said("--version").split()[-1] != newest[1]:
        found.append("the newest version of CHANGELOG.md is not that of the program")
    return found


def main() -> int:
    arguments = [one for one in sys.argv[1:] if one != "--update"]
    program = pathlib.Path(arguments[0]).resolve()
    pages = [pathlib.Path(one).resolve() for one in arguments[1:]] or [ROOT / "README.md", *sorted(ROOT.glob("docs/guide/*.md")), *sorted(ROOT.glob("docs/explain/*.md"))]
    failures = sum(check(page, program, "--update" in sys.argv) for page in pages)
    for complaint in complaints(program):
        failures += 1
        print(complaint)
    print(f"guide: {len(pages)} pages, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
