#!/usr/bin/env python3
"""Weft from Python beside parsel, selectolax, trafilatura and FastWARC: CPU time a page, answers compared first.

    bench/python/compare.py FOLDER-OF-PAGES [--pages 200]     with a Python that has weft and these

Each job is done by all on the same bytes, in turn, three times; the least CPU time of a process counts (one thread, whatever
else the machine does). Answers: how many pages give the same text as the peer, folded to words.
"""

import argparse
import gzip
import io
import pathlib
import re
import time


def words(text):
    return re.findall(r"\w+", text or "")


def overlap(mine, theirs):
    """F1 of two texts as sets of words."""
    a, b = set(words(mine)), set(words(theirs))
    return 1.0 if not a and not b else 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def timed(work, pages):
    started = time.process_time()
    answers = [work(page) for page in pages]
    return time.process_time() - started, answers


def compete(title, rivals, pages, alike):
    """Rivals by name, the first is Weft's."""
    best = {}
    answers = {}
    for _ in range(3):
        for name, work in rivals.items():
            seconds, answers[name] = timed(work, pages)
            best[name] = min(seconds, best.get(name, seconds))
    ours = next(iter(rivals))
    for name in rivals:
        agreement = sum(alike(a, b) for a, b in zip(answers[ours], answers[name])) / len(pages)
        row(title, name, 1e6 * best[name] / len(pages), best[name] / best[ours], f"{agreement:.3f}")


def row(job, name, microseconds, times, agreement):
    print(f"| {job} | {name} | {microseconds:.0f} | {times:.1f} | {agreement} |")


def selecting(pages):
    import parsel
    import selectolax.lexbor

    import weft

    def by_weft(page):
        tree = weft.parse(page)
        return " ".join(tree.css("h1::text, h2::text").getall()), len(tree.css("a::attr(href)").getall())

    def by_parsel(page):
        tree = parsel.Selector(body=page)
        return " ".join(tree.css("h1::text, h2::text").getall()), len(tree.css("a::attr(href)").getall())

    def by_selectolax(page):
        tree = selectolax.lexbor.LexborHTMLParser(page)
        texts = (node.text(deep=False) for node in tree.css("h1, h2"))
        return " ".join(texts), len([1 for node in tree.css("a[href]")])

    compete(
        "select headings and links",
        {"weft": by_weft, "parsel": by_parsel, "selectolax": by_selectolax},
        pages,
        lambda a, b: float(words(a[0]) == words(b[0]) and a[1] == b[1]),
    )


def reading(pages):
    import trafilatura

    import weft

    compete(
        "main content",
        {
            "weft": lambda page: weft.article(page, body_alone=True).text,
            "trafilatura": lambda page: trafilatura.extract(page, include_comments=False) or "",
        },
        pages,
        overlap,
    )


def archive_of(pages):
    out = io.BytesIO()
    for number, page in enumerate(pages):
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/{number}\r\n"
            f"WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{number:032}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        out.write(gzip.compress(head.encode() + body + b"\r\n\r\n", 6))
    return out.getvalue()


def archives(pages, folder):
    import fastwarc.warc

    import weft

    path = folder / "bench.warc.gz"
    path.write_bytes(archive_of(pages))

    def by_weft(_):
        return [(record.url, record.size) for record in weft.warc.open(path)]

    def by_fastwarc(_):
        with open(path, "rb") as file:
            found = fastwarc.warc.ArchiveIterator(file, parse_http=False)
            return [(record.headers["WARC-Target-URI"], len(record.reader.read())) for record in found]

    best = {}
    answers = {}
    for _ in range(3):
        for name, work in {"weft": by_weft, "FastWARC": by_fastwarc}.items():
            seconds, (answers[name],) = timed(work, [0])
            best[name] = min(seconds, best.get(name, seconds))
    for name, seconds in best.items():
        same = "the same" if answers[name] == answers["weft"] else "OTHER"
        row("read archive", name, 1e6 * seconds / len(pages), seconds / best["weft"], f"{same} records")


def main():
    import tempfile

    take = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    take.add_argument("folder")
    take.add_argument("--pages", type=int, default=200)
    given = take.parse_args()
    files = sorted(one for one in pathlib.Path(given.folder).rglob("*.htm*"))
    step = max(1, len(files) // given.pages)
    pages = [one.read_bytes() for one in files[::step][: given.pages]]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} KB on average\n")
    print("| job | by | µs a page | times weft's | agreement |\n|---|---|---:|---:|---:|")
    selecting(pages)
    reading(pages)
    with tempfile.TemporaryDirectory() as folder:
        archives(pages, pathlib.Path(folder))


if __name__ == "__main__":
    main()
