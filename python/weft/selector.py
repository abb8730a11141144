"""Selector and SelectorList: parsel's interface over Weft's parser and its XPath and CSS.

    >>> from weft import Selector
    >>> selector = Selector(text="<ul><li>one</li><li class=b>two</li></ul>")
    >>> selector.css("li::text").getall()
    ['one', 'two']
    >>> selector.xpath("//li[@class=$name]/text()", name="b").get()
    'two'

Documents are immutable. What ``drop()`` removes is noted on the tree that all selectors of a page
share; the next question makes a page without it, and selectors find their nodes there.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Generic, SupportsIndex, TypeVar, overload

from . import _core

_S = TypeVar("_S", bound="SelectorMethods")
_NOT_SET: Any = object()


class CannotRemoveElementWithoutRoot(Exception):
    """drop() of a text or an attribute."""


class CannotRemoveElementWithoutParent(Exception):
    """drop() of the root element, or of what was dropped before."""


class CannotDropElementWithoutParent(CannotRemoveElementWithoutParent):
    """The same, under parsel's newer name."""


class Tree:
    """A page and what was dropped from it, shared by all selectors of the page."""

    __slots__ = ("pages", "dropped")

    def __init__(self, page: _core.Page) -> None:
        self.pages = [page]  # After each round of drops.
        self.dropped: list[_core.Node] = []

    def page(self) -> _core.Page:
        """The page as it is now."""
        if self.dropped:
            self.pages.append(self.pages[-1].without(self.dropped))
            self.dropped = []
        return self.pages[-1]

    def current(self, node: _core.Node, version: int) -> tuple[_core.Node | None, int]:
        """Where a node of an earlier version is now; None if it is gone."""
        self.page()
        found: _core.Node | None = node
        while found is not None and version + 1 < len(self.pages):
            version += 1
            found = self.pages[version].counterpart(found)
        return found, version


@lru_cache(maxsize=1024)
def _css(query: str) -> _core.Query:
    return _core.Query.css(query)


@lru_cache(maxsize=1024)
def _xpath(query: str, namespaces: tuple[tuple[str, str], ...]) -> _core.Query:
    return _core.Query.xpath(query, dict(namespaces))


_ENTITY = re.compile(r"&(#[xX]?[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?")


def _replace_entities(text: str) -> str:
    """Character references as characters, but &lt; and &amp;, as parsel does."""

    def one(match: re.Match[str]) -> str:
        return match[0] if match[1] in ("lt", "amp") else html.unescape(match[0])

    return _ENTITY.sub(one, text)


def _extract_regex(regex: str | re.Pattern[str], text: str, entities: bool) -> list[str]:
    pattern = re.compile(regex, re.UNICODE) if isinstance(regex, str) else regex
    if "extract" in pattern.groupindex:
        match = pattern.search(text)
        found = [match["extract"]] if match is not None and match["extract"] is not None else []
    else:
        found = pattern.findall(text)
    flat: list[str] = []
    for one in found:
        flat.extend(one if isinstance(one, tuple) else (one,))
    return [_replace_entities(one) for one in flat] if entities else flat


def _peer() -> Any:
    """parsel itself, for XML; told by its own name where ours replaced it."""
    try:
        import parsel.selector
    except ImportError:
        raise ValueError('type="xml" needs parsel: pip install parsel') from None
    return getattr(parsel.selector, "_weft_original", parsel.selector.Selector)


