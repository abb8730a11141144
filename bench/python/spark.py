#!/usr/bin/env python3
"""Extraction on Spark beside `weft extract`: the same records, and what the engine costs.

    bench/python/spark.py WEFT SITE-FOLDER… [--pages 20000] [--cores 1 2]

A site folder is one of SWDE's (pages/camera-amazon beside groundtruth/). Its pages go into gzip WARC files, repeated until
there are enough; two labelled pages teach a site. Records of Spark and of the program must be the same, line for line. Costs
are CPU seconds of all processes, the least of ROUNDS, in turn; starting Spark and a first run, which warms the session, are
stated apart.
"""

import argparse
import gzip
import os
import pathlib
import subprocess
import tempfile
import time

import psutil

import weft
from weft import spark as weft_spark

FILES = 8
ROUNDS = 5


def cpu_of_tree():
    """CPU seconds of this process and all below it, those that ended included."""
    total = 0.0
    me = psutil.Process()
    for process in [me, *me.children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def truth_of(folder, page):
    """Of SWDE's files: attribute by attribute, the first value of a page."""
    known = {}
    for file in sorted((folder.parents[1] / "groundtruth").glob(f"{folder.name}-*.txt")):
        for line in file.read_text(encoding="utf-8-sig").splitlines()[2:]:
            number, count, *values = line.split("\t")
            if number == page.stem and count != "0":
                known[file.stem.rsplit("-", 1)[1]] = " ".join(weft.parse(values[0]).text().split())
    return known


def learn(folder, files, path):
    pages = [weft.parse(file.read_bytes(), url=f"http://{folder.name}.example/{file.stem}") for file in files[:8]]
    wrapper = weft.learn(pages, [truth_of(folder, file) for file in files[:2]])
    weft.Site.put(path, wrapper, pages)


def member(url, html):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + body + b"\r\n\r\n", 1)


def write_archives(folder, files, count, target):
    members = [member(f"http://{folder.name}.example/{file.stem}", file.read_bytes()) for file in files]
    paths = [target / f"{number}.warc.gz" for number in range(FILES)]
    for at, path in enumerate(paths):
        numbers = range(at * count // FILES, (at + 1) * count // FILES)
        path.write_bytes(b"".join(members[number % len(members)] for number in numbers))
    return [str(path) for path in paths]


def by_program(program, site, archives, cores):
    before = os.times()
    started = time.monotonic()
    command = [program, "extract", "--site", site, "--no-meta", "-q", "-j", str(cores), *archives]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return lines, cpu, time.monotonic() - started


def by_spark(session, site, archives, into):
    """As the program does: records as lines of JSON in files. A page that failed is a line, too, and none of the program's."""
    before, started = cpu_of_tree(), time.monotonic()
    found = weft_spark.extract(session, archives, site).selectExpr("coalesce(json, error)")
    found.write.mode("overwrite").text(str(into))
    cpu, clock = cpu_of_tree() - before, time.monotonic() - started
    lines = [line for file in into.glob("part-*") for line in file.read_text(encoding="utf-8").splitlines()]
    return lines, cpu, clock


def main():
    take = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    take.add_argument("program")
    take.add_argument("folders", nargs="+", type=pathlib.Path)
    take.add_argument("--pages", type=int, default=20000)
    take.add_argument("--cores", nargs="+", type=int, default=[1, 2])
    given = take.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        jobs = []
        for folder in given.folders:
            work = pathlib.Path(scratch) / folder.name
            work.mkdir()
            files = sorted(folder.glob("*.htm"))
            learn(folder, files, work / "site")
            archives = write_archives(folder, files, given.pages, work)
            size = sum(file.stat().st_size for file in files) / len(files) / 1000
            jobs.append((f"{folder.name} | {given.pages} | {size:.0f}", str(work / "site"), archives, work / "out"))
        before = cpu_of_tree()
        for cores in given.cores:
            session = weft_spark.session(f"local[{cores}]", spark__ui__enabled="false", spark__ui__showConsoleProgress="false")
            if cores == given.cores[0]:
                print(f"starting Spark: {cpu_of_tree() - before:.1f} CPU s\n")
                print("| site | pages | KB a page | cores | records | program, CPU s | Spark, CPU s | times | clock s of both | its first run |")
                print("|---|---:|---:|---:|---|---:|---:|---:|---:|---:|", flush=True)
            for name, *job in jobs:
                compare(f"{name} | {cores}", given.program, session, cores, *job)
            session.stop()


def compare(name, program, session, cores, site, archives, out):
    _, first, _ = by_spark(session, site, archives, out)
    rounds = [(by_program(program, site, archives, cores), by_spark(session, site, archives, out)) for _ in range(ROUNDS)]
    plain, plain_cpu, plain_clock = min((one for one, _ in rounds), key=lambda run: run[1])
    found, cpu, clock = min((one for _, one in rounds), key=lambda run: run[1])
    same = "the same" if sorted(found) == sorted(plain) else "OTHERS"
    print(
        f"| {name} | {len(plain)}, {same} | {plain_cpu:.2f} | {cpu:.2f} | {cpu / plain_cpu:.2f} | "
        f"{plain_clock:.1f}, {clock:.1f} | {first:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
