// The act without labels: Weft finds out what the site is about, reads lists and detail pages by that domain, and joins them.

#include <algorithm>

#include <fmt/format.h>

#include "annotate/domain.h"
#include "cli/demo/act.h"
#include "html/parser.h"
#include "site/auto_site.h"
#include "site/input_files.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kShownNames = 8;

std::vector<model::Page> copy_pages(const Stage& stage) {
  std::vector<model::Page> pages;
  for (const DemoPage& page : stage.pages) {
    model::Page& copy = pages.emplace_back();
    copy.id = copy.url = page.key;
    copy.document = html::parse(page.bytes, {.limits = stage.context.options.limits,
                                             .transport_charset = "utf-8"})
                        .document;
  }
  return pages;
}

std::string attribute_names(const site::AutoTemplate& one) {
  std::string names;
  size_t shown = 0;
  for (const site::AutoAttribute& attribute : one.attributes) {
    if (attribute.found && shown++ < kShownNames)
      names += (names.empty() ? "" : ", ") + attribute.name;
  }
  return shown > kShownNames ? names + "…" : names;
}

}  // namespace

Status read_alone(Stage& stage) {
  WEFT_ASSIGN(const std::vector<annotate::Domain> domains, site::read_shipped_domains());
  WEFT_ASSIGN(const site::AutoSite found, site::learn_without_domain(copy_pages(stage), domains));
  WEFT_ASSIGN(const site::JoinedRecords records, site::extract_joined(found));
  stage.screen.say(found.domain.empty()
                       ? "no domain that ships fits: columns are named after the pages"
                       : fmt::format("it is about {}", found.domain));
  for (const site::AutoTemplate& one : found.templates) {
    if (one.wrapper == nullptr) continue;
    stage.screen.say(fmt::format("{} {} pages, {} records: {}", one.pages.size(),
                                 one.kind == site::AutoKind::kList ? "list" : "detail", one.records,
                                 attribute_names(one)),
                     Ink::kDim);
  }
  stage.screen.say(
      fmt::format("{} of {} things in lists joined with their detail pages, {} questions left",
                  records.joined, records.listed, found.questions.size()));
  stage.facts["auto"] = {{"domain", found.domain},
                         {"listed", records.listed},
                         {"joined", records.joined},
                         {"details", records.details}};
  return {};
}

}  // namespace weft::cli::demo
