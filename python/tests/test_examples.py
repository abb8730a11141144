"""The programs of examples/python, as their first lines say; the notebook is run by nbmake (tools/python)."""

import json
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples/python"
PAGES = EXAMPLES.parent / "pages"


def run(name, *arguments):
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_mine_to_frame(tmp_path):
    pytest.importorskip("pandas")
    assert "title" in run("mine_to_frame.py", PAGES / "list.html", tmp_path / "t.parquet").splitlines()[0]
    assert (tmp_path / "t.parquet").read_bytes()[:4] == b"PAR1"


def test_learn_extract_and_spark(tmp_path):
    site, target = tmp_path / "books.site", tmp_path / "books.jsonl"
    assert run("learn_and_extract.py", PAGES / "books.warc", site, target) == "8 records, 0 pages lack something\n"
    records = [json.loads(line) for line in target.read_text().splitlines()]
    assert records[5]["title"] == "Glass Mountain"
    assert records[0]["price"].endswith("12.50")
    pytest.importorskip("pyspark")
    assert "8 rows" in run("spark_extract.py", site, tmp_path / "records", PAGES / "books.warc")
