"""Tables of records: dictionaries, data frames, files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from html import escape
from typing import Any, SupportsIndex, overload

from . import _core
from ._core import Value


class Record(dict[str, Any]):
    """One record: texts (typed ones in their normal form), numbers, lists, nested records.

    ``page`` and ``template`` say where it is from, ``value(name)`` where each value stands on the page
    and how sure it is.
    """

    __slots__ = ("_native", "_row", "page", "template")

    def __init__(
        self, native: _core.Records, row: int, page: str = "", template: str = ""
    ) -> None:
        super().__init__(native.row(row))
        self._native = native
        self._row = row
        self.page = page
        self.template = template

    def value(self, name: str) -> Value | None:
        """Text as on the page, typed form, path and confidence of a value; None if there is none."""
        return self._native.value(self._row, name)

    def to_json(self) -> str:
        """One line, as ``weft extract`` writes it without meta."""
        return self._native.json(self._row)


class Table:
    """Records with their columns. Any data frame library takes it through Arrow's interface.

    >>> import weft
    >>> rows = "".join(f"<tr><td>Chair {n}<td>{n} kg" for n in range(1, 9))
    >>> table = weft.mine(f"<table><tr><th>Name<th>Weight{rows}</table>")[0]
    >>> table.columns
    ['name', 'weight']
    >>> table[0]["name"], table[0].value("name").path
    ('Chair 1', '/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[1]')
    """

    __slots__ = ("_native", "_records", "_origins", "confidence", "unhealthy")

    def __init__(
        self,
        native: _core.Records,
        confidence: float = 1.0,
        origins: list[tuple[str, str]] | None = None,
        unhealthy: dict[str, list[str]] | None = None,
    ) -> None:
        self._native = native
        self._records: list[Record] | None = None
        self._origins = origins
        self.confidence = confidence  # That it is a table somebody wants.
        self.unhealthy = unhealthy or {}  # Pages, and the mandatory attributes that they lack.

    @property
    def records(self) -> list[Record]:
        """The records, in the order of the pages."""
        if self._records is None:
            origins = self._origins or [("", "")] * len(self._native)
            self._records = [
                Record(self._native, row, page, template)
                for row, (page, template) in enumerate(origins)
            ]
        return self._records

    @property
    def schema(self) -> dict[str, Any]:
        """Names and types, as a schema file has them."""
        schema: dict[str, Any] = json.loads(self._native.schema())
        return schema

    @property
    def columns(self) -> list[str]:
        """Names: those of the schema, then others as they come."""
        known = [_name_of(one) for one in self.schema.get("attributes", [])]
        return list(dict.fromkeys(known + [name for record in self.records for name in record]))

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @overload
    def __getitem__(self, at: SupportsIndex) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> list[Record]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Record | list[Record]:
        return self.records[at]

    # --- elsewhere ---

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Arrow's stream interface: ``pyarrow.table(t)``, ``polars.DataFrame(t)``, DuckDB."""
        return self._native.arrow_stream()

    def to_arrow(self) -> Any:
        """A pyarrow.Table, without a copy."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; needs pyarrow, and copies."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A polars.DataFrame; needs no pyarrow."""
        import polars

        return polars.DataFrame(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes .jsonl, .csv, .xml, .parquet or .sqlite, by the ending; what was there is replaced."""
        self._native.write(os.fspath(path))

    def _repr_html_(self, limit: int = 20) -> str:
        columns = self.columns
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(record.get(name)))}</td>" for name in columns) + "</tr>"
            for record in self.records[:limit]
        )
        more = f"<p>{len(self) - limit} more</p>" if len(self) > limit else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"

    def __repr__(self) -> str:
        return f"<Table {len(self)} records: {', '.join(self.columns)}>"


def _name_of(attribute: str | dict[str, Any]) -> str:
    """Of an attribute in a schema file: "price: money" or {"name": "price", …}."""
    return attribute.split(":")[0] if isinstance(attribute, str) else str(attribute["name"])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_cell(one) for one in value)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
