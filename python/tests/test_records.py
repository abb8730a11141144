"""Tables: mined, and handed to data frames and files."""

import json
import subprocess
import sys

import pytest

import weft


def listing(count):
    rows = "".join(
        f"<tr><td><a href='/{n}'>Chair {n}</a><td>{n}.5<td>{'' if n % 3 else 'new'}</tr>" for n in range(count)
    )
    return f"<table><tr><th>Name<th>Weight<th>State</tr>{rows}</table>"


@pytest.fixture
def table():
    return weft.mine(listing(9))[0]


def test_records_say_where_they_are_from(table):
    assert len(table) == 9
    name = table.columns[0]
    assert table[2][name] == "Chair 2"
    value = table[2].value(name)
    assert value.text == "Chair 2"
    assert weft.parse(listing(9)).at(value.path).text() == "Chair 2"
    assert 0 < value.confidence <= 1
    assert json.loads(table[2].to_json())[name] == "Chair 2"


def test_a_page_without_repetition_gives_none():
    assert weft.mine("<p>Hello</p>") == []


def test_an_unknown_method_is_named():
    with pytest.raises(ValueError, match="magic"):
        weft.mine("<p>", method="magic")


def test_arrow_holds_what_the_records_hold(table):
    pyarrow = pytest.importorskip("pyarrow")
    arrow = table.to_arrow()
    arrow.validate(full=True)
    rows = arrow.to_pylist()
    for record, row in zip(table, rows, strict=True):
        assert {k: v for k, v in row.items() if v is not None} == dict(record)
    assert isinstance(arrow, pyarrow.Table)
    assert table.to_arrow().equals(arrow)  # A new stream for each call.


def test_lists_and_missing_values_survive_arrow():
    pytest.importorskip("pyarrow")
    pages = [
        f"<h1>Book {n}</h1><ul class=tags>{''.join(f'<li>tag {i}</li>' for i in range(n + 1))}</ul><p>{n}</p>"
        for n in range(1, 6)
    ]
    labels = [
        {"title": f"Book {n}", "tags": [f"tag {i}" for i in range(n + 1)], "pages": str(n)}
        for n in (1, 2, 3)
    ]
    wrapper = weft.learn(pages, labels, {"title": "text", "tags": "text set", "pages": "number"})
    table = wrapper.extract(pages[4])
    assert table[0] == {"title": "Book 5", "tags": [f"tag {i}" for i in range(6)], "pages": 5}
    rows = table.to_arrow()
    assert [str(field.type) for field in rows.schema] == ["string", "list<item: string>", "double"]
    assert rows.to_pylist() == [dict(table[0])]


def test_pandas_polars_and_duckdb_take_it(table):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    name = table.columns[0]
    names = [record[name] for record in table]
    assert list(table.to_pandas()[name]) == names
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert table.to_polars()[name].to_list() == names
    assert isinstance(table.to_polars(), polars.DataFrame)
    assert duckdb.sql(f'select "{name}" from "table"').fetchall() == [(one,) for one in names]


def test_polars_and_duckdb_need_no_pyarrow(tmp_path):
    pytest.importorskip("polars")
    pytest.importorskip("duckdb")
    program = """
import sys
sys.modules["pyarrow"] = None  # As if it were not installed.
import duckdb, polars, weft
rows = "".join(f"<tr><td>Chair {n}<td>{n} kg" for n in range(1, 9))
chairs = weft.mine(f"<table><tr><th>Name<th>Weight{rows}</table>")[0]
assert polars.DataFrame(chairs)["name"].to_list()[-1] == chairs.to_polars()["name"][-1] == "Chair 8"
assert duckdb.sql("select max(name) from chairs").fetchall() == [("Chair 8",)]
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path, timeout=120)


def test_files_are_written_by_their_ending(table, tmp_path):
    table.save(tmp_path / "t.jsonl")
    lines = (tmp_path / "t.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [dict(record) for record in table]
    table.save(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text().count("\n") == 10
    table.save(tmp_path / "t.parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(tmp_path / "t.parquet").to_pylist() == table.to_arrow().to_pylist()


def test_a_parquet_file_is_the_same_to_all_readers(table, tmp_path):
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "t.parquet"
    table.save(path)
    rows = [tuple(row.values()) for row in table.to_arrow().to_pylist()]
    assert polars.read_parquet(path).rows() == rows
    assert duckdb.sql(f"from '{path}'").fetchall() == rows


def test_many_pages_are_mined_alike(table):
    pages = [listing(9), "<p>none</p>", listing(5)]
    sizes = [[len(one) for one in tables] for tables in weft.mine_many(pages)]
    assert sizes == [[9], [], [5]]


def test_articles():
    text = "<p>" + "The bridge was opened again on Friday, after eleven months of work. " * 5 + "</p>"
    page = f"<html lang=en><h1>Bridge open</h1>{text * 3}"
    one = weft.article(page)
    assert one.title == "Bridge open"
    assert one.text.count("eleven months") == 15
    assert one.markdown.startswith("# Bridge open") or "eleven" in one.markdown
    assert [other.text for other in weft.articles([page, page])] == [one.text] * 2
