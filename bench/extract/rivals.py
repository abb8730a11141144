"""The rules that weft_bench_extract --dump wrote, run by parsel and xsltproc on the same pages.

    python3 -m venv VENV && VENV/bin/pip install parsel
    VENV/bin/python bench/extract/rivals.py build/weft_bench_extract [--differences]

Prints processor time a page (the least of three runs of a site; mean, and the median over sites), how many times Weft's that
is, on how many pages the values are Weft's, and with --differences for every site and attribute with other values how many
and one of them. parsel is timed without starting the interpreter; xsltproc runs on all pages of a site at once.
"""

import importlib.util
import json
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FIELD = re.compile(rb'<field name="([^"]*)">(.*?)</field>', re.S)
ROUNDS = 3
ENTITIES = {b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&amp;": b"&"}


def as_list(value):
    return value if isinstance(value, list) else [value]


def differences(found, wanted):
    """Attributes that have other values than Weft's, or none."""
    return [name for name, values in wanted.items() if as_list(found.get(name, [])) != values]


def run_parsel(site, pages):
    from parsel import Selector

    spec = importlib.util.spec_from_file_location("rules", site / "rules.py")
    rules = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    texts = [page.read_bytes().decode("utf-8", "replace") for page in pages]
    start = time.process_time()
    records = [next(iter(rules.extract(Selector(text))), {}) for text in texts]
    return time.process_time() - start, records


def unescape(text):
    for entity, character in ENTITIES.items():
        text = text.replace(entity, character)
    return text.decode("utf-8", "replace")


def run_xsltproc(site, pages):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["xsltproc", "--html", "--novalid", str(site / "rules.xslt"), *map(str, pages)]
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    records = []
    for part in out.split(b"<records")[1:]:
        record = {}
        for name, value in FIELD.findall(part):
            record.setdefault(name.decode(), []).append(unescape(value))
        records.append(record)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, records


def compare(folder, ours, show_differences):
    sites = sorted(path for path in folder.iterdir() if (path / "values.jsonl").exists())
    print("| by | µs a page | its median site | times weft's | values as Weft's, pages |\n|---|---:|---:|---:|---:|")
    print(f"| weft | {ours:.1f} | | 1 | |")
    for name, run in (("parsel", run_parsel), ("xsltproc", run_xsltproc)):
        seconds, per_page, pages_seen, equal = 0.0, [], 0, 0
        for site in sites:
            other = {}
            wanted = [json.loads(line) for line in (site / "values.jsonl").read_text().splitlines()]
            pages = [site / "pages" / values.pop("page") for values in wanted]
            spent, found = min((run(site, pages) for _ in range(ROUNDS)), key=lambda done: done[0])
            seconds += spent
            per_page.append(spent / len(pages))
            pages_seen += len(pages)
            for number, (f, w) in enumerate(zip(found, wanted)):
                differing = differences(f, w)
                equal += not differing
                for attribute in differing:
                    other.setdefault(attribute, []).append(f"page {number}: {f.get(attribute)!r}, Weft {w[attribute]!r}")
            for attribute, pairs in other.items() if show_differences else ():
                print(f"{site.name} {attribute}: {len(pairs)} other; {pairs[0]}", file=sys.stderr)
        mean = 1e6 * seconds / pages_seen
        print(f"| {name} | {mean:.1f} | {1e6 * statistics.median(per_page):.1f} | {mean / ours:.0f} | {equal} of {pages_seen} |", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        printed = subprocess.run([sys.argv[1], "--pages", "10", "--dump", folder], check=True, capture_output=True, text=True).stdout
        ours = float(re.search(r"^\+ JSON +([\d.]+) us a page", printed, re.M)[1])
        compare(Path(folder), ours, "--differences" in sys.argv)


if __name__ == "__main__":
    main()