class SelectorList(list[_S], Generic[_S]):
    """A list of selectors, with their methods.

    >>> from weft import Selector
    >>> Selector(text="<p>1<p>2").css("p")[1:].css("::text").getall()
    ['2']
    """

    @overload
    def __getitem__(self, pos: SupportsIndex) -> _S: ...
    @overload
    def __getitem__(self, pos: slice) -> SelectorList[_S]: ...
    def __getitem__(self, pos: SupportsIndex | slice) -> _S | SelectorList[_S]:
        found = super().__getitem__(pos)
        return self.__class__(found) if isinstance(pos, slice) else found  # type: ignore

    def __getstate__(self) -> None:
        raise TypeError("can't pickle SelectorList objects")

    def css(self, query: str) -> SelectorList[_S]:
        """What a CSS selector finds below each."""
        return self.__class__(found for one in self for found in one.css(query))

    def xpath(
        self, xpath: str, namespaces: Mapping[str, str] | None = None, **kwargs: Any
    ) -> SelectorList[_S]:
        """What an XPath expression finds from each."""
        return self.__class__(
            found for one in self for found in one.xpath(xpath, namespaces=namespaces, **kwargs)
        )

    def jmespath(self, query: str, **kwargs: Any) -> SelectorList[_S]:
        """What a JMESPath query finds in the JSON of each."""
        return self.__class__(found for one in self for found in one.jmespath(query, **kwargs))

    def re(self, regex: str | re.Pattern[str], replace_entities: bool = True) -> list[str]:
        """All matches of a regular expression of Python's in the texts."""
        return [text for one in self for text in one.re(regex, replace_entities)]

    def re_first(
        self,
        regex: str | re.Pattern[str],
        default: str | None = None,
        replace_entities: bool = True,
    ) -> str | None:
        """The first match."""
        for one in self:
            for text in one.re(regex, replace_entities):
                return text
        return default

    def getall(self) -> list[Any]:
        """What each selects, as texts."""
        return [one.get() for one in self]

    def get(self, default: Any = None) -> Any:
        """What the first selects; `default` if there is none."""
        return self[0].get() if self else default

    extract = getall
    extract_first = get

    @property
    def attrib(self) -> Mapping[str, str]:
        """The attributes of the first; none if there is none."""
        return self[0].attrib if self else {}

    def drop(self) -> None:
        """Removes all of them from their page."""
        nodes = [(one._tree, one._droppable()) for one in self]
        for tree, node in nodes:
            if tree is not None:
                tree.dropped.append(node)


