// Expected records are JSON of any shape. Links are what tells like records apart, so they are
// compared first, without what differs between two spellings of an address; then words as bags:
// expected {"name": "Ada", "url": "https://www.a.example/ada/"} is found in a record that links to
// a.example/ada and holds 80 % of its words.

#include "eval/listing_truth.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/ranges.h>

#include "base/json.h"
#include "eval/metrics/record_set.h"
#include "eval/metrics/text.h"
#include "url/url.h"

namespace weft::eval {
namespace {

// Without scheme, "www.", fragment, final and repeated slashes: how links are compared.
std::string comparable_url(std::string_view url) {
  const auto parsed = url::Url::parse(unescape_entities(url));
  if (!parsed.ok()) return std::string(url);
  std::string host = parsed->host.value_or("");
  if (host.starts_with("www.")) host.erase(0, 4);
  std::string path = parsed->pathname();
  path.erase(
      std::unique(path.begin(), path.end(), [](char a, char b) { return a == '/' && b == '/'; }),
      path.end());
  if (path.ends_with('/')) path.pop_back();
  host += path;
  if (parsed->query) host.append("?").append(*parsed->query);
  return host;
}

// The scalars of a JSON value, in its order. No recursion: nesting comes from a file.
std::vector<const Json*> leaves_of(const Json& json) {
  std::vector<const Json*> leaves, stack = {&json};
  while (!stack.empty()) {
    const Json* value = stack.back();
    stack.pop_back();
    if (!value->is_array() && !value->is_object()) leaves.push_back(value);
    const std::vector<const Json*> children = value->children();
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
  return leaves;
}

}  // namespace

std::vector<ListingRecord> listing_truth(const ListingPage& page) {
  std::vector<ListingRecord> truth;
  if (!page.expected.is_array()) return truth;
  for (const auto& item : page.expected) {
    ListingRecord record;
    for (const Json* leaf : leaves_of(item)) {
      const std::string text = leaf->is_string()   ? leaf->get<std::string>()
                               : leaf->is_number() ? leaf->dump()
                                                   : "";
      if (!leaf->is_string() || !text.starts_with("http"))
        record.text += text + " ";
      else if (record.url.empty())
        record.url = comparable_url(text);
    }
    truth.push_back(std::move(record));
  }
  return truth;
}

std::vector<std::vector<std::string>> links_of(std::span<const mine::RecordSpan> records,
                                               const dom::Document& doc,
                                               const std::string& base_url) {
  std::string base = base_url;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kBase) continue;
    if (const auto href = doc.attribute(n, dom::atoms::kHref)) base = url::resolve(*href, base_url);
    break;
  }
  std::vector<std::vector<std::string>> links;
  for (const mine::RecordSpan record : records) {
    auto& of_record = links.emplace_back();
    const auto add = [&](dom::NodeId n) {
      if (doc.name(n) != dom::atoms::kA) return;
      if (const auto href = doc.attribute(n, dom::atoms::kHref)) {
        of_record.push_back(comparable_url(url::resolve(*href, base)));
      }
    };
    for (const dom::NodeId above : doc.ancestors(record.begin)) add(above);
    for (uint32_t i = dom::index(record.begin); i < dom::index(record.end); ++i)
      add(dom::NodeId{i});
  }
  return links;
}

Counts match_listing(const std::vector<std::string>& texts,
                     const std::vector<std::vector<std::string>>& links,
                     const std::vector<ListingRecord>& truth) {
  const bool with_urls =
      std::all_of(truth.begin(), truth.end(), [](const auto& r) { return !r.url.empty(); });
  if (!with_urls) {
    std::vector<TruthRecord> records;
    for (const ListingRecord& r : truth) records.push_back({r.text, ""});
    return match_record_set(texts, records).counts;
  }
  std::unordered_map<std::string, std::vector<size_t>> by_url;  // Several records may share one.
  for (size_t i = 0; i < truth.size(); ++i) by_url[truth[i].url].push_back(i);
  Vocabulary vocabulary;
  std::vector<TokenBag> wanted;
  for (const ListingRecord& record : truth) wanted.push_back(vocabulary.bag(record.text));
  Counts counts{0, texts.size(), truth.size()};
  for (size_t r = 0; r < texts.size(); ++r) {
    std::set<std::string_view> expected;
    for (const std::string& link : links[r]) {
      if (by_url.contains(link)) expected.insert(link);
    }
    if (expected.size() != 1) continue;
    const TokenBag words = vocabulary.bag(texts[r]);
    std::vector<size_t>& unclaimed = by_url.at(std::string(*expected.begin()));
    const auto claimed = std::find_if(unclaimed.begin(), unclaimed.end(), [&](size_t i) {
      return 5 * overlap(words, wanted[i]) >= 4 * wanted[i].size();
    });
    if (claimed == unclaimed.end()) continue;
    unclaimed.erase(claimed);
    ++counts.correct;
  }
  return counts;
}

FlatRecord leaf_values(const Json& record) {
  FlatRecord values;
  for (const Json* leaf : leaves_of(record)) {
    if (leaf->is_null()) continue;
    const std::string text = leaf->is_string() ? leaf->get<std::string>() : leaf->dump();
    std::string words = fmt::format("{}", fmt::join(word_tokens(unescape_entities(text)), " "));
    if (!words.empty()) values.emplace_back("", std::move(words));
  }
  return values;
}

Counts match_leaves(const std::vector<FlatRecord>& found, const std::vector<FlatRecord>& truth) {
  struct Pair {
    size_t shared;
    size_t found;
    size_t truth;
  };
  Counts counts;
  std::vector<Pair> pairs;
  for (const FlatRecord& record : truth) counts.truth += record.size();
  for (size_t i = 0; i < found.size(); ++i) {
    counts.found += found[i].size();
    for (size_t j = 0; j < truth.size(); ++j) {
      if (const size_t shared = shared_leaves(found[i], truth[j])) pairs.push_back({shared, i, j});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.shared > b.shared; });
  std::vector<bool> used_found(found.size(), false);
  std::vector<bool> used_truth(truth.size(), false);
  for (const Pair& pair : pairs) {
    if (used_found[pair.found] || used_truth[pair.truth]) continue;
    used_found[pair.found] = used_truth[pair.truth] = true;
    counts.correct += pair.shared;
  }
  return counts;
}

}  // namespace weft::eval
