"""Wrappers and sites: learned from a few examples, run on any number of pages."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Union

from . import _core
from .notebook import explanations_html
from .pages import Page, PageLike, chunks, native_page
from .records import Table
from .selector import Selector

# What is known of a page: its record, its records, or nothing.
Labels = Union[Mapping[str, Any], Sequence[Mapping[str, Any]], None]


class Explanation(NamedTuple):
    """Why a node was, or was not, extracted."""

    attribute: str
    extracted: bool
    rule: str
    reasons: list[str]


class Explanations(list[Explanation]):
    """What the rules say about a node; a table in a notebook."""

    def _repr_html_(self) -> str:
        return explanations_html(self)


class Group(NamedTuple):
    """Pages of one template: which of those given, and what their URLs look like."""

    url_pattern: str
    pages: list[int]


class Health(NamedTuple):
    """What became of a template since it was learned."""

    template: str
    health: str
    summary: str
    repaired: list[str]


class Wrapper:
    """What was learned of a template. Made by :func:`learn`, kept as JSON."""

    __slots__ = ("_native", "problems")

    def __init__(self, native: _core.Wrapper, problems: list[str] | None = None) -> None:
        self._native = native
        self.problems = problems or []  # Labels not found, or that contradict; a sentence each.

    @classmethod
    def from_json(cls, text: str) -> Wrapper:
        """Reads what ``to_json()`` wrote. Raises ValueError."""
        return cls(_core.Wrapper.parse(text))

    def to_json(self) -> str:
        """A file for ``weft extract --wrapper``."""
        return self._native.to_json()

    @property
    def kind(self) -> str:
        """"rules", "broom", "columns"…"""
        return self._native.kind

    def extract(self, page: PageLike) -> Table:
        """The records of a page; none if it is of another template."""
        native = native_page(page)
        records = self._native.extract(native)
        return Table(records, origins=[(native.id, "")] * len(records))

    def explain(self, node: Selector) -> Explanations:
        """What the rules say about a node."""
        current = node._current()
        if current is None:
            raise ValueError("this selector is no node of a page")
        return Explanations(Explanation(*one) for one in self._native.explain(current))


def learn(
    pages: Sequence[PageLike],
    labels: Sequence[Labels],
    schema: Mapping[str, Any] | str | None = None,
    inducer: str = "",
) -> Wrapper:
    """Learns a wrapper from pages, of which some are labelled: `labels[i]` is the record of `pages[i]`,
    its records, or None. Pages without labels show which rules hold in general: give some. A labelled
    page counts as labelled in full.

    >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>{n}.50 EUR</b></p>" for n in range(1, 6)]
    >>> wrapper = learn(pages, [{"title": "Book 1", "price": "1.50 EUR"}, {"title": "Book 2", "price": "2.50 EUR"}])
    >>> wrapper.extract(pages[4])[0]
    {'title': 'Book 5', 'price': '5.50 EUR'}

    Raises ValueError for labels that make no sense, LookupError when none is on its page.
    """
    native = [native_page(page) for page in pages]
    flat: list[tuple[int, str, str, str]] = []
    for index, known in enumerate(labels):
        records = [] if known is None else [known] if isinstance(known, Mapping) else list(known)
        for number, record in enumerate(records):
            for name, value in record.items():
                values = value if isinstance(value, (list, tuple)) else [value]
                flat += [(index, str(number), name, str(one)) for one in values if one is not None]
    wrapper, problems = _core.learn(native, flat, _schema_text(schema), inducer)
    return Wrapper(wrapper, problems)


def _schema_text(schema: Mapping[str, Any] | str | None) -> str:
    """A schema file's text; attributes may be given alone: {"price": "money", "tags": "text set"}."""
    if schema is None:
        return ""
    if isinstance(schema, str):
        return schema
    if "attributes" not in schema:
        attributes = [f"{name}: {kind}" for name, kind in schema.items()]
        schema = {"weft": "schema", "version": 1, "name": "Record", "attributes": attributes}
    return json.dumps(schema)


