"""Wrappers, sites and archives."""

import gzip
import json
import pathlib
import re

import pytest

import weft

BOOKS = pathlib.Path(__file__).parents[2] / "examples/pages/books.warc"


def book(number, price_class="price"):
    return weft.parse(
        f"<h1>Book {number}</h1><div class=nav>Home</div><p class={price_class}>{number}.50 €</p>"
        f"<p>Pages: <b>{number}00</b></p>",
        url=f"http://shop.example/{number}",
    )


@pytest.fixture
def wrapper():
    pages = [book(number) for number in range(1, 7)]
    labels = [{"title": f"Book {n}", "price": f"{n}.50 €"} for n in (1, 2)]
    return weft.learn(pages, labels, {"title": "text mandatory", "price": "money"})


def test_learned_wrappers_survive_json_and_explain(wrapper):
    again = weft.Wrapper.from_json(wrapper.to_json())
    table = again.extract(book(9))
    assert table[0] == {"title": "Book 9", "price": "EUR 9.50"}
    node = book(9).at(table[0].value("price").path)
    assert any(one.extracted and one.attribute == "price" for one in again.explain(node))


@pytest.mark.parametrize(
    ("month", "iso"),
    [("März", "2024-03-03"), ("mars", "2024-03-03"), ("октября", "2024-10-03"), ("toukokuuta", "2024-05-03")],
)
def test_months_are_known_in_many_languages(month, iso):
    pages = [f"<h1>News {n}</h1><p class=d>{n}. {month} 2024</p>" for n in range(1, 6)]
    wrapper = weft.learn(pages, [{"day": f"{n}. {month} 2024"} for n in (1, 2)], {"day": "date"})
    assert wrapper.extract(pages[2])[0] == {"day": iso}


def test_labels_that_are_not_there():
    with pytest.raises(LookupError):
        weft.learn([book(1)], [{"title": "No such book"}])
    with pytest.raises(ValueError, match="colour"):
        weft.learn([book(1)], [{"title": "Book 1"}], {"title": "colour"})


def test_a_site_extracts_pages_in_their_order(wrapper, tmp_path):
    site = weft.Site.put(tmp_path / "shop.site", wrapper, [book(n) for n in range(1, 7)])
    table = site.extract(book(n) for n in range(1, 30))
    assert [record["price"] for record in table] == [f"EUR {n}.50" for n in range(1, 30)]
    assert table[3].page == "http://shop.example/4"
    assert site.extract(book(4))[0] == dict(table[3])
    assert len(site.extract("<p>something else</p>")) == 0
    assert [one["name"] if isinstance(one, dict) else one.split(":")[0] for one in site.schema["attributes"]] == [
        "title",
        "price",
    ]


def test_a_site_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        weft.Site(tmp_path / "none.site")


def test_a_changed_site_is_noticed_and_repaired(wrapper, tmp_path):
    site = weft.Site.put(tmp_path / "shop.site", wrapper, [book(n) for n in range(1, 7)])
    assert [one.health for one in site.watch([book(n) for n in range(1, 7)])] == ["healthy"]


def test_notebooks_show_tables_pages_and_explanations(wrapper):
    page = book(9)
    table = wrapper.extract(page)
    assert "<td>EUR 9.50</td>" in table._repr_html_()
    shown = page.show(table)._repr_html_()
    assert "title" in shown and "background" in shown and "sandbox" in shown
    assert "9.50" in page._repr_html_()
    why = wrapper.explain(page.at(table[0].value("price").path))
    assert "price" in why._repr_html_()
    assert page.show([{"x": "/html[1]/nowhere[1]"}]).names == ["x"]
    hostile = weft.parse("<b>" * 3000 + '<p title="&quot;>x"><script>alert(1)</script><img src=x onerror=y>')
    assert "alert" not in hostile._repr_html_() and "onerror" not in hostile._repr_html_()


def test_archives_give_records_and_pages():
    records = list(weft.warc.open(BOOKS))
    assert [record.type for record in records].count("response") == 8
    # All of them are held: each owns its bytes by now.
    page = next(record for record in records if record.url.endswith("6.html"))
    assert b"Glass Mountain" in page.content
    assert page.headers["WARC-Type"] == "response"
    assert len([page.html for page in weft.warc.pages(BOOKS)]) == 8
    titles = [page.css("h1::text").get() for page in weft.parse_many(weft.warc.pages(BOOKS))]
    assert titles[5] == "Glass Mountain"


class Drip:
    """A stream that cannot seek and gives a few bytes at a time."""

    def __init__(self, data):
        self.data = data

    def read(self, size):
        given, self.data = self.data[:777], self.data[777:]
        return given


def test_archives_are_read_from_streams_and_in_parts(tmp_path):
    packed = b"".join(
        gzip.compress(one) for one in re.split(rb"(?=WARC/1\.[01]\r\n)", BOOKS.read_bytes()) if one
    )
    path = tmp_path / "books.warc.gz"
    path.write_bytes(packed)
    urls = [record.url for record in weft.warc.open(path)]
    assert len(urls) == 9
    assert [record.url for record in weft.warc.open(Drip(packed))] == urls
    third = len(packed) // 3
    parts = [(0, third), (third, 2 * third), (2 * third, None)]
    assert [record.url for part in parts for record in weft.warc.open(path, *part)] == urls
    assert [
        record.url for begin, end in parts for record in weft.warc.open(Drip(packed[begin:]), begin, end)
    ] == urls
    assert len([page for part in parts for page in weft.warc.pages(path, *part)]) == 8


def test_what_a_stream_raises_is_raised():
    class Broken:
        def read(self, size):
            raise ConnectionError("the line is cut")

    with pytest.raises(ConnectionError, match="the line is cut"):
        weft.warc.open(Broken())


def test_an_archive_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        weft.warc.open(tmp_path / "none.warc")


def test_domains_learn_without_labels(tmp_path):
    pages = list(weft.parse_many(weft.warc.pages(BOOKS)))
    learned = weft.learn_by_domain(pages, "books", tmp_path / "books.site")
    assert "title" in learned.attributes[0]
    table = weft.Site(tmp_path / "books.site").extract(weft.warc.pages(BOOKS))
    assert [record["title"] for record in table][5] == "Glass Mountain"
    assert "books" in weft.domains()


def test_pages_of_one_template_group_together():
    pages = [book(number) for number in range(30)]
    groups = weft.group(pages)
    assert groups[0].pages == list(range(30))


def test_templates_are_found_without_labels():
    wrapper = weft.find_template([book(number) for number in range(1, 9)])
    values = wrapper.extract(book(9))[0].values()
    assert "Book 9" in values
    assert json.loads(wrapper.to_json())["weft"] == "wrapper"
