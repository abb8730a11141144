"""Two labelled pages of an archive teach a site; the site extracts all of them on all cores.

    python learn_and_extract.py pages/books.warc books.site books.jsonl
"""

import sys

import weft

archive, folder, target = sys.argv[1:]
pages = list(weft.parse_many(weft.warc.pages(archive)))
titles = {page.css("h1::text").get(): page for page in pages}
labelled = [{"title": "The Salt Road", "price": "$12.50"}, {"title": "The Quiet Mill", "price": "$13.30"}]
order = [titles[one["title"]] for one in labelled]
order += [page for page in pages if page not in order]
wrapper = weft.learn(order, labelled, {"title": "text mandatory", "price": "money"})
site = weft.Site.put(folder, wrapper, order)
table = site.extract(weft.warc.pages(archive))
table.save(target)
print(f"{len(table)} records, {len(table.unhealthy)} pages lack something")
