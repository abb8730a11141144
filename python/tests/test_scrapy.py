"""Weft in a real Scrapy, against a site on loopback. Each spider runs in a process of its own: Scrapy's
reactor starts once."""

import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest

pytest.importorskip("scrapy")
import weft

PROGRAM = os.environ.get("WEFT_PROGRAM") or str(pathlib.Path(__file__).parents[2] / "build/weft")


def book_html(number, price=True):
    cost = f"<p class=price>{number}.50 €</p>" if price else ""
    return (
        f"<html><body><h1>Book {number}</h1><div class=nav><a href='/'>Home</a></div>{cost}"
        f"<p>Pages: <b>{number}00</b></p></body></html>"
    )


def new_html(number):
    return f"<html><body><div><h2>Book {number}</h2></div><table><tr><td>Cost<td><i>{number}.50 €</i></table></body></html>"


class Shop(http.server.BaseHTTPRequestHandler):
    redesigned = False

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/":
            body = "<ul>" + "".join(f"<li><a href='book/{n}'>{n}</a>" for n in range(1, 9)) + "</ul>"
            body += "<form action=/found><input name=q value=oak></form>"
        elif path.startswith("/book/"):
            number = int(path.rsplit("/", 1)[1])
            body = new_html(number) if self.redesigned else book_html(number, price=number != 5)
        elif path == "/found":
            body = f"<h1>{self.path}</h1>"
        else:
            self.send_error(404)
            return
        data = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def shop():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="module")
def site(shop, tmp_path_factory):
    pages = [weft.parse(book_html(n), url=f"{shop}/book/{n}") for n in range(1, 7)]
    labels = [{"title": f"Book {n}", "price": f"{n}.50 €"} for n in (1, 2)]
    wrapper = weft.learn(pages, labels, {"title": "text mandatory", "price": "money mandatory"})
    path = tmp_path_factory.mktemp("site") / "shop.site"
    weft.Site.put(path, wrapper, pages)
    return path


def crawl(folder, spider, *settings):
    (folder / "spider.py").write_text(spider)
    command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "items.jsonl", "-s", "LOG_LEVEL=INFO",
               "-s", "TELNETCONSOLE_ENABLED=False", *settings]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()], done.stderr


def test_a_spider_gives_what_the_site_extracts(shop, site, tmp_path):
    items, log = crawl(tmp_path, spider_of(site, shop + "/"), "-s", "WEFT_UNHEALTHY_FEED=unhealthy.jsonl")
    titles = sorted(item["title"] for item in items)
    assert titles == [f"Book {n}" for n in (1, 2, 3, 4, 6, 7, 8)]
    assert {item["price"] for item in items} >= {"EUR 1.50", "EUR 8.50"}
    unhealthy = [json.loads(line) for line in (tmp_path / "unhealthy.jsonl").read_text().splitlines()]
    assert [(row["title"], row["_missing"]) for row in unhealthy] == [("Book 5", ["price"])]
    assert "'weft/unhealthy_items': 1" in log
    assert "'weft/attribute/price': 7" in log


def spider_of(site, start):
    return f"""
from weft.scrapy import WeftSpider

class Books(WeftSpider):
    name = "books"
    site = {str(site)!r}
    start_urls = [{start!r}]
"""


def test_a_redesigned_site_is_repaired_when_the_spider_ends(shop, site, tmp_path, monkeypatch):
    monkeypatch.setattr(Shop, "redesigned", True)
    own = tmp_path / "own.site"
    shutil.copytree(site, own)
    items, log = crawl(tmp_path, spider_of(own, shop + "/"), "-s", "WEFT_REPAIR=True")
    assert items == []
    assert "'weft/repaired_attributes': 2" in log
    items, _ = crawl(tmp_path, spider_of(own, shop + "/"))
    assert sorted(item["title"] for item in items) == [f"Book {n}" for n in range(1, 9)]


@pytest.mark.skipif(not os.access(PROGRAM, os.X_OK), reason="there is no program weft")
def test_an_exported_spider_runs(shop, site, tmp_path):
    made = subprocess.run([PROGRAM, "export", "--to", "scrapy", str(site)], capture_output=True, text=True, check=True).stdout
    items, _ = crawl(tmp_path, made)
    assert sorted(item["title"] for item in items) == [f"Book {n}" for n in (1, 2, 3, 4, 6, 7, 8)]


def test_responses_follow_extract_links_and_fill_forms(shop, tmp_path):
    items, _ = crawl(
        tmp_path,
        f"""
import scrapy
from scrapy.linkextractors import LinkExtractor

class Walk(scrapy.Spider):
    name = "walk"
    start_urls = [{shop + "/"!r}]
    custom_settings = {{"DOWNLOADER_MIDDLEWARES": {{"weft.scrapy.WeftMiddleware": 1}}}}

    def parse(self, response):
        yield {{"class": type(response).__name__,
               "links": len(LinkExtractor().extract_links(response)),
               "restricted": len(LinkExtractor(restrict_css="li:first-child").extract_links(response))}}
        yield response.follow(response.css("a")[0], self.book)
        yield response.follow(response.css("a::attr(href)")[1], self.book)
        yield from response.follow_all(css="li:nth-child(3) a", callback=self.book)
        yield scrapy.FormRequest.from_response(response, callback=self.book)

    def book(self, response):
        yield {{"h1": response.css("h1::text").get()}}
""",
    )
    assert items[0] == {"class": "WeftResponse", "links": 8, "restricted": 1}
    assert sorted(item["h1"] for item in items[1:]) == ["/found?q=oak", "Book 1", "Book 2", "Book 3"]
