"""Nodes as lxml's elements, for libraries that walk one: Scrapy's link extractors and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import _core


def element_of(node: _core.Node) -> Any:
    """The element at the place of `node` in a copy of its whole page."""
    places: list[int] = []  # Which child of its parent, from the root down.
    at: _core.Node | None = node
    while at is not None and at.kind != "document":
        parent = at.parent()
        if parent is None or parent.kind == "document":
            break
        elements = [child for child in parent.children() if child.kind in ("element", "comment")]
        places.append(elements.index(at))
        at = parent
    element = _copy(at if at is not None else node)
    element.getroottree().docinfo.URL = node.page().url or None
    for place in reversed(places):
        element = element[place]
    return element


def _copy(top: _core.Node) -> Any:
    from lxml import html
    from lxml.etree import TreeBuilder

    builder = TreeBuilder(element_factory=html.html_parser.makeelement)
    for event in top.events():
        if event[0] == "start":
            _start(builder, event[1], event[2])
        elif event[0] == "end":
            builder.end(_name(event[1]))
        elif event[0] == "data":
            builder.data(_clean(event[1]))
        else:
            builder.comment(_clean(event[1]).replace("--", "- -"))
    return builder.close()


def _start(builder: Any, name: str, attributes: dict[str, str]) -> None:
    kept = {_name(key): _clean(value) for key, value in attributes.items()}
    builder.start(_name(name), kept)


def _name(name: str) -> str:
    """lxml refuses names that XML does not have; the page's stay known by their letters."""
    good = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
    return good if good[:1].isalpha() or good[:1] == "_" else "_" + good


def _clean(text: str) -> str:
    return "".join(c for c in text if c >= " " or c in "\t\n\r") if not text.isprintable() else text
