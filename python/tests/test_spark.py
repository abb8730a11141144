"""Weft on a real Spark in local mode: the same answers as on one machine."""

import gzip
import http.server
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import threading

import pytest

pytest.importorskip("pyspark")
import weft
from weft import spark as weft_spark

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ.get("WEFT_PROGRAM") or str(ROOT / "build/weft")


def member(url, html):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".encode()
    body = head + html.encode()
    return gzip.compress(
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
        + b"\r\n\r\n"
    )


def shop(host, number):
    rows = "".join(f"<tr><td>Part {number}.{i}<td>{i}0 g</tr>" for i in range(6))
    html = (
        f"<html><body class={host}><h1>Book {number}</h1><p class=price>{number}.50 €</p><p>Pages: <b>{number}00</b></p>"
        f"<table><tr><th>Name<th>Weight</tr>{rows}</table></body></html>"
    )
    return f"http://{host}.example/book/{number}", html


def news(host, number):
    text = "<p>" + "The bridge was opened again on Friday. " * 4 + "</p>"
    return f"http://{host}.example/news/{number}", f"<html><body><div id=n><h2>News {number}</h2>{text}</div></body></html>"


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """Two shops with news among them, in three files."""
    folder = tmp_path_factory.mktemp("archives")
    pages = [shop(host, n) for n in range(1, 61) for host in ("oak", "elm")]
    pages += [news("oak", n) for n in range(1, 41)]
    for at in range(3):
        (folder / f"{at}.warc.gz").write_bytes(b"".join(member(*one) for one in pages[at::3]))
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pages = [weft.parse(html, url=url) for url, html in (shop("oak", n) for n in range(1, 7))]
    labels = [{"title": f"Book {n}", "price": f"{n}.50 €", "pages": f"{n}00"} for n in (1, 2)]
    schema = {"title": "text mandatory", "price": "money", "pages": "number"}
    path = tmp_path_factory.mktemp("bundles") / "oak.site"
    weft.Site.put(path, weft.learn(pages, labels, schema), pages)
    return str(path)


@pytest.fixture(scope="module")
def spark():
    session = weft_spark.session("local[2,4]", spark__ui__enabled="false", spark__sql__shuffle__partitions="4")
    yield session
    session.stop()


def local_pages(archives):
    for path in sorted(archives.glob("*.warc.gz")):
        yield from weft.warc.pages(path)


def rows_in_order(frame):
    rows = [row.asDict() for row in frame.collect()]
    return sorted(rows, key=lambda row: (row["file"], row["begin"] if "begin" in row else 0, row["number"], row.get("record") or 0))


