"""Weft on Spark: jobs over WARC files of any number, on any number of machines.

    from weft import spark as weft_spark

    spark = weft_spark.session()
    records = weft_spark.extract(spark, ["s3://crawl/*.warc.gz"], {"shop.example": "shop.site"})
    records.write.parquet("records")

Page bytes never cross the JVM: a task gets the name of a file and a range of its bytes, reads, parses and extracts in one
function, and gives rows. Files are opened in the worker by ``pyarrow.fs`` (local paths, ``file://``, ``s3://``,
``hdfs://``, ``gs://``), for Spark's own file systems are closed to Python workers. Big gzip files are split by the members
that start in a range, so one huge site is many tasks; small files go together into one, for a task costs what hundreds of
pages do.

A page that fails is a row with its ``error``. A page that kills its worker is one, too: when Spark tries a task again, the
pages run in a child process, and the one that ends it is named. (``local[2]`` tries once; give ``local[2,4]``.)
"""

from __future__ import annotations

import functools
import gc
import glob
import io
import itertools
import json
import os
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from . import _core, warc
from .learning import Labels, Site, learn as learn_wrapper

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SPLIT_BYTES = 256 << 20  # Of a task: some seconds of work, of which starting it is a hundredth.
SMALLEST_TASK = 4 << 20  # Smaller ones are not made to keep cores busy.
BATCH_ROWS = 1000

# In local mode the JVM only hands rows on: its second compiler and parallel collectors cost more CPU than they save.
LIGHT_JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

Row = tuple[Any, ...]


class Part(NamedTuple):
    """Bytes [begin, end) of a file."""

    path: str
    begin: int
    end: int


