"""Weft in Scrapy: responses parsed by Weft, items by a site's rules, health in the stats.

    # settings.py
    DOWNLOADER_MIDDLEWARES = {"weft.scrapy.WeftMiddleware": 1}
    ITEM_PIPELINES = {"weft.scrapy.HealthPipeline": 100}
    WEFT_UNHEALTHY_FEED = "unhealthy.jsonl"   # Items that lack mandatory values, instead of the main feed.
    WEFT_REPAIR = True                        # Learn rules again that no longer hold, when the spider ends.

    class ShopSpider(weft.scrapy.WeftSpider):
        name = "shop"
        site = "shop.site"
        start_urls = ["https://shop.example/"]

``weft export --to scrapy shop.site`` writes such a spider.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from typing import Any

import parsel
from scrapy import Spider
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from . import _core
from .learning import Site
from .selector import SelectorList, SelectorMethods, Tree

_log = logging.getLogger(__name__)

_REPAIR_PAGES = 200  # Kept for a repair: enough for every template, few enough to hold.


class Selector(SelectorMethods, parsel.Selector):  # type: ignore[misc]
    """Weft's selector where Scrapy asks for parsel's: ``response.follow``, link extractors, forms."""

    __slots__ = ("_lxml", "_node", "_tree", "_value", "_version")
    selectorlist_cls = SelectorList


class WeftResponse(HtmlResponse):
    """A response whose selector is Weft's. Parsed once, on first use."""

    @property
    def selector(self) -> Any:
        if self._cached_selector is None:
            self._cached_selector = Selector.of_tree(Tree(self.weft_page()))
        return self._cached_selector

    def weft_page(self) -> _core.Page:
        """The page for ``Site.extract`` and the rest of Weft."""
        kind = self.headers.get("Content-Type", b"").decode("latin1")
        return _core.Page.parse(self.body, self.url, self.url, kind)


class WeftMiddleware:
    """A downloader middleware, nearest to the spider: HTML responses become :class:`WeftResponse`."""

    def process_response(self, request: Any, response: Response, spider: Any = None) -> Response:
        if isinstance(response, HtmlResponse) and not isinstance(response, WeftResponse):
            return response.replace(cls=WeftResponse)
        return response


class WeftItem(dict[str, Any]):
    """A record as an item. ``missing``: mandatory attributes that its page lacks."""

    page: str = ""
    template: str = ""
    missing: tuple[str, ...] = ()


class WeftSpider(Spider):
    """Follows the links of its domains and gives what the site's rules extract.

    ``site``: the bundle. ``follow``: a LinkExtractor, or None to follow nothing.
    """

    site: str = ""
    follow: Any = LinkExtractor()

    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {"weft.scrapy.WeftMiddleware": 1},
        "ITEM_PIPELINES": {"weft.scrapy.HealthPipeline": 100},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.site:
            raise NotConfigured("a WeftSpider needs its site: the folder of a bundle")
        self.rules_of_site = Site(self.site)
        self.pages_for_repair: list[_core.RawPage] = []

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        if not isinstance(response, WeftResponse):
            return
        yield from self.extract(response)
        if self.follow is not None:
            for link in self.follow.extract_links(response):
                yield response.follow(link)

    def extract(self, response: WeftResponse) -> Iterable[WeftItem]:
        """The items of a page, and what became of it in the stats."""
        kind = response.headers.get("Content-Type", b"").decode("latin1")
        raw = _core.RawPage(response.body, response.url, response.url, kind)
        if len(self.pages_for_repair) < _REPAIR_PAGES:
            self.pages_for_repair.append(raw)
        table = self.rules_of_site.extract(raw)
        missing = tuple(table.unhealthy.get(response.url, ()))
        self._count("weft/pages")
        self._count("weft/records", len(table))
        if not len(table):
            self._count("weft/pages_without_records")
        if missing:
            self._count("weft/unhealthy_pages")
        for record in table:
            item = WeftItem(record)
            item.page, item.template, item.missing = record.page, record.template, missing
            for name in record:
                self._count(f"weft/attribute/{name}")
            yield item

    def _count(self, name: str, by: int = 1) -> None:
        stats = self.crawler.stats
        if stats is not None:
            stats.inc_value(name, by)

    def closed(self, reason: str) -> None:
        if not self.settings.getbool("WEFT_REPAIR") or not self.pages_for_repair:
            return
        for health in self.rules_of_site.watch(self.pages_for_repair, repair=True):
            self._count(f"weft/health/{health.health}")
            if health.repaired:
                _log.warning("%s: learned again: %s", health.template, ", ".join(health.repaired))
                self._count("weft/repaired_attributes", len(health.repaired))


class HealthPipeline:
    """Items of pages that lack mandatory values go to ``WEFT_UNHEALTHY_FEED`` (JSON Lines) instead of the
    main feed, or nowhere without one; the stats count them."""

    def __init__(self, crawler: Any) -> None:
        self.stats = crawler.stats
        self.path = crawler.settings.get("WEFT_UNHEALTHY_FEED")
        self.feed: Any = None

    @classmethod
    def from_crawler(cls, crawler: Any) -> HealthPipeline:
        return cls(crawler)

    def process_item(self, item: Any, spider: Any = None) -> Any:
        missing = getattr(item, "missing", ())
        if not missing:
            return item
        self.stats.inc_value("weft/unhealthy_items")
        if self.path:
            if self.feed is None:
                self.feed = open(self.path, "w", encoding="utf-8")
            row = {**item, "_page": item.page, "_missing": list(missing)}
            self.feed.write(json.dumps(row, ensure_ascii=False) + "\n")
        raise DropItem(f"{item.page} lacks {', '.join(missing)}")

    def close_spider(self, spider: Any = None) -> None:
        if self.feed is not None:
            self.feed.close()