class SelectorMethods:
    """What selectors can do, without where they keep it: for classes that are others' selectors, too."""

    __slots__ = ()

    type: str
    namespaces: dict[str, str]
    _expr: str | None
    _lxml: Any
    _node: _core.Node | None
    _text: str | None
    _tree: Tree | None
    _value: Any
    _version: int

    _default_namespaces: Mapping[str, str] = {
        "re": "http://exslt.org/regular-expressions",
        "set": "http://exslt.org/sets",
    }
    _lxml_smart_strings = False
    selectorlist_cls: Any = SelectorList

    def __new__(cls, text: Any = None, type: Any = None, *args: Any, **kwargs: Any) -> Any:
        root = kwargs.get("root")
        if type == "xml" or (type is None and _looks_like_xml(text, kwargs)):
            return _hand_over(cls, text, "xml", args, kwargs)
        if hasattr(root, "iterchildren"):  # An element of lxml's.
            return _hand_over(cls, text, type, args, kwargs)
        return super().__new__(cls)

    def __init__(
        self,
        text: str | None = None,
        type: str | None = None,
        body: bytes | bytearray = b"",
        encoding: str = "utf-8",
        namespaces: Mapping[str, str] | None = None,
        root: Any = _NOT_SET,
        base_url: str | None = None,
        _expr: str | None = None,
        huge_tree: bool = True,
    ) -> None:
        if type not in ("html", "json", "text", "xml", None):
            raise ValueError(f"Invalid type: {type}")
        self.namespaces = dict(self._default_namespaces)
        if namespaces is not None:
            self.namespaces.update(namespaces)
        self._expr = _expr
        self._text = text
        self._lxml = self._tree = self._node = self._value = None
        self._version = 0
        if text is not None:
            if root is not _NOT_SET:
                import warnings

                warnings.warn("Selector got both text and root, root is being ignored.", stacklevel=2)
            if not isinstance(text, str):
                raise TypeError(f"text argument should be of type str, got {text.__class__}")
            self._read(text, type, base_url)
        elif body:
            if not isinstance(body, (bytes, bytearray)):
                raise TypeError(
                    f"body argument should be of type bytes or bytearray, got {body.__class__}"
                )
            self._read(bytes(body).decode(encoding, "replace"), type, base_url)
        elif root is _NOT_SET:
            raise ValueError("Selector needs text, body, or root arguments")
        else:
            self.type = type or "json"
            self._value = root

    def _read(self, text: str, type: str | None, base_url: str | None) -> None:
        if type == "text":
            self.type, self._value = type, text
            return
        if type in ("json", None):
            try:
                data = json.loads(text)
            except ValueError:
                data = None
            if type == "json" or isinstance(data, (dict, list)):
                self.type, self._value = "json", data
                return
        self.type = "html"
        page = _core.Page.parse(text.strip().replace("\0", ""), base_url or "")
        self._take(Tree(page), _document_element(page), 0)

    def _take(self, tree: Tree, node: _core.Node, version: int) -> None:
        self._tree, self._node, self._version = tree, node, version

    @classmethod
    def of_tree(cls: type[_S], tree: Tree) -> _S:
        """The root element of a page that was parsed before."""
        version = len(tree.pages) - 1
        return cls._of_node(tree, _document_element(tree.pages[version]), version, None, None)

    @classmethod
    def _of_node(
        cls: type[_S],
        tree: Tree,
        node: _core.Node,
        version: int,
        expr: str | None,
        namespaces: dict[str, str] | None,
    ) -> _S:
        one: _S = object.__new__(cls)
        one.type = "html"
        one.namespaces = namespaces if namespaces is not None else dict(cls._default_namespaces)
        one._expr = expr
        one._text = one._lxml = one._value = None
        one._tree = tree
        one._node = node
        one._version = version
        return one

    def __getstate__(self) -> Any:
        raise TypeError("can't pickle Selector objects")

    # --- selecting ---

    def _current(self) -> _core.Node | None:
        if self._tree is None or self._node is None:
            return None
        if self._tree.dropped or self._version + 1 < len(self._tree.pages):
            found, version = self._tree.current(self._node, self._version)
            if found is None:
                return None  # Dropped: it can still be read, where it was last.
            self._node, self._version = found, version
        return self._node

    def _run(self, query: _core.Query, expr: str, variables: dict[str, Any]) -> Any:
        if self.type == "text":
            parsed = self.__class__(text=self._text or "", type="html")
            return parsed._run(query, expr, variables)
        node = self._current()
        if node is None or self._tree is None:
            same = isinstance(self._value, str) and expr.strip() == "."
            return self.selectorlist_cls([self._scalar(self._value, expr)] if same else [])
        given = {name: _variable(value) for name, value in variables.items()}
        found = query.run(node, given)
        if not isinstance(found, list):
            return self.selectorlist_cls([self._scalar(found, expr)])
        make, tree, version, names = self._of_node, self._tree, self._version, self.namespaces
        return self.selectorlist_cls([make(tree, one, version, expr, names) for one in found])

    def _scalar(self, value: Any, expr: str) -> SelectorMethods:
        return self.__class__(root=value, _expr=expr, namespaces=self.namespaces, type="html")

    def css(self: _S, query: str) -> SelectorList[_S]:
        """What a CSS selector finds, itself included; ``::text`` and ``::attr(name)`` as in parsel."""
        if self.type not in ("html", "xml", "text"):
            raise ValueError(f"Cannot use css on a Selector of type {self.type!r}")
        compiled = _css(query)
        return self._run(compiled, query, {})  # type: ignore[no-any-return]

    def xpath(
        self: _S, query: str, namespaces: Mapping[str, str] | None = None, **kwargs: Any
    ) -> SelectorList[_S]:
        """What an XPath 1.0 expression finds; ``$name`` takes its value from the keyword `name`."""
        if self.type not in ("html", "xml", "text"):
            raise ValueError(f"Cannot use xpath on a Selector of type {self.type!r}")
        names = self.namespaces if namespaces is None else {**self.namespaces, **namespaces}
        try:
            compiled = _xpath(query, tuple(sorted(names.items())))
            return self._run(compiled, query, kwargs)  # type: ignore[no-any-return]
        except ValueError as error:
            raise ValueError(f"XPath error: {error} in {query}") from None

    def jmespath(self: _S, query: str, **kwargs: Any) -> SelectorList[_S]:
        """What a JMESPath query finds in JSON: that of the selector, or in its text."""
        import jmespath

        data: Any = self._value
        if self.type != "json" or isinstance(data, str):
            node = self._current()
            text = data if node is None else node.raw_text()
            try:
                data = json.loads(text)
            except (TypeError, ValueError):
                data = None
        found = jmespath.search(query, data, **kwargs)
        if found is None:
            found = []
        elif not isinstance(found, list):
            found = [found]
        return self.selectorlist_cls(  # type: ignore[no-any-return]
            self.__class__(text=one, _expr=query, type="text")
            if isinstance(one, str)
            else self.__class__(root=one, _expr=query)
            for one in found
        )

    def re(self, regex: str | re.Pattern[str], replace_entities: bool = True) -> list[str]:
        """All matches of a regular expression of Python's; of one with groups, the groups."""
        return _extract_regex(regex, self.get(), replace_entities)

    def re_first(
        self,
        regex: str | re.Pattern[str],
        default: str | None = None,
        replace_entities: bool = True,
    ) -> str | None:
        """The first match, or `default`."""
        return next(iter(self.re(regex, replace_entities)), default)

    # --- reading ---

    def get(self) -> Any:
        """An element as HTML, a text or attribute as it is, JSON as Python has it."""
        if self._tree is None:
            if self.type in ("text", "json"):
                return self._value
            if isinstance(self._value, bool):
                return "1" if self._value else "0"
            return str(self._value)
        node = self._current() or self._node
        assert node is not None
        return node.outer_html() if node.kind in ("element", "comment") else node.raw_text()

    extract = get

    def getall(self) -> list[Any]:
        """[get()]"""
        return [self.get()]

    def text(self) -> str:
        """As a reader meets it: white space folded, scripts left out.

        >>> from weft import Selector
        >>> Selector(text="<p>One<br>  two</p>").css("p")[0].text()
        'One two'
        """
        node = self._current()
        return str(self.get()) if node is None else node.text()

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes of the element."""
        node = self._current()
        return {} if node is None else node.attributes()

    @property
    def root(self) -> Any:
        """The element as lxml has it, made when asked for; a text as str."""
        if self._tree is None:
            return self._value
        node = self._current()
        if node is None:
            return None
        if node.kind != "element":
            return self.get()
        if self._lxml is None:
            from ._lxml import element_of

            self._lxml = element_of(node)
        return self._lxml

    def path(self) -> str:
        """Where it stands: /html[1]/body[1]/p[2].

        >>> from weft import Selector
        >>> Selector(text="<p>a<p>b").css("p")[1].path()
        '/html[1]/body[1]/p[2]'
        """
        node = self._current()
        return "" if node is None else node.path()

    # --- changing ---

    def drop(self) -> None:
        """Removes the element from its page, for all selectors of the page.

        >>> from weft import Selector
        >>> page = Selector(text="<p>keep<span>advert</span></p>")
        >>> page.css("span").drop()
        >>> page.css("p").get()
        '<p>keep</p>'
        """
        node = self._droppable()
        if self._tree is not None:
            self._tree.dropped.append(node)

    def _droppable(self) -> _core.Node:
        node = self._current()
        if self._tree is None or (node is not None and node.kind not in ("element", "comment")):
            raise CannotRemoveElementWithoutRoot(
                "The node you're trying to drop has no root, "
                "are you trying to drop a pseudo-element? "
                "Try to use 'li' as a selector instead of 'li::text' or "
                "'//li' instead of '//li/text()', for example."
            )
        parent = node.parent() if node is not None else None
        if node is None or parent is None or parent.kind == "document":
            raise CannotDropElementWithoutParent(
                "The node you're trying to remove has no parent, "
                "are you trying to remove a root element?"
            )
        return node

    def register_namespace(self, prefix: str, uri: str) -> None:
        """A prefix for XPath."""
        self.namespaces[prefix] = uri

    def remove_namespaces(self) -> None:
        """Nothing to do: names without a prefix match in every namespace."""

    def __bool__(self) -> bool:
        return bool(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __repr__(self) -> str:
        data = str(self.get())
        if len(data) > 40:
            data = data[:37] + "..."
        return f"<{type(self).__name__} query={self._expr!r} data={data!r}>"


class Selector(SelectorMethods):
    """A part of a page, or of JSON, from which more can be selected.

    ``text`` or ``body`` (with ``encoding``) is parsed as browsers parse it. ``type`` is "html", "json",
    "text", or "xml", which is handed to parsel where that is installed; without it, it is found out.
    """

    __slots__ = (
        "__weakref__",
        "_expr",
        "_lxml",
        "_node",
        "_text",
        "_tree",
        "_value",
        "_version",
        "body",
        "namespaces",
        "type",
    )


def _document_element(page: _core.Page) -> _core.Node:
    root = page.root()
    for child in root.children():
        if child.kind == "element":
            return child
    return root


def _variable(value: Any) -> Any:
    if isinstance(value, SelectorList):
        return [one._current() for one in value if one._current() is not None]
    if isinstance(value, SelectorMethods):
        return [value._current()]
    return value


_XML_DECLARATION = re.compile(r"[\s\ufeff]*<\?xml\s")


def _looks_like_xml(text: Any, given: dict[str, Any]) -> bool:
    body = given.get("body")
    if text is None and isinstance(body, (bytes, bytearray)):
        text = bytes(body[:256]).decode(given.get("encoding", "utf-8"), "ignore")
    return isinstance(text, str) and _XML_DECLARATION.match(text) is not None


def _hand_over(cls: Any, text: Any, type: Any, args: Any, kwargs: Any) -> Any:
    original = _peer()
    return original(text, type, *args, **kwargs)


__all__ = ["Selector", "SelectorList", "Tree"]
