"""Pages: parsed, read, mined; one, or many on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar, Union

from . import _core
from ._core import Article, RawPage
from .notebook import Labelled
from .records import Table
from .selector import Selector, SelectorList, Tree

_T = TypeVar("_T")

# What can be a page: HTML as str, bytes or another buffer; one that waits to be parsed; a parsed one.
PageLike = Union[str, bytes, bytearray, memoryview, RawPage, "Page"]

_CHUNK = 256  # Pages handed to the cores at once: enough to keep them busy, few enough to hold.


class Page:
    """A parsed page. ``css()`` and ``xpath()`` as in parsel.

    >>> page = parse("<title>Chairs</title><p>Oak<br>12 kg</p>", url="http://shop.example/1")
    >>> page.css("title::text").get()
    'Chairs'
    >>> page.text()
    'Oak\\n12 kg'
    """

    __slots__ = ("_selector", "_tree")

    def __init__(self, native: _core.Page) -> None:
        self._tree = Tree(native)
        self._selector: Selector | None = None

    @property
    def _native(self) -> _core.Page:
        return self._tree.page()

    @property
    def id(self) -> str:
        """What outputs call it: the id given, the URL, or the path it was read from."""
        return self._native.id

    @property
    def url(self) -> str:
        """The URL given, or the one the page gives itself; may be empty."""
        return self._native.url

    @property
    def selector(self) -> Selector:
        """Its root element."""
        if self._selector is None:
            self._tree.page()
            self._selector = Selector.of_tree(self._tree)
        return self._selector

    def css(self, query: str) -> SelectorList[Selector]:
        """What a CSS selector finds."""
        return self.selector.css(query)

    def xpath(self, query: str, **kwargs: Any) -> SelectorList[Selector]:
        """What an XPath 1.0 expression finds."""
        return self.selector.xpath(query, **kwargs)

    def at(self, path: str) -> Selector:
        """The node at a path that ``Selector.path()`` or ``Value.path`` gave. Raises LookupError."""
        return self.selector._of_node(
            self._tree, self._native.at(path), len(self._tree.pages) - 1, path, None
        )

    def text(self) -> str:
        """What a reader sees, with its lines."""
        return self._native.text()

    def html(self) -> str:
        """All of it, as it would be written now."""
        return self._native.html()

    def mine(self, **options: Any) -> list[Table]:
        """As :func:`weft.mine`."""
        return mine(self, **options)

    def article(self, **options: Any) -> Article:
        """As :func:`weft.article`."""
        return article(self, **options)

    def show(self, records: Iterable[Any] = ()) -> Labelled:
        """The page in a notebook, with the values of records (a Table, or {name: path}) marked."""
        return Labelled(self, records)

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    def __repr__(self) -> str:
        return f"<Page {self.id!r}>"


def parse(
    html: str | bytes | bytearray | memoryview,
    url: str = "",
    id: str = "",
    content_type: str = "",
) -> Page:
    """Parses HTML as browsers do; never fails. The charset of bytes is found as browsers find it,
    `content_type` (of the HTTP answer) first.

    >>> parse(b"<meta charset=latin1><p>caf\\xe9").css("p::text").get()
    'café'
    """
    return Page(_core.Page.parse(html, url, id, content_type))


def read(path: str | os.PathLike[str], url: str = "") -> Page:
    """Parses a file, also one packed by gzip, zstd or brotli. Raises FileNotFoundError."""
    return Page(_core.Page.read(os.fspath(path), url))


def native_page(page: PageLike) -> _core.Page:
    if isinstance(page, Page):
        return page._native
    if isinstance(page, RawPage):
        return page.parse()
    return _core.Page.parse(page)


def chunks(pages: Iterable[PageLike]) -> Iterator[list[Any]]:
    """Pages in lists for the cores; those parsed already go by their HTML."""
    source = iter(pages)
    while chunk := list(islice(source, _CHUNK)):
        yield [
            RawPage(one.html(), one.url, one.id) if isinstance(one, Page) else one for one in chunk
        ]


def _many(call: Callable[..., list[Any]], pages: Iterable[PageLike], *args: Any) -> Iterator[Any]:
    for chunk in chunks(pages):
        yield from call(chunk, *args)


def parse_many(pages: Iterable[PageLike], workers: int = 0) -> Iterator[Page]:
    """Parses pages on all cores (or on `workers`), in their order.

    >>> [page.css("b::text").get() for page in parse_many(["<b>1</b>", b"<b>2</b>"])]
    ['1', '2']
    """
    return (Page(one) for one in _many(_core.parse_all, pages, workers))


def mine(
    page: PageLike, max_tables: int = 5, min_confidence: float = 0.4, method: str = ""
) -> list[Table]:
    """The tables of a page that nobody labelled, the main list first. A page without repetition gives
    none. `method`: "mdr", "depta" or "net" as their papers have them; Weft's own if empty.

    >>> rows = "".join(f"<tr><td>Chair {n}<td>{n} kg" for n in range(1, 9))
    >>> table = mine(f"<table><tr><th>Name<th>Weight{rows}</table>")[0]
    >>> len(table), table[0]
    (8, {'name': 'Chair 1', 'weight': '1 kg'})
    """
    return _tables(_core.mine(native_page(page), max_tables, min_confidence, method))


def mine_many(
    pages: Iterable[PageLike],
    max_tables: int = 5,
    min_confidence: float = 0.4,
    method: str = "",
    workers: int = 0,
) -> Iterator[list[Table]]:
    """:func:`mine` of each page, on all cores, in their order."""
    found = _many(_core.mine_all, pages, workers, max_tables, min_confidence, method)
    return (_tables(one) for one in found)


def _tables(found: list[Any]) -> list[Table]:
    return [Table(records, confidence=confidence) for records, confidence in found]


def article(page: PageLike, body_alone: bool = False) -> Article:
    """The main content of any page: title, author, date, text, markdown, html. With `body_alone` an
    article's running text; otherwise all that the page is there for.

    >>> text = "<p>" + "The bridge was opened again on Friday, after eleven months of work. " * 5
    >>> article(f"<html><h1>Bridge open</h1>{text}{text}").title
    'Bridge open'
    """
    return _core.article(native_page(page), body_alone)


def articles(
    pages: Iterable[PageLike], body_alone: bool = False, workers: int = 0
) -> Iterator[Article]:
    """:func:`article` of each page, on all cores, in their order."""
    return _many(_core.article_all, pages, workers, body_alone)
