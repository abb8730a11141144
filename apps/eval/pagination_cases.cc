#include "eval/pagination_cases.h"

#include <algorithm>

#include "base/check.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "eval/data.h"
#include "html/parser.h"
#include "select/query.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::eval {
namespace {

using dom::NodeId;
using explore::LinkRole;

// What a link weighs in learning: L2 of C = 0.5 over one-vs-rest is 1 here.
constexpr ml::ChainParameters kTraining = {
    .transitions = false, .l1 = 0, .l2 = 0.5, .steps = 80, .least_examples = 2};

// The link that an element of the truth is, is in, or holds.
NodeId link_of(const dom::Document& doc, NodeId n) {
  if (doc.name(n) == dom::atoms::kA) return n;
  for (const NodeId a : doc.ancestors(n)) {
    if (doc.name(a) == dom::atoms::kA) return a;
  }
  for (const NodeId d : doc.descendants(n)) {
    if (doc.name(d) == dom::atoms::kA) return d;
  }
  return dom::kNoNode;
}

void read_truth(const std::string& selector, LinkRole role, PaginationCase& one) {
  if (trim(selector).empty()) return;
  const auto query = select::Query::css(selector);
  if (!query.ok()) return;
  const auto found = query->select(*one.document);
  if (!found.ok()) return;
  for (const select::NodeRef& ref : *found) {
    const NodeId link = link_of(*one.document, ref.node);
    if (link == dom::kNoNode) continue;
    const auto href = one.document->attribute(link, dom::atoms::kHref);
    if (!href) continue;
    one.truth.try_emplace(link, role);
    if (role != LinkRole::kNext) continue;
    // A link that is a script leads to what it keeps beside.
    static const dom::Atom kDataHref = dom::atom_of("data-href");
    const bool script = trim(*href).starts_with("javascript:");
    const auto beside = one.document->attribute(link, kDataHref);
    one.next_urls.push_back(url::resolve(trim(script && beside ? *beside : *href), one.url));
  }
}

}  // namespace

Result<PaginationCases> read_pagination_cases(const std::filesystem::path& directory) {
  WEFT_ASSIGN(const std::string text, read_file(directory / "data.csv"));
  const auto rows = parse_csv(text);
  PaginationCases all;
  for (size_t r = 1; r < rows.size(); ++r) {
    std::vector<std::string> row = rows[r];
    row.resize(10);
    if (!trim(row[8]).empty()) continue;
    WEFT_ASSIGN(const std::string html, read_file(directory / "html" / (row[0] + ".html")));
    PaginationCase& one = all.cases.emplace_back();
    one.page = row[0];
    one.url = row[1];
    const auto parsed = url::Url::parse(one.url);
    one.domain = parsed.ok() ? url::registrable_domain(parsed->host.value_or("")) : one.page;
    one.document = std::make_shared<const dom::Document>(
        html::parse(html, {.transport_charset = row[2]}).document);
    // Narrow roles first: a selector of pages may take in the others.
    read_truth(row[5], LinkRole::kNext, one);
    read_truth(row[3], LinkRole::kPrev, one);
    read_truth(row[7], LinkRole::kFirst, one);
    read_truth(row[6], LinkRole::kLast, one);
    read_truth(row[4], LinkRole::kPage, one);
    one.candidates = explore::pagination_candidates(*one.document, one.url, &all.names);
    all.links += one.truth.size();
    for (const auto& [link, role] : one.truth) {
      const bool kept = std::any_of(one.candidates.begin(), one.candidates.end(),
                                    [&, n = link](const auto& c) { return c.node == n; });
      all.lost += kept ? 0 : 1;
    }
  }
  std::map<uint64_t, std::vector<PaginationCase*>> domains;
  for (PaginationCase& one : all.cases) domains[hash_bytes(one.domain)].push_back(&one);
  size_t fold = 0;
  for (auto& [hash, members] : domains) {
    for (PaginationCase* one : members) one->fold = fold;
    fold = (fold + 1) % kPaginationFolds;
  }
  return all;
}

explore::PaginationModel train_pagination(const PaginationCases& cases, size_t without_fold) {
  std::vector<ml::ChainExample> examples;
  for (const PaginationCase& one : cases.cases) {
    if (one.fold == without_fold || one.candidates.empty()) continue;
    ml::ChainExample& example = examples.emplace_back();
    for (const explore::PaginationCandidate& candidate : one.candidates) {
      const auto role = one.truth.find(candidate.node);
      example.items.push_back(candidate.features);
      example.targets.push_back(role == one.truth.end() ? 0 : static_cast<uint32_t>(role->second));
    }
  }
  std::vector<const ml::ChainExample*> pointers = pointers_to(examples);
  const auto names = explore::names_of(LinkRole());
  auto model = explore::PaginationModel::from_chain(
      ml::train_chain(pointers, {names.begin(), names.end()}, kTraining));
  WEFT_CHECK(model.ok());
  return std::move(*model);
}

}  // namespace weft::eval