def session(master: str = "local[*,4]", **settings: str) -> SparkSession:
    """A session whose workers run this Python. Settings by their names, with ``__`` for dots; in local mode the JVM is a
    light one unless ``spark__driver__extraJavaOptions`` says otherwise."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        settings.setdefault("spark__driver__extraJavaOptions", LIGHT_JVM)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("weft")
    for name, value in settings.items():
        builder = builder.config(name.replace("__", "."), value)
    return builder.getOrCreate()


# --- files ---


def _file_system(path: str) -> tuple[Any, str]:
    from pyarrow import fs

    if "://" in path:
        return fs.FileSystem.from_uri(path)
    return fs.LocalFileSystem(), os.path.abspath(path)


def parts(paths: Iterable[str], split_bytes: int = SPLIT_BYTES, cores: int = 1) -> list[list[Part]]:
    """Files, globs of local files and lists (``@warc.paths``, a line each, relative to the list) as parts of at most
    `split_bytes`, which are a task's together. Only gzip files are split, and finer where there are more `cores`."""
    files: list[tuple[str, int, bool]] = []
    for path in itertools.chain.from_iterable(map(_expanded, paths)):
        system, inner = _file_system(path)
        size = system.get_file_info(inner).size
        if size is None:
            raise FileNotFoundError(f"there is no file {path}")
        if size > 0:
            files.append((path, size, inner.endswith(".gz")))
    total = sum(size for _, size, _ in files)
    most = min(split_bytes, max(SMALLEST_TASK, -(-total // cores)))
    tasks: list[list[Part]] = [[] for _ in range(-(-total // most))]
    before = 0
    for path, size, can_split in files:
        count = -(-size // most) if can_split else 1
        edges = [size * i // count for i in range(count + 1)]
        for begin, end in zip(edges, edges[1:]):  # A part is of the task in whose share its middle lies.
            tasks[(before + (begin + end) // 2) * len(tasks) // total].append(Part(path, begin, end))
        before += size
    return [task for task in tasks if task]


def _expanded(path: str) -> list[str]:
    if path.startswith("@"):
        system, inner = _file_system(path[1:])
        with system.open_input_stream(inner) as stream:
            lines = stream.read().decode().split("\n")
        base = path[1:].rsplit("/", 1)[0] + "/" if "/" in path else ""
        names = [line.strip() for line in lines if line.strip()]
        return [name if "://" in name or name.startswith("/") else base + name for name in names]
    if "://" not in path and glob.has_magic(path):
        return sorted(glob.glob(path))
    return [path]


class _Range:
    """A stream over the rest of a file from `begin`: only read() is needed."""

    def __init__(self, part: Part) -> None:
        system, inner = _file_system(part.path)
        self.file = system.open_input_file(inner)
        self.file.seek(part.begin)

    def read(self, size: int) -> bytes:
        data: bytes = self.file.read(size)
        return data


def _pages(part: Part) -> Iterator[_core.RawPage]:
    local = "://" not in part.path or part.path.startswith("file://")
    source = part.path.removeprefix("file://") if local else _Range(part)
    return warc.pages(source, part.begin, part.end)  # type: ignore[arg-type]


# --- one task of a job ---

# What makes rows of a page: the columns behind file, number, page and host, and before error, of each.
Work = Callable[[_core.RawPage, Part], Iterable[Row]]


def _attempt() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return 0 if context is None else context.attemptNumber()


def _rows_of(part: Part, number: int, page: _core.RawPage, work: Work, width: int) -> list[Row]:
    """The rows of a page, `width` columns each; its failure is one."""
    head = (part.path, number, page.id, _host(page.url))
    try:
        return [(*head, *row, None) for row in work(page, part)]
    except Exception as error:
        return [_failure(head, width, f"{type(error).__name__}: {error}")]


def _failure(head: Row, width: int, error: str) -> Row:
    return (*head, *[None] * (width - len(head) - 1), error)


def _rows_by_child(part: Part, work: Work, width: int) -> Iterator[Row]:
    """The rows of a part, made in a child process; a page that ends it is a row, and another child goes on behind it."""
    import multiprocessing

    fork = multiprocessing.get_context("fork")
    first = 0
    while True:
        receive, send = fork.Pipe(duplex=False)

        def run() -> None:
            receive.close()
            for number, page in enumerate(_pages(part)):
                if number < first:
                    continue
                send.send((part.path, number, page.id, _host(page.url)))
                send.send(_rows_of(part, number, page, work, width))
            send.send(None)

        child = fork.Process(target=run)
        child.start()
        send.close()
        current: Row | None = None
        done = False
        while not done:
            try:
                message = receive.recv()
            except EOFError:
                break
            if message is None:
                done = True
            elif isinstance(message, tuple):
                current = message
            else:
                current, first = None, first + 1
                yield from message
        child.join()
        if done:
            return
        if current is None:
            raise RuntimeError(f"{part.path}: a child ended outside a page ({child.exitcode})")
        yield _failure(current, width, f"this page ended its process ({child.exitcode})")
        first = current[1] + 1


def _freeze_once() -> None:
    """Spark's workers collect garbage after each task: what was imported need not be looked at again."""
    if gc.get_freeze_count() == 0:
        gc.freeze()


def _map_parts(
    session: SparkSession,
    paths: Iterable[str],
    split_bytes: int,
    schema: str,
    make_work: Callable[[], Work],
) -> DataFrame:
    """Rows of all pages of these files: file, number of the page in its part, page, host, what the work gives, error.
    `make_work` runs once in a task."""

    tasks = parts(paths, split_bytes, session.sparkContext.defaultParallelism)
    known = session.sparkContext.broadcast(tasks)

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _freeze_once()
        types = _arrow_schema(schema)
        width = len(types)
        work = make_work()

        def rows_of(part: Part) -> Iterator[Row]:
            if _attempt() > 0:
                return _rows_by_child(part, work, width)
            pages = enumerate(_pages(part))
            return itertools.chain.from_iterable(_rows_of(part, number, page, work, width) for number, page in pages)

        for batch in batches:
            for task in batch["id"].to_pylist():
                rows = itertools.chain.from_iterable(map(rows_of, known.value[task]))
                while chunk := list(itertools.islice(rows, BATCH_ROWS)):
                    columns = [pyarrow.array(column, kind) for column, kind in zip(zip(*chunk), types.types)]
                    yield pyarrow.RecordBatch.from_arrays(columns, schema=types)

    return session.range(0, len(tasks), 1, max(1, len(tasks))).mapInArrow(run, schema)


def _arrow_schema(schema: str) -> Any:
    import pyarrow

    types = {"string": pyarrow.string(), "long": pyarrow.int64(), "double": pyarrow.float64()}
    types["array<string>"] = pyarrow.list_(pyarrow.string())
    fields = [column.strip().split(" ", 1) for column in schema.split(",")]
    return pyarrow.schema([(name, types[kind]) for name, kind in fields])


# --- bundles in workers ---


def _packed(path: str) -> bytes:
    """A bundle as bytes, to be broadcast."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        archive.add(path, arcname="site")
    return out.getvalue()


_unpacked: dict[int, tuple[Any, Site]] = {}  # Of this worker process, by the bytes' hash.


def _site_of(packed: bytes) -> Site:
    key = hash(packed)
    if key not in _unpacked:
        folder = tempfile.TemporaryDirectory(prefix="weft-site-")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder.name, filter="data")
        _unpacked[key] = (folder, Site(os.path.join(folder.name, "site")))
    return _unpacked[key][1]


def _host(url: str) -> str:
    return _host_of(url.partition("://")[2].partition("/")[0])


@functools.lru_cache(maxsize=1 << 14)
def _host_of(authority: str) -> str:
    try:
        return urlsplit("//" + authority).hostname or ""
    except ValueError:
        return ""


# --- jobs ---

RECORDS = "file string, number long, page string, host string, template string, record long, json string, missing array<string>, error string"


def extract(
    session: SparkSession,
    paths: Iterable[str],
    sites: str | Mapping[str, str],
    split_bytes: int = SPLIT_BYTES,
) -> DataFrame:
    """Records by the rules of sites: one bundle for all pages, or ``{host: bundle}``. Bundles are broadcast. A row a record:
    file, number of the page in it, page, host, template, number of the record, the record as ``weft extract --no-meta``
    writes it, mandatory attributes that its page lacks; or the error of a page."""
    one_for_all = isinstance(sites, str)
    known = {"": sites} if isinstance(sites, str) else dict(sites)
    packed = {host: session.sparkContext.broadcast(_packed(path)) for host, path in known.items()}

    def make_work() -> Work:
        def work(page: _core.RawPage, part: Part) -> Iterable[Row]:
            bundle = packed.get("" if one_for_all else _host(page.url))
            return () if bundle is None else _site_of(bundle.value)._native.rows(page)

        return work

    return _map_parts(session, paths, split_bytes, RECORDS, make_work)


TABLES = "file string, number long, page string, host string, table long, confidence double, record long, json string, error string"


def mine(
    session: SparkSession,
    paths: Iterable[str],
    max_tables: int = 1,
    min_confidence: float = 0.4,
    split_bytes: int = SPLIT_BYTES,
) -> DataFrame:
    """The tables of all pages, found without labels: a row a record."""

    def make_work() -> Work:
        from . import pages as native

        def work(page: _core.RawPage, part: Part) -> Iterable[Row]:
            tables = native.mine(page, max_tables, min_confidence)
            return [
                (number, table.confidence, at, record.to_json())
                for number, table in enumerate(tables)
                for at, record in enumerate(table)
            ]

        return work

    return _map_parts(session, paths, split_bytes, TABLES, make_work)


VECTORS = "file string, number long, page string, host string, vector long, error string"


def vectors(session: SparkSession, paths: Iterable[str], split_bytes: int = SPLIT_BYTES) -> DataFrame:
    """What grouping looks at: for each page, eight bytes that say how it is built."""

    def make_work() -> Work:
        def work(page: _core.RawPage, part: Part) -> Iterable[Row]:
            vector = _core.page_vector(page.parse())
            return [(vector - (1 << 64) if vector >= 1 << 63 else vector,)]  # Spark's longs have a sign.

        return work

    return _map_parts(session, paths, split_bytes, VECTORS, make_work)


GROUPS = "file string, number long, page string, host string, template string"


def group(
    session: SparkSession,
    paths: Iterable[str],
    by_host: bool = True,
    split_bytes: int = SPLIT_BYTES,
) -> DataFrame:
    """Pages by template, as :func:`weft.group` finds them ([Vertex], Algorithm 1): a row a page, its template t1, t2… by
    importance, or none.

    Vectors of pages and their counts are a map and a reduce; the second pass goes over the distinct vectors of a site, in
    the order that decides ties, on the driver; the third is a map again."""
    pages = vectors(session, paths, split_bytes).filter("error is null").cache()
    counted = pages.groupBy("host", "vector").count() if by_host else pages.groupBy("vector").count()
    of_host: dict[str, list[int]] = {}
    for row in counted.toLocalIterator():
        vector = row["vector"] % (1 << 64)
        of_host.setdefault(row["host"] if by_host else "", []).extend([vector] * row["count"])
    groups = session.sparkContext.broadcast({host: _core.group_vectors(all) for host, all in of_host.items()})

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            columns = batch.to_pydict()
            found = []
            for host, vector in zip(columns["host"], columns["vector"]):
                known = groups.value.get(host if by_host else "", [])
                at = _core.find_group(known, vector % (1 << 64))
                found.append(None if at is None else f"t{at + 1}")
            columns["template"] = found
            yield pyarrow.RecordBatch.from_pydict(
                {name: columns[name] for name in ("file", "number", "page", "host", "template")},
                schema=_arrow_schema(GROUPS),
            )

    return pages.select("file", "number", "page", "host", "vector").mapInArrow(run, GROUPS)


SITES = "host string, pages long, bundle binary, problems array<string>, error string"


def learn(
    session: SparkSession,
    paths: Iterable[str],
    labels: Mapping[str, Mapping[str, Labels]],
    schema: Mapping[str, Any] | str | None = None,
    sample: int = 40,
    split_bytes: int = SPLIT_BYTES,
) -> DataFrame:
    """A site learned per host, each in one task: `labels` has for each host its labelled pages by URL. Of a host, its
    labelled pages and up to `sample` others go to its task, as places in files, not as bytes. A row a host: the bundle as
    bytes (:func:`unpack_site` writes it), or the error."""
    wanted = session.sparkContext.broadcast({host: dict(known) for host, known in labels.items()})
    chosen = _sampled(session, paths, wanted, sample, split_bytes)

    def run(frame: Any) -> Any:
        import pyarrow

        rows = frame.to_pylist()
        host = rows[0]["host"]
        try:
            pages = _read_again(rows)
            known = [wanted.value[host].get(page.url) for page in pages]
            order = sorted(range(len(pages)), key=lambda i: known[i] is None)
            parsed = [_parsed(pages[i]) for i in order]
            wrapper = learn_wrapper(parsed, [known[i] for i in order if known[i] is not None], schema)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "site")
                Site.put(path, wrapper, parsed)
                row: dict[str, Any] = {"host": host, "pages": len(pages), "bundle": _packed(path), "problems": wrapper.problems}
        except Exception as error:
            row = {"host": host, "pages": len(rows), "error": f"{type(error).__name__}: {error}"}
        return pyarrow.Table.from_pylist(
            [{name: row.get(name) for name in ("host", "pages", "bundle", "problems", "error")}],
            schema=pyarrow.schema(
                [("host", pyarrow.string()), ("pages", pyarrow.int64()), ("bundle", pyarrow.binary()),
                 ("problems", pyarrow.list_(pyarrow.string())), ("error", pyarrow.string())]
            ),
        )

    return chosen.groupBy("host").applyInArrow(run, SITES)


HEALTH = "host string, template string, health string, summary string, error string"


def watch(
    session: SparkSession,
    paths: Iterable[str],
    sites: Mapping[str, str],
    sample: int = 100,
    split_bytes: int = SPLIT_BYTES,
) -> DataFrame:
    """What became of the templates of ``{host: bundle}`` on pages as they are now: a row a template. Bundles are copied to
    the workers and stay as they are; repair with :meth:`weft.Site.watch` what is not healthy."""
    packed = {host: session.sparkContext.broadcast(_packed(path)) for host, path in sites.items()}
    wanted = session.sparkContext.broadcast({host: dict[str, Any]() for host in sites})
    chosen = _sampled(session, paths, wanted, sample, split_bytes)

    def run(frame: Any) -> Any:
        import pyarrow

        rows = frame.to_pylist()
        host = rows[0]["host"]
        try:
            found = _site_of(packed[host].value).watch([_parsed(page) for page in _read_again(rows)])
            out: list[dict[str, Any]] = [
                {"host": host, "template": one.template, "health": one.health, "summary": one.summary} for one in found
            ]
        except Exception as error:
            out = [{"host": host, "error": f"{type(error).__name__}: {error}"}]
        names = ("host", "template", "health", "summary", "error")
        return pyarrow.Table.from_pylist(
            [{name: row.get(name) for name in names} for row in out],
            schema=pyarrow.schema([(name, pyarrow.string()) for name in names]),
        )

    return chosen.groupBy("host").applyInArrow(run, HEALTH)


def _parsed(page: _core.RawPage) -> Any:
    from .pages import Page

    return Page(page.parse())


PLACES = "file string, number long, page string, host string, begin long, end long, rank long, error string"


def _sampled(session: SparkSession, paths: Iterable[str], wanted: Any, sample: int, split_bytes: int) -> DataFrame:
    """Places of the pages of the wanted hosts: the labelled ones, and `sample` others, the same ones every time."""
    from pyspark.sql import Window, functions

    def make_work() -> Work:
        import zlib

        def work(page: _core.RawPage, part: Part) -> Iterable[Row]:
            known = wanted.value.get(_host(page.url))
            if known is None:
                return []
            return [(part.begin, part.end, -1 if page.url in known else zlib.crc32(page.url.encode()))]

        return work

    places = _map_parts(session, paths, split_bytes, PLACES, make_work).filter("error is null")
    order = Window.partitionBy("host").orderBy("rank", "file", "number")
    kept = places.withColumn("place", functions.row_number().over(order))
    return kept.filter((kept["rank"] == -1) | (kept["place"] <= sample)).drop("place")


def _read_again(rows: list[dict[str, Any]]) -> list[_core.RawPage]:
    """The pages at these places, in the order of files and numbers."""
    found: list[_core.RawPage] = []
    by_part: dict[Part, set[int]] = {}
    for row in rows:
        by_part.setdefault(Part(row["file"], row["begin"], row["end"]), set()).add(row["number"])
    for part, numbers in sorted(by_part.items()):
        found += [page for number, page in enumerate(_pages(part)) if number in numbers]
    return found


def unpack_site(bundle: bytes, path: str | os.PathLike[str]) -> Site:
    """Writes a bundle that :func:`learn` gave."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(bytes(bundle))) as archive:
            archive.extractall(folder, filter="data")
        os.rename(os.path.join(folder, "site"), path)
    return Site(path)


# --- long runs ---


def run_in_rounds(
    job: Callable[[list[str]], DataFrame],
    paths: Iterable[str],
    output: str,
    files_a_round: int = 100,
) -> list[str]:
    """Runs a job over some files after the other and writes a Parquet folder for each round below `output`; rounds that
    are written are left alone, so that a run that was stopped goes on where it was. The files of each round are noted in
    ``rounds.json``, which a later run obeys.

        run_in_rounds(lambda files: extract(spark, files, sites), paths, "records")
    """
    os.makedirs(output, exist_ok=True)
    plan = os.path.join(output, "rounds.json")
    if os.path.exists(plan):
        with open(plan, encoding="utf-8") as file:
            rounds = json.load(file)
    else:
        files = [name for path in paths for name in _expanded(path)]
        rounds = [files[i : i + files_a_round] for i in range(0, len(files), files_a_round)]
        with open(plan, "w", encoding="utf-8") as file:
            json.dump(rounds, file)
    written = []
    for number, some in enumerate(rounds):
        folder = os.path.join(output, f"round-{number:05}")
        if not os.path.exists(os.path.join(folder, "_SUCCESS")):
            job(some).write.mode("overwrite").parquet(folder)
        written.append(folder)
    return written
