"""The guide's Python blocks, run in their order."""

import pathlib
import re

import pytest

GUIDE = pathlib.Path(__file__).parents[2] / "docs/guide/python.md"


def test_the_guide_does_what_it_says(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    assert (tmp_path / "chairs.parquet").exists()
