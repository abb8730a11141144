"""The guide's Python blocks, run in their order."""

import pathlib
import re

import pytest

import weft

ROOT = pathlib.Path(__file__).parents[2]


def run(page, folder, monkeypatch, blocks):
    monkeypatch.chdir(folder)
    (folder / "examples").symlink_to(ROOT / "examples")
    found = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
    assert len(found) == blocks
    names = {}
    for block in found:
        exec(compile(block, page, "exec"), names)
    return names


def test_weft_from_python(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    run("docs/guide/python.md", tmp_path, monkeypatch, blocks=3)
    assert (tmp_path / "chairs.parquet").exists()


def test_a_billion_pages_on_spark(tmp_path, monkeypatch):
    pytest.importorskip("pyspark")
    pages = list(weft.parse_many(weft.warc.pages(ROOT / "examples/pages/books.warc")))
    labels = [{"title": "The Salt Road", "price": "$12.50"}, {"title": "A Winter in Tartu", "price": "$9.99"}]
    weft.Site.put(tmp_path / "books.site", weft.learn(pages, labels), pages)
    run("docs/guide/spark.md", tmp_path, monkeypatch, blocks=4)["session"].stop()
