#include "eval/practice_site.h"

#include <fmt/format.h>

#include "html/parser.h"
#include "practice/site.h"

namespace weft::eval {

ListSite practice_lists(const practice::Options& options, const Limits& limits) {
  ListSite site;
  site.name = fmt::format("{}-{}{}", practice::domain_name(options.domain), options.seed,
                          options.crossed ? "-crossed" : "");
  for (const practice::Page& page : practice::generate(options).pages) {
    if (page.records.size() < 2) continue;
    ListPage list;
    list.page.id = page.url;
    list.page.document = html::parse(page.html, {.limits = limits}).document;
    for (const practice::TruthRecord& record : page.records) {
      TruthRow row;
      for (const practice::TruthValue& value : record.values)
        row.push_back({value.attribute, value.text, dom::SourceRange{value.begin, value.end}});
      list.rows.push_back(std::move(row));
    }
    site.pages.push_back(std::move(list));
  }
  return site;
}

}  // namespace weft::eval
