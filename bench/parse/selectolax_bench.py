#!/usr/bin/env python3
"""selectolax's lexbor backend on the pages of weft_bench_parse: MB/s of CPU time, the least of all rounds for each page.

    python3 -m venv venv && venv/bin/pip install selectolax
    venv/bin/python bench/parse/selectolax_bench.py

Reads every 37th page of the data sets swde-*, articles and recipes, as the C++ runner does. Pages that are not
UTF-8 are skipped: the runner decodes them first.
"""
import os
import pathlib
import time

from selectolax.lexbor import LexborHTMLParser

ROUNDS = 7
STRIDE = 37


def pages():
    default = pathlib.Path.home() / ".cache/weft-data"
    root = pathlib.Path(os.environ.get("WEFT_DATA", default))
    paths = []
    for data_set in root.iterdir():
        if data_set.name.startswith("swde-") or data_set.name in ("articles", "recipes"):
            paths += [p for p in data_set.rglob("*") if p.suffix in (".htm", ".html", ".testhtml")]
    for path in sorted(paths, key=os.fsencode)[::STRIDE]:
        try:
            yield path.read_bytes().decode("utf-8").encode()
        except UnicodeDecodeError:
            continue


def main():
    corpus = list(pages())
    megabytes = sum(map(len, corpus)) / 1e6
    least = [float("inf")] * len(corpus)
    for _ in range(ROUNDS):
        for i, page in enumerate(corpus):
            start = time.process_time()
            LexborHTMLParser(page)
            least[i] = min(least[i], time.process_time() - start)
    print(f"lexbor {megabytes / sum(least):.0f} MB/s, {len(corpus)} pages, {megabytes:.1f} MB")


if __name__ == "__main__":
    main()
