// The pages of single records, opened after a walk. Source: [Amber] 5.2: DIADEM's wrapper goes on from
// result pages to detail pages, where attributes stand that lists do not show.
//
//   list     Golf 1.6   £ 9,500   /d/17          /d/17    Golf 1.6   £ 9,500   Colour: red   Owners: 2
//   joined   Golf 1.6   £ 9,500   /d/17   red   2
//
//   1. A record's own page is the address that it alone links to on its list. One that may not be
//      followed is left alone.
//   2. The pages are read as the detail pages of one site (auto_site.h), without a label.
//   3. A record takes what only its own page says: what the list shows stays, since several pages
//      agree on where it stands.
//
// Tested by explore_site_test.cc; measured by `weft-eval explore` (details).

#include <algorithm>
#include <map>

#include "site/auto_site.h"
#include "site/explore_site.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::site {
namespace {

// 2. What each page says, by its address.
Result<std::map<std::string, model::Record>> read_details(std::vector<model::Page> pages,
                                                          const annotate::Recognizer* domain,
                                                          model::Schema& schema) {
  for (model::Page& page : pages) page.id = page.url;
  auto learned = domain != nullptr ? learn_by_domain(std::move(pages), domain->domain())
                                   : learn_without_domain(std::move(pages), {});
  if (!learned.ok()) return learned.error();
  std::erase_if(learned->templates,
                [](const AutoTemplate& one) { return one.kind != AutoKind::kDetail; });
  schema = learned->schema;
  WEFT_ASSIGN(std::vector<model::Extraction> found, extract_all(*learned));
  std::map<std::string, model::Record> details;
  for (model::Extraction& one : found) {
    if (one.records.size() == 1) details.emplace(one.page, std::move(one.records[0]));
  }
  return details;
}

}  // namespace

Result<DetailRecords> open_details(const Explored& explored, const explore::Walk::PageReader& read,
                                   const annotate::Recognizer* domain, size_t max_pages) {
  DetailRecords out;
  out.extractions = found_records(explored);
  // 1.
  std::map<std::string, model::Record*> owners;
  std::vector<model::Page> pages;
  bool refused = false;
  for (model::Extraction& found : out.extractions) {
    const auto page =
        std::find_if(explored.results.begin(), explored.results.end(),
                     [&](const ResultPage& result) { return result.page.id == found.page; });
    if (page == explored.results.end()) continue;
    const std::string& list = page->page.url;
    const std::vector<std::string> own = own_addresses(found, list);
    for (size_t r = 0; r < own.size() && !refused; ++r) {
      if (own[r].empty() || out.opened >= max_pages ||
          !explore::why_not_followed("", own[r], url::site_of(list)).empty())
        continue;
      ++out.opened;
      auto detail = read({"GET", own[r], ""});
      if (!detail.ok()) continue;
      refused = detail->status == 403 || detail->status == 429;
      if (detail->status >= 400) continue;
      owners.emplace(detail->url, &found.records[r]);
      pages.push_back(std::move(*detail));
    }
  }
  if (pages.empty()) return out;
  WEFT_ASSIGN(const auto details, read_details(std::move(pages), domain, out.schema));
  // 3.
  for (const auto& [url, detail] : details) {
    const auto owner = owners.find(url);
    if (owner == owners.end()) continue;
    ++out.joined;
    for (const model::Record::Field& field : detail.fields) {
      if (owner->second->find(field.name) != nullptr) continue;
      owner->second->set(field.name, field.value);
      ++out.values;
    }
  }
  return out;
}

}  // namespace weft::site