def test_files_are_split_and_lists_are_read(archives):
    path = str(archives / "0.warc.gz")
    size = os.path.getsize(path)
    split = [part for task in weft_spark.parts([path], size // 3) for part in task]
    assert len(split) > 2 and (split[0].begin, split[-1].end) == (0, size)
    assert all(one.end == other.begin for one, other in zip(split, split[1:]))
    (archives / "warc.paths").write_text("0.warc.gz\n1.warc.gz\n")
    listed = [f"@{archives}/warc.paths", f"file://{archives}/2.warc.gz"]
    [together] = weft_spark.parts(listed)
    assert [os.path.basename(part.path) for part in together] == ["0.warc.gz", "1.warc.gz", "2.warc.gz"]
    assert len(weft_spark.parts(listed, size)) in (3, 4)
    with pytest.raises(FileNotFoundError):
        weft_spark.parts([str(archives / "none.warc.gz")])


def test_a_huge_file_among_small_ones_is_shared_out(tmp_path, monkeypatch):
    monkeypatch.setattr(weft_spark, "SMALLEST_TASK", 100)
    for name, size in (("a", 10), ("huge", 8000), ("b", 10), ("empty", 0)):
        (tmp_path / f"{name}.warc.gz").write_bytes(bytes(size))
    (tmp_path / "plain.warc").write_bytes(bytes(2000))
    tasks = weft_spark.parts([str(tmp_path / "*.warc.gz"), str(tmp_path / "plain.warc")], cores=4)
    shares = [sum(part.end - part.begin for part in task) for task in tasks]
    assert len(tasks) == 4 and sum(shares) == 10020 and max(shares) < 4100
    assert [part for task in tasks for part in task if part.path.endswith("plain.warc")] == [
        (str(tmp_path / "plain.warc"), 0, 2000)
    ]


class Bucket(http.server.BaseHTTPRequestHandler):
    """As much of S3 as reading takes."""

    folder = pathlib.Path()

    def log_message(self, *arguments):
        pass

    def do_HEAD(self):
        self.give(body=False)

    def do_GET(self):
        self.give(body=True)

    def give(self, body):
        file = self.folder / pathlib.Path(self.path.partition("?")[0]).name
        if not file.is_file():
            self.send_error(404)
            return
        data = file.read_bytes()
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if wanted:
            data = data[int(wanted[1]) : int(wanted[2]) + 1]
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")
        self.end_headers()
        if body:
            self.wfile.write(data)


def test_buckets_are_read_in_the_workers(spark, archives, site, monkeypatch):
    monkeypatch.setattr(Bucket, "folder", archives)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    where = f"endpoint_override=127.0.0.1:{server.server_port}&scheme=http&region=us-east-1"
    paths = [f"s3://key:secret@crawl/{number}.warc.gz?{where}" for number in range(3)]
    try:
        found = weft_spark.extract(spark, paths, site, os.path.getsize(archives / "0.warc.gz") * 2 // 3).collect()
    finally:
        server.shutdown()
    local = weft_spark.extract(spark, [str(archives / "*.warc.gz")], site).collect()
    assert len(found) >= 60 and [row["error"] for row in found if row["error"]] == []
    assert sorted(row["json"] for row in found) == sorted(row["json"] for row in local)


def test_extract_gives_what_the_program_gives(spark, archives, site):
    found = weft_spark.extract(spark, [str(archives / "*.warc.gz")], site, split_bytes=4000)
    assert found.filter("error is not null").count() == 0
    given = sorted(row["json"] for row in found.collect())
    done = subprocess.run(
        [PROGRAM, "extract", "--site", site, "--no-meta", "-q", *map(str, sorted(archives.glob("*.warc.gz")))],
        capture_output=True, text=True,
    )
    lines = sorted(done.stdout.splitlines())
    assert len(lines) >= 60
    assert given == lines


def benchmark():
    """bench/python/spark.py, which makes archives and sites of data sets."""
    made = importlib.util.spec_from_file_location("spark_bench", ROOT / "bench/python/spark.py")
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["camera-buy", "book-abebooks", "job-dice"])
def test_real_pages_give_what_the_program_gives(spark, tmp_path, name):
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = cache / "weft-data" / f"swde-{name.split('-')[0]}" / "pages" / name
    files = sorted(folder.glob("*.htm"))
    if not files:
        pytest.skip(f"the data set of {name} is not here")
    bench = benchmark()
    bench.learn(folder, files, tmp_path / "site")
    archives = bench.write_archives(folder, files, len(files), tmp_path)
    lines, _, _ = bench.by_program(PROGRAM, str(tmp_path / "site"), archives, 1)
    found, _, _ = bench.by_spark(spark, str(tmp_path / "site"), archives, tmp_path / "out")
    assert len(lines) > 150
    assert sorted(found) == sorted(lines)


def test_extract_by_host_knows_its_hosts(spark, archives, site):
    found = weft_spark.extract(spark, [str(archives / "*.warc.gz")], {"oak.example": site})
    assert {row["host"] for row in found.collect()} == {"oak.example"}


def test_grouping_is_that_of_one_machine(spark, archives):
    pages = [page.parse() for page in local_pages(archives)]
    expected = {}
    for number, one in enumerate(weft.group([weft.Page(page) for page in pages])):
        for at in one.pages:
            expected[pages[at].id] = f"t{number + 1}"
    found = weft_spark.group(spark, [str(archives / "*.warc.gz")], by_host=False, split_bytes=4000)
    templates = {row["page"]: row["template"] for row in found.collect()}
    assert {page: name for page, name in templates.items() if name} == expected
    assert len(set(expected.values())) >= 2


def test_mining_is_that_of_one_machine(spark, archives):
    found = weft_spark.mine(spark, [str(archives / "1.warc.gz")], min_confidence=0)
    expected = [
        record.to_json()
        for page in weft.warc.pages(archives / "1.warc.gz")
        for table in weft.mine(page, max_tables=1, min_confidence=0)
        for record in table
    ]
    assert len(expected) > 200
    assert sorted(row["json"] for row in found.collect()) == sorted(expected)


def test_sites_are_learned_and_watched_each_in_its_task(spark, archives, tmp_path):
    labels = {
        f"{host}.example": {shop(host, n)[0]: {"title": f"Book {n}", "price": f"{n}.50 €"} for n in (1, 2)}
        for host in ("oak", "elm")
    }
    rows = weft_spark.learn(spark, [str(archives / "*.warc.gz")], labels, sample=12, split_bytes=4000).collect()
    assert sorted(row["host"] for row in rows) == ["elm.example", "oak.example"]
    assert [row["error"] for row in rows] == [None, None]
    sites = {}
    for row in rows:
        path = tmp_path / row["host"]
        learned = weft_spark.unpack_site(row["bundle"], path)
        host = row["host"].split(".")[0]
        assert learned.extract(weft.RawPage(shop(host, 9)[1], shop(host, 9)[0]))[0]["title"] == "Book 9"
        sites[row["host"]] = str(path)
    health = weft_spark.watch(spark, [str(archives / "*.warc.gz")], sites).collect()
    assert {row["health"] for row in health if row["error"] is None} == {"healthy"}, health


def test_a_page_that_kills_its_worker_is_a_row(spark, archives):
    def make_work():
        def work(page, part):
            if page.url.endswith("/book/7"):
                os._exit(9)
            if page.url.endswith("/book/8"):
                raise ValueError("bad page")
            return [(len(page.html),)]

        return work

    path = str(archives / "0.warc.gz")
    expected = [page.url for page in weft.warc.pages(path)]
    schema = "file string, number long, page string, host string, bytes long, error string"
    frame = weft_spark._map_parts(spark, [path], weft_spark.SPLIT_BYTES, schema, make_work)
    rows = sorted((row.asDict() for row in frame.collect()), key=lambda row: row["number"])
    assert [row["page"] for row in rows] == expected
    errors = {row["page"]: row["error"] for row in rows if row["error"]}
    killed = [url for url in expected if url.endswith("/book/7")]
    refused = [url for url in expected if url.endswith("/book/8")]
    assert killed and all("ended its process" in errors[url] for url in killed)
    assert all("bad page" in errors[url] for url in refused)
    assert len(errors) == len(killed) + len(refused)


def test_a_run_that_was_stopped_goes_on(spark, archives, site, tmp_path):
    done = []

    def job(files):
        done.append(files)
        return weft_spark.extract(spark, files, site)

    paths = [str(archives / "*.warc.gz")]
    folders = weft_spark.run_in_rounds(job, paths, str(tmp_path / "out"), files_a_round=2)
    assert len(done) == 2 and len(folders) == 2
    (pathlib.Path(folders[1]) / "_SUCCESS").unlink()
    weft_spark.run_in_rounds(job, paths, str(tmp_path / "out"), files_a_round=2)
    assert len(done) == 3
    rows = spark.read.parquet(*folders)
    assert rows.count() == weft_spark.extract(spark, paths, site).count()


def test_spark_reads_our_parquet(spark, tmp_path):
    rows = "".join(f"<tr><td>Chair {n}<td>{n} kg" for n in range(1, 9))
    table = weft.mine(f"<table><tr><th>Name<th>Weight{rows}</table>")[0]
    table.save(tmp_path / "t.parquet")
    assert [row.asDict() for row in spark.read.parquet(str(tmp_path / "t.parquet")).collect()] == [dict(one) for one in table]
    assert json.loads(table[0].to_json()) == dict(table[0])
