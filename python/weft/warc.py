"""WARC files, plain, gzip or zstd; WARC 1.0, 1.1 and ARC. Damage is skipped and counted.

    >>> import pathlib, tempfile, weft
    >>> path = pathlib.Path(tempfile.mkdtemp(), "a.warc")
    >>> _ = path.write_bytes(
    ...     b"WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Target-URI: http://a.example/\\r\\n"
    ...     b"Content-Type: text/html\\r\\nContent-Length: 9\\r\\n\\r\\n<p>Hello!\\r\\n\\r\\n")
    >>> [(record.type, record.url, record.content) for record in weft.warc.open(path)]
    [('resource', 'http://a.example/', b'<p>Hello!')]
"""

from __future__ import annotations

import os
from typing import BinaryIO, Union

from ._core import Archive, ArchivePages, WarcRecord

# A path, or a stream that need not seek: only its read() is called.
Source = Union[str, os.PathLike[str], BinaryIO]
_END = 2**64 - 1


def open(source: Source, begin: int = 0, end: int | None = None) -> Archive:
    """All records, one after the other; ``Archive.damaged`` counts what was skipped.

    With `begin` and `end`, only those of the gzip members that start in these bytes, so that parts of a
    file that follow each other give each record once; a file that is not of gzip members belongs whole to
    the part that begins at 0. A stream must stand at `begin` already.
    """
    return Archive.open(_native(source), begin, _END if end is None else end)


def pages(source: Source, begin: int = 0, end: int | None = None) -> ArchivePages:
    """The HTML pages among them, not yet parsed: for ``Site.extract``, ``mine_many``, ``parse_many``."""
    return ArchivePages.open(_native(source), begin, _END if end is None else end)


def _native(source: Source) -> object:
    return source if hasattr(source, "read") else os.fspath(source)


__all__ = ["Archive", "ArchivePages", "Source", "WarcRecord", "open", "pages"]
