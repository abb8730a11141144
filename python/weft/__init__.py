"""Weft: web sites into tables.

Parse and select, in parsel's manner::

    >>> import weft
    >>> page = weft.parse(b"<h1>Oak chair</h1><p class=price>12.50 EUR</p>")
    >>> page.css("h1::text").get()
    'Oak chair'

Find the tables of a page that nobody labelled (``mine``), its main content (``article``), learn
wrappers from a few examples (``learn``), run the rules of a site (``Site``), read archives (``warc``).
"""

from __future__ import annotations

from ._core import Article, RawPage, Value
from .learning import (
    Domain,
    Explanation,
    Group,
    Health,
    Site,
    Wrapper,
    domains,
    find_template,
    group,
    learn,
    learn_by_domain,
)
from .pages import Page, article, articles, mine, mine_many, parse, parse_many, read
from .records import Record, Table
from .selector import Selector, SelectorList
from . import _core, warc

__version__: str = getattr(_core, "__version__")

__all__ = [
    "Article",
    "Domain",
    "Explanation",
    "Group",
    "Health",
    "Page",
    "RawPage",
    "Record",
    "Selector",
    "SelectorList",
    "Site",
    "Table",
    "Value",
    "Wrapper",
    "__version__",
    "article",
    "articles",
    "domains",
    "find_template",
    "group",
    "learn",
    "learn_by_domain",
    "mine",
    "mine_many",
    "parse",
    "parse_many",
    "read",
    "warc",
]
