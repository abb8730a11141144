#include "eval/listing_truth.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "eval/metrics/record_set.h"
#include "eval/metrics/text.h"
#include "url/url.h"

namespace weft::eval {
namespace {

// Without scheme, "www.", fragment and final slash: how links are compared.
std::string comparable_url(std::string_view url) {
  const auto parsed = url::Url::parse(unescape_entities(url));
  if (!parsed.ok()) return std::string(url);
  std::string host = parsed->host.value_or("");
  if (host.starts_with("www.")) host.erase(0, 4);
  std::string path = parsed->pathname();
  while (path.ends_with('/')) path.pop_back();
  host += path;
  if (parsed->query) host.append("?").append(*parsed->query);
  return host;
}

void collect_leaves(const nlohmann::ordered_json& json, const std::string& key,
                    ListingRecord& record) {
  std::vector<std::pair<std::string, const nlohmann::ordered_json*>> pending = {{key, &json}};
  while (!pending.empty()) {
    const auto [name, value] = pending.back();
    pending.pop_back();
    if (value->is_structured()) {
      for (auto it = value->begin(); it != value->end(); ++it) {
        pending.emplace_back(value->is_object() ? it.key() : name, &*it);
      }
    } else if (value->is_string()) {
      const auto text = value->get<std::string>();
      if (text.starts_with("http")) {
        record.url = comparable_url(text);
      } else {
        record.text.append(text).append(" ");
      }
    } else if (value->is_number()) {
      record.text.append(value->dump()).append(" ");
    }
  }
}

}  // namespace

std::vector<ListingRecord> listing_truth(const ListingPage& page) {
  std::vector<ListingRecord> truth;
  if (!page.expected.is_array()) return truth;
  for (const auto& item : page.expected) {
    ListingRecord record;
    collect_leaves(item, "", record);
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
  std::unordered_map<std::string, size_t> by_url;
  for (size_t i = 0; i < truth.size(); ++i) by_url.emplace(truth[i].url, i);
  std::vector<bool> claimed(truth.size(), false);
  Counts counts{0, texts.size(), truth.size()};
  for (size_t r = 0; r < texts.size(); ++r) {
    std::set<size_t> expected;
    for (const std::string& link : links[r]) {
      if (const auto found = by_url.find(link); found != by_url.end())
        expected.insert(found->second);
    }
    if (expected.size() != 1 || claimed[*expected.begin()]) continue;
    Vocabulary vocabulary;
    const TokenBag wanted = vocabulary.bag(truth[*expected.begin()].text);
    if (5 * overlap(vocabulary.bag(texts[r]), wanted) < 4 * wanted.size()) continue;
    claimed[*expected.begin()] = true;
    ++counts.correct;
  }
  return counts;
}

}  // namespace weft::eval
