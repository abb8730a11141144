"""Checked by mypy --strict, not run: what programs with types see of weft."""

from collections.abc import Iterator

import weft


def titles(pages: list[bytes]) -> list[str]:
    return [page.css("h1::text").get(default="") for page in weft.parse_many(pages)]


def cells(html: str) -> Iterator[tuple[str, float]]:
    for table in weft.mine(html):
        for record in table:
            value = record.value("price")
            if value is not None:
                yield value.text, value.confidence


def body(html: bytes) -> str:
    return weft.article(html).markdown


def urls(path: str) -> list[str]:
    return [record.url for record in weft.warc.open(path)]
