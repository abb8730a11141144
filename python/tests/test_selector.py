"""Selectors beyond what parsel's own tests ask (tools/parsel-suite runs those)."""

import threading

import pytest

import weft
from weft import Selector
from weft.selector import CannotRemoveElementWithoutParent, CannotRemoveElementWithoutRoot

LIST = "<ul><li id=a>one<i>!</i></li><li id=b>two</li><li id=c>three</li></ul>"


def test_bytes_are_decoded_as_browsers_do():
    assert weft.parse("<p>été".encode("latin1"), content_type="text/html; charset=latin1").css(
        "p::text"
    ).get() == "été"
    assert weft.parse(bytearray(b"<p>x")).css("p::text").get() == "x"
    assert weft.parse(memoryview(b"<p>x")).css("p::text").get() == "x"
    # A str is a str, whatever the page says.
    assert weft.parse("<meta charset=latin1><p>é").css("p::text").get() == "é"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("ibm866", "Привет"), ("iso-8859-2", "žluť"), ("iso-8859-3", "ĥ"), ("iso-8859-4", "ķ"),
        ("iso-8859-5", "Привет"), ("iso-8859-6", "مرحبا"), ("iso-8859-7", "Γειά"), ("iso-8859-8", "שלום"),
        ("iso-8859-10", "ŋ"), ("iso-8859-13", "ž"), ("iso-8859-14", "ŵ"), ("iso-8859-15", "€"),
        ("koi8-r", "Привет"), ("koi8-u", "Їжак"), ("macintosh", "é"), ("windows-874", "สวัสดี"),
        ("windows-1250", "žluť"), ("windows-1251", "Привет"), ("windows-1252", "€"), ("windows-1253", "Γειά"),
        ("windows-1254", "ğ"), ("windows-1255", "שלום"), ("windows-1256", "مرحبا"), ("windows-1257", "ž"),
        ("windows-1258", "ơ"), ("gb18030", "你好"), ("gbk", "你好"), ("big5", "你好"), ("euc-jp", "日本語"),
        ("iso-2022-jp", "日本語"), ("shift_jis", "日本語"), ("euc-kr", "안녕"), ("utf-16le", "你好"),
    ],
)
def test_every_encoding_of_the_web_is_there(encoding, text):
    codec = {"windows-874": "cp874", "macintosh": "mac-roman"}.get(encoding, encoding)
    page = weft.parse(f"<p>{text}".encode(codec), content_type=f"text/html; charset={encoding}")
    assert page.css("p::text").get() == text


def test_what_is_no_page_is_refused():
    with pytest.raises(TypeError, match="not int"):
        weft.parse(3)


def test_bad_queries_name_their_column():
    with pytest.raises(ValueError, match="column"):
        weft.parse("").css("a[")
    with pytest.raises(ValueError, match="XPath error.*column.* in //a\\["):
        weft.parse("").xpath("//a[")


def test_selectors_keep_their_page_alive():
    items = weft.parse(LIST).css("li")
    assert items.getall()[1] == '<li id="b">two</li>'


def test_dropped_nodes_are_gone_for_all_selectors_of_the_page():
    page = weft.parse(LIST)
    items = page.css("li")
    first, last = items[0], items[2]
    items[1].drop()
    assert page.css("li").getall() == [first.get(), last.get()]
    assert last.xpath("preceding-sibling::li[1]/@id").get() == "a"
    assert page.css("li:nth-child(2)::attr(id)").get() == "c"
    assert "two" not in page.text()
    first.css("i").drop()
    assert first.get() == '<li id="a">one</li>'


def test_dropping_in_a_loop():
    page = weft.parse("<div>" + "<p>x<b>y</b></p>" * 50 + "</div>")
    for one in page.css("b"):
        one.drop()
    assert page.css("b") == []
    assert len(page.css("p")) == 50


def test_what_cannot_be_dropped():
    page = Selector(text=LIST)
    with pytest.raises(CannotRemoveElementWithoutRoot):
        page.css("li::text").drop()
    with pytest.raises(CannotRemoveElementWithoutParent):
        page.drop()
    item = page.css("li")[0]
    item.drop()
    with pytest.raises(CannotRemoveElementWithoutParent):
        item.drop()


def test_variables_may_be_nodes():
    page = Selector(text=LIST)
    assert page.xpath("count($items)", items=page.css("li")).get() == "3.0"


def test_lxml_elements_are_made_when_asked_for():
    pytest.importorskip("lxml")
    page = Selector(text="<svg><path d=1 /></svg><!--c--><p x:y=1>a<b>c</b>d</p>")
    element = page.css("b")[0].root
    assert (element.tag, element.text, element.tail) == ("b", "c", "d")
    assert element.getparent().tag == "p"
    assert element.getroottree().getroot().tag == "html"


def test_paths_lead_back():
    page = weft.parse(LIST)
    for one in page.css("li"):
        assert page.at(one.path()).get() == one.get()
    with pytest.raises(LookupError):
        page.at("/html[1]/body[1]/ol[1]")


def test_threads_select_on_one_page():
    page = weft.parse("<ul>" + "<li>x</li>" * 1000 + "</ul>")
    found = []

    def select():
        for _ in range(20):
            found.append(len(page.css("li")))

    threads = [threading.Thread(target=select) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1000] * 80


def test_many_pages_come_in_their_order():
    pages = (f"<b>{number}</b>" for number in range(700))
    numbers = [int(page.css("b::text").get()) for page in weft.parse_many(pages)]
    assert numbers == list(range(700))