class Site:
    """The rules of a site on disk, as ``weft learn --site`` and :meth:`put` write them."""

    __slots__ = ("_native", "path")

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._native = _core.Site.open(self.path)

    @property
    def schema(self) -> dict[str, Any]:
        """Names and types of its attributes."""
        schema: dict[str, Any] = json.loads(self._native.schema())
        return schema

    def extract(self, pages: PageLike | Iterable[PageLike], workers: int = 0) -> Table:
        """The records of a page, or of pages (a list, a ``weft.warc.pages()``…) on all cores. Pages of
        no known template give none."""
        if isinstance(pages, (str, bytes, bytearray, memoryview, _core.RawPage, Page)):
            return _joined([self._native.extract(native_page(pages))])
        found: list[Any] = []
        for chunk in chunks(pages):
            found += self._native.extract_all(chunk, workers)
        return _joined(found)

    @staticmethod
    def put(
        path: str | os.PathLike[str],
        wrapper: Wrapper,
        pages: Sequence[PageLike],
        template: str = "",
    ) -> Site:
        """Puts a wrapper into a site, which is made if there is none, with pages to watch it by."""
        native = [native_page(page) for page in pages]
        _core.Site.put(os.fspath(path), wrapper._native, native, template)
        return Site(path)

    def watch(self, pages: Iterable[PageLike], repair: bool = False) -> list[Health]:
        """Compares pages as they are now with what the site remembers; with `repair`, rules that no
        longer hold are learned again and put in force where they are proved."""
        found = _core.Site.watch(self.path, [native_page(page) for page in pages], repair)
        if repair:
            self._native = _core.Site.open(self.path)
        return [Health(*one) for one in found]

    def __repr__(self) -> str:
        return f"<Site {self.path!r}>"


def _joined(found: list[Any]) -> Table:
    origins: list[tuple[str, str]] = []
    unhealthy: dict[str, list[str]] = {}
    for page, template, records, missing in found:
        origins += [(page, template)] * len(records)
        if missing:
            unhealthy[page] = missing
    native = _core.Records.join([one[2] for one in found])
    return Table(native, origins=origins, unhealthy=unhealthy)


def group(pages: Sequence[PageLike]) -> list[Group]:
    """Pages that were made from one template, the most important group first; pages that are like no
    others are in none."""
    return [Group(*one) for one in _core.group([native_page(page) for page in pages])]


def find_template(pages: Sequence[PageLike], method: str = "") -> Wrapper:
    """The columns that pages of one template share, with no labels, as a wrapper. Raises LookupError
    when they share none."""
    wrapper, problems = _core.find_template([native_page(page) for page in pages], method)
    return Wrapper(wrapper, problems)


@dataclass(frozen=True)
class Domain:
    """What was learned of a site by a domain: wrappers by template, and what a person could settle."""

    wrappers: list[Wrapper]
    attributes: list[list[str]]  # Of each wrapper.
    pages: list[list[int]]  # Of each wrapper, which of those given.
    questions: list[str]


def domains() -> list[str]:
    """Names of the domains that ship: "books", "cars"…"""
    return _core.domains()


def learn_by_domain(
    pages: Sequence[PageLike], domain: str, site: str | os.PathLike[str] = ""
) -> Domain:
    """Learns without labels, from what a domain says (one of :func:`domains`, or the text of a
    description). With `site`, a bundle is written there. Raises LookupError when the pages show
    nothing of it."""
    is_name = "\n" not in domain
    native = [native_page(page) for page in pages]
    templates, questions = _core.learn_by_domain(native, domain, is_name, os.fspath(site))
    return Domain(
        [Wrapper(one[0]) for one in templates],
        [one[1] for one in templates],
        [one[2] for one in templates],
        questions,
    )
