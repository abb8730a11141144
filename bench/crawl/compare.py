#!/usr/bin/env python3
"""Pages per second and CPU per page of weft crawl and Scrapy on the same site, with the same politeness.

    python3 -m venv venv && venv/bin/pip install scrapy
    venv/bin/python bench/crawl/compare.py BUILD/weft [--items 2000] [--rounds 3]

The site is one of `weft practice generate`, served by nginx (Debian: nginx-light) on loopback. Both obey robots.txt, follow every
link of the host without limit of depth, make 16 requests at a time without delay, and keep the pages: weft as gzip WARC (level 1)
with request and metadata records, and metadata in SQLite; Scrapy as plain files (it has no archive of its own), its queue and seen
URLs in memory. The sets of pages fetched must agree. CPU is user and system time of the crawler's process alone; the two run in
turn, and the round with the least CPU counts, so that a busy machine disturbs both alike.
"""
import argparse
import json
import pathlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SPIDER = """
import hashlib, pathlib, sys
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

ORIGIN, OUT = sys.argv[1], pathlib.Path(sys.argv[2])

class Site(scrapy.Spider):
    name = "site"
    start_urls = [ORIGIN + "/"]
    allowed_domains = ["127.0.0.1"]
    links = LinkExtractor()

    def parse(self, response):
        (OUT / hashlib.sha1(response.url.encode()).hexdigest()).write_bytes(response.body)
        with open(OUT / "urls", "a") as urls:
            urls.write(response.url + "\\n")
        if "html" in response.headers.get("Content-Type", b"").decode():
            for link in self.links.extract_links(response):
                yield response.follow(link, self.parse)

process = CrawlerProcess(settings={
    "ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False, "LOG_LEVEL": "ERROR", "RETRY_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
    "COOKIES_ENABLED": False, "HTTPCACHE_ENABLED": False})
process.crawl(Site)
process.start()
"""


NGINX = """
daemon off; worker_processes 1; pid {work}/nginx.pid; error_log /dev/null;
events {{ worker_connections 1024; }}
http {{
  types {{ text/html html; text/plain txt; }} default_type text/html; access_log off; keepalive_requests 100000000;
  client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3; uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
  server {{ listen 127.0.0.1:{port}; root {work}/site; charset utf-8; }}
}}
"""


def make_site(weft, items, work):
    """The pages of a practice site as files under their paths, with links to the server that will serve them."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    origin = f"http://127.0.0.1:{port}"
    made = work / "made"
    subprocess.run([weft, "practice", "generate", "--items", str(items), "--out", str(made), "-q"], check=True, capture_output=True)
    old = json.loads((made / "site.json").read_text())["origin"]
    for line in (made / "truth.jsonl").read_text().splitlines():
        page = json.loads(line)
        path = page["page"][len(old):]
        file = work / "site" / (path[1:] + "index.html" if path.endswith("/") else path[1:])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((made / page["file"]).read_text().replace(old, origin))
    (work / "site" / "robots.txt").write_text("User-agent: *\nDisallow: /account/\nDisallow: /search\n")
    (work / "nginx.conf").write_text(NGINX.format(work=work, port=port))
    return origin


def timed(command):
    """Wall and CPU seconds of a process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed with {result.returncode}: {result.stderr[-2000:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def weft_urls(weft, folder):
    files = sorted(str(p) for p in (folder / "warc").iterdir())
    listing = subprocess.run([weft, "warc", "ls", "--json", *files], check=True, capture_output=True, text=True).stdout
    records = [json.loads(line) for line in listing.splitlines()]
    return {r["uri"] for r in records if r["type"] in ("response", "revisit") and r["status"] == 200}


def crawl_weft(weft, origin, folder):
    config = folder.with_suffix(".toml")
    # Nothing starves, so that both make the same requests; what the trap guard costs stays in.
    config.write_text("sitemaps = false\n[traps]\nallowance = 1000000000\n[warc]\nlevel = 1\n")
    wall, cpu = timed([weft, "crawl", origin + "/", "--into", str(folder), "--allow-private", "--delay", "0", "--per-host", "16",
                       "--depth", "1000000", "--config", str(config), "-q"])
    return wall, cpu, weft_urls(weft, folder)


def crawl_scrapy(origin, folder):
    folder.mkdir()
    spider = folder.with_suffix(".py")
    spider.write_text(SPIDER)
    wall, cpu = timed([sys.executable, str(spider), origin, str(folder)])
    return wall, cpu, set((folder / "urls").read_text().split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weft")
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="weft-bench-crawl-"))
    work.chmod(0o755)
    origin = make_site(options.weft, options.items, work)
    server = subprocess.Popen(["nginx", "-c", str(work / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        best = {}
        for number in range(options.rounds):
            for name, crawl in (("weft", lambda f: crawl_weft(options.weft, origin, f)),
                                ("Scrapy", lambda f: crawl_scrapy(origin, f))):
                wall, cpu, urls = crawl(work / f"{name}{number}")
                if name not in best or cpu < best[name][1]:
                    best[name] = (wall, cpu, urls)
        ours, theirs = best["weft"][2], best["Scrapy"][2]
        if ours != theirs:
            print(f"the pages differ: {len(ours - theirs)} only weft, {len(theirs - ours)} only scrapy; for example "
                  f"{sorted(ours ^ theirs)[:5]}")
        rates = {}
        print("| crawler | pages | seconds | CPU seconds | ms of CPU a page | pages a CPU second |\n|---|---:|---:|---:|---:|---:|")
        for name, (wall, cpu, urls) in best.items():
            rates[name] = len(urls) / cpu
            print(f"| {name} | {len(urls)} | {wall:.2f} | {cpu:.2f} | {1000 * cpu / len(urls):.3f} | {rates[name]:.0f} |")
        print(f"\nWeft fetches {rates['weft'] / rates['Scrapy']:.1f} times the pages of a CPU second.")
        return 0 if ours == theirs else 1
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
