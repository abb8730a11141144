// Records of lists and of detail pages, joined by the links that lead from one to the other.
//
//   list page   Lamp 7   12.50   /lamp-7.html   in stock        /lamp-7.html   Lamp 7   12.50   brass
//   joined      Lamp 7   12.50   /lamp-7.html   in stock   brass
//
//   1. Every page is read by its template's rules. Detail pages are known by their addresses.
//   2. A record of a list belongs to the first detail page that one of its links leads to.
//   3. The detail record takes what only the list says; where both say something, it is counted
//      whether they say the same.
//   4. Records of lists that lead nowhere stay as they are; of those that lead to one address, by
//      several lists, one does.
//
// Tested by auto_site_test.cc.

#include <map>
#include <optional>
#include <set>

#include "base/strings.h"
#include "extract/site_extractor.h"
#include "site/auto_steps.h"
#include "url/canonical.h"
#include "url/url.h"

namespace weft::site {
namespace {

bool same_value(const model::Value& a, const model::Value& b) {
  if (!a.normalized.empty() && !b.normalized.empty()) return a.normalized == b.normalized;
  return ascii_lower(a.text) == ascii_lower(b.text);
}

struct PageRecords {
  const model::Page* page;
  AutoKind kind;
  model::Extraction extraction;
};

Result<std::vector<PageRecords>> extract_pages(const AutoSite& site) {
  std::vector<PageRecords> pages;
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    WEFT_ASSIGN(const extract::SiteExtractor extractor,
                extract::extractor_for(one.wrapper, one.page_template.name, site.schema));
    for (const model::Page& page : one.pages)
      pages.push_back({&page, one.kind, extractor.extract(page).extraction});
  }
  return pages;
}

class Joiner {
 public:
  Joiner(std::vector<PageRecords> pages, const model::Schema& schema)
      : pages_(std::move(pages)), schema_(schema) {
    for (PageRecords& page : pages_) {
      if (page.kind != AutoKind::kDetail || page.extraction.records.empty()) continue;
      details_.emplace(link_address("", *page.page), &page.extraction.records[0]);
      ++out_.details;
    }
  }

  JoinedRecords join() {
    for (PageRecords& page : pages_) {
      if (page.kind != AutoKind::kList) continue;
      std::erase_if(page.extraction.records,
                    [&](const model::Record& record) { return joins(record, *page.page); });
    }
    for (PageRecords& page : pages_) {
      if (!page.extraction.records.empty()) out_.extractions.push_back(std::move(page.extraction));
    }
    return std::move(out_);
  }

 private:
  // True if the record is part of another now, or was seen before.
  bool joins(const model::Record& record, const model::Page& page) {
    std::string leads_to;
    for (const model::Record::Field& field : record.fields) {
      const model::Attribute* attribute = schema_.find(field.name);
      if (attribute == nullptr || attribute->type != model::ValueType::kUrl) continue;
      const std::string link = link_address(field.value.text, page);
      const auto detail = details_.find(link);
      if (detail == details_.end()) {
        if (leads_to.empty()) leads_to = link;
        continue;
      }
      const bool fresh = seen_.insert(link).second;
      out_.listed += fresh ? 1 : 0;
      out_.joined += fresh ? 1 : 0;
      if (fresh) take_missing(record, field.name, *detail->second);
      return true;
    }
    const bool fresh = leads_to.empty() || seen_.insert(leads_to).second;
    out_.listed += fresh ? 1 : 0;
    return !fresh;
  }

  // 3.
  void take_missing(const model::Record& from, const std::string& link, model::Record& to) {
    for (const model::Record::Field& field : from.fields) {
      if (field.name == link) continue;
      const model::Value* known = to.find(field.name);
      if (known == nullptr) {
        to.set(field.name, field.value);
        continue;
      }
      ++out_.compared;
      out_.same += same_value(*known, field.value) ? 1 : 0;
    }
  }

  std::vector<PageRecords> pages_;
  const model::Schema& schema_;
  std::map<std::string, model::Record*> details_;  // By address; into pages_.
  std::set<std::string> seen_;
  JoinedRecords out_;
};

}  // namespace

std::string link_address(std::string_view link, const model::Page& page) {
  const std::string base = page.url.empty() ? "file:///" + page.id : page.url;
  const auto parsed = url::Url::parse(url::resolve(link, base));
  return parsed ? url::canonical(*parsed) : "";
}

Result<std::vector<model::Extraction>> extract_all(const AutoSite& site) {
  WEFT_ASSIGN(std::vector<PageRecords> pages, extract_pages(site));
  std::vector<model::Extraction> extractions;
  for (PageRecords& page : pages) extractions.push_back(std::move(page.extraction));
  return extractions;
}

Result<JoinedRecords> extract_joined(const AutoSite& site) {
  WEFT_ASSIGN(std::vector<PageRecords> pages, extract_pages(site));
  return Joiner(std::move(pages), site.schema).join();
}

}  // namespace weft::site
