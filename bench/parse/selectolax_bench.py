#!/usr/bin/env python3
"""selectolax's lexbor backend on the pages of weft_bench_parse: MB/s of CPU time, median of rounds.

    python3 -m venv venv && venv/bin/pip install selectolax
    venv/bin/python bench/parse/selectolax_bench.py

Reads every 37th page of the data sets swde-*, articles and recipes, as the C++ runner does. Pages that are not
UTF-8 are skipped: the runner decodes them first.
"""
import os
import pathlib
import statistics
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
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for page in corpus:
            LexborHTMLParser(page)
        rounds.append(time.process_time() - start)
    print(f"{len(corpus)} pages, {megabytes:.1f} MB: {megabytes / statistics.median(rounds):.0f} MB/s")


if __name__ == "__main__":
    main()
