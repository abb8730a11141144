"""How things show themselves in a notebook: a page with what was extracted from it, an explanation."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from . import _core

if TYPE_CHECKING:
    from .learning import Explanation
    from .pages import Page
    from .records import Record

_COLOURS = ("#ffe08a", "#a9dfbf", "#aed6f1", "#f5b7b1", "#d7bde2", "#fad7a0", "#a3e4d7", "#d5dbdb")
_LEFT_OUT = {"script", "noscript", "iframe", "object", "embed", "link", "meta", "base", "template"}
_MOST_NODES = 50_000
_VOID = {"area", "br", "col", "hr", "img", "input", "source", "track", "wbr"}


class Labelled:
    """A page with its values marked, one colour an attribute. Scripts and whatever is fetched are left out.

    >>> import weft
    >>> page = weft.parse("<h1>Oak</h1><script>alert(1)</script>")
    >>> shown = page.show([{"title": "/html[1]/body[1]/h1[1]"}])._repr_html_()
    >>> "title" in shown, "alert" in shown
    (True, False)
    """

    def __init__(self, page: Page, records: Iterable[Record | dict[str, str]] = ()) -> None:
        self.names: list[str] = []
        marks: dict[int, int] = {}  # Position of a node, and which attribute stands there.
        native = page._native
        for record in records:
            for name, path in _paths(record).items():
                if name not in self.names:
                    self.names.append(name)
                try:
                    marks[native.at(path).position] = self.names.index(name)
                except LookupError:
                    continue
        self.html = _marked(native.root(), marks, self.names)

    def _repr_html_(self) -> str:
        legend = " ".join(
            f'<span style="background:{_COLOURS[i % len(_COLOURS)]};padding:1px 6px">{escape(name)}</span>'
            for i, name in enumerate(self.names)
        )
        frame = '<iframe sandbox style="width:100%;height:24em;border:1px solid #ccc" srcdoc="{}"></iframe>'
        return f"<div>{legend}</div>" + frame.format(escape(self.html, quote=True))


def _paths(record: Record | dict[str, str]) -> dict[str, str]:
    """Where the values of a record stand; or names and paths themselves."""
    values = {name: record.value(name) for name in record} if hasattr(record, "value") else {}
    found = {name: value.path for name, value in values.items() if value is not None and value.path}
    return found if values else {name: str(path) for name, path in record.items()}


def _marked(root: _core.Node, marks: dict[int, int], names: list[str]) -> str:
    """The page as HTML, with marks. Without recursion, and bounded: pages are as deep as they like."""
    out: list[str] = []
    waiting: list[_core.Node | str] = [root]
    for _ in range(_MOST_NODES):
        if not waiting:
            break
        node = waiting.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        if node.kind == "text":
            out.append(_mark(escape(node.raw_text()), marks.get(node.position), names))
        elif node.kind in ("element", "document") and node.name not in _LEFT_OUT:
            open_tag, close_tag = _tags(node, marks.get(node.position), names)
            out.append(open_tag)
            waiting.append(close_tag)
            waiting.extend(reversed(node.children()))
    return "".join(out) + "".join(one for one in reversed(waiting) if isinstance(one, str))


def _tags(node: _core.Node, mark: int | None, names: list[str]) -> tuple[str, str]:
    if node.kind == "document":
        return "", ""
    kept = {
        name: value
        for name, value in node.attributes().items()
        if name in ("class", "id", "colspan", "rowspan", "alt", "title")
    }
    if mark is not None:
        kept["style"] = f"background:{_COLOURS[mark % len(_COLOURS)]}"
        kept["title"] = names[mark]
    text = "".join(f' {name}="{escape(value, quote=True)}"' for name, value in kept.items())
    return f"<{node.name}{text}>", "" if node.name in _VOID else f"</{node.name}>"


def _mark(text: str, mark: int | None, names: list[str]) -> str:
    if mark is None:
        return text
    colour = _COLOURS[mark % len(_COLOURS)]
    return f'<span style="background:{colour}" title="{escape(names[mark], quote=True)}">{text}</span>'


def explanations_html(all_of_them: Iterable[Explanation]) -> str:
    """A row an attribute: taken or not, the rule, and why."""
    rows = "".join(
        f"<tr><td>{escape(one.attribute)}</td><td>{'extracted' if one.extracted else 'not'}</td>"
        f"<td><code>{escape(one.rule)}</code></td><td>{escape('; '.join(one.reasons))}</td></tr>"
        for one in all_of_them
    )
    return f"<table><tr><th>attribute</th><th></th><th>rule</th><th>because</th></tr>{rows}</table>"
