// The wrapper of kind "region". Tested by region_wrapper_test.cc.

#include "mine/region_wrapper.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "mine/leaves.h"
#include "mine/node_paths.h"
#include "mine/region_output.h"
#include "model/schema.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
using nlohmann::ordered_json;

constexpr double kCommonSupport = 0.5;

const model::WrapperKind kRegion("region", &RegionWrapper::from_json);

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

// The last two steps of a path.
std::string_view tail(std::string_view path) {
  const size_t last = path.rfind('/');
  if (last == std::string_view::npos || last == 0) return path;
  const size_t before = path.rfind('/', last - 1);
  return before == std::string_view::npos ? path : path.substr(before + 1);
}

uint32_t sibling_count(const dom::Document& doc, RecordSpan record) {
  uint32_t count = 0;
  for (NodeId n = record.begin; n != dom::kNoNode && index(n) < index(record.end);
       n = doc.next_sibling(n))
    ++count;
  return count;
}

}  // namespace

RegionWrapper::RegionWrapper(const PageIndex& page, const Region& region)
    : confidence_(region.confidence) {
  for (const RecordSpan record : region.records) {
    add_once(record_paths_, signature_path(page, record.begin));
    run_length_ = std::max(run_length_, sibling_count(page.document(), record));
  }
  for (const Column& column : region.columns) {
    ColumnRule rule{column.name, column.type, {column.path}, 0};
    rule.paths.insert(rule.paths.end(), column.variants.begin(), column.variants.end());
    const auto filled = std::count_if(column.cells.begin(), column.cells.end(),
                                      [](const Cell& cell) { return cell.node != dom::kNoNode; });
    rule.support =
        static_cast<double>(filled) / static_cast<double>(std::max<size_t>(1, column.cells.size()));
    columns_.push_back(std::move(rule));
  }
}

void RegionWrapper::merge(const RegionWrapper& other) {
  for (const std::string& path : other.record_paths_) add_once(record_paths_, path);
  run_length_ = std::max(run_length_, other.run_length_);
  for (const ColumnRule& theirs : other.columns_) {
    const auto same = std::find_if(columns_.begin(), columns_.end(), [&](const ColumnRule& ours) {
      return std::find_first_of(ours.paths.begin(), ours.paths.end(), theirs.paths.begin(),
                                theirs.paths.end()) != ours.paths.end();
    });
    if (same != columns_.end()) {
      for (const std::string& path : theirs.paths) add_once(same->paths, path);
      same->support = (same->support + theirs.support) / 2;
      continue;
    }
    ColumnRule rule = theirs;
    const auto taken = [&] {
      return std::any_of(columns_.begin(), columns_.end(),
                         [&](const auto& c) { return c.name == rule.name; });
    };
    for (int n = 2; taken(); ++n) rule.name = theirs.name + "_" + std::to_string(n);
    rule.support /= 2;
    columns_.push_back(std::move(rule));
  }
}

std::vector<RecordSpan> RegionWrapper::find_records(const PageIndex& page) const {
  const dom::Document& doc = page.document();
  std::unordered_set<std::string> whole(record_paths_.begin(), record_paths_.end());
  std::unordered_set<std::string> tails;
  std::unordered_set<std::string> last_steps;
  for (const std::string& path : record_paths_) {
    tails.emplace(tail(path));
    last_steps.emplace(path.substr(path.rfind('/') + 1));
  }
  std::vector<NodeId> exact, similar;
  for (uint32_t i = 1; i < doc.size(); ++i) {
    const NodeId n{i};
    if (!page.is_content(n) || !last_steps.contains(signature_text(page, n))) continue;
    const std::string path = signature_path(page, n);
    if (whole.contains(path)) exact.push_back(n);
    if (tails.contains(std::string(tail(path)))) similar.push_back(n);
  }
  std::vector<RecordSpan> records;
  for (const NodeId n : exact.empty() ? similar : exact) {
    if (!records.empty() && index(n) < index(records.back().end)) continue;
    records.push_back(page.span(n));
  }
  for (size_t r = 0; r < records.size() && run_length_ > 1; ++r) {
    // A record of several siblings lasts until the next one begins.
    uint32_t length = 1;
    for (NodeId n = doc.next_sibling(records[r].begin); n != dom::kNoNode && length < run_length_;
         n = doc.next_sibling(n), ++length) {
      if (r + 1 < records.size() && n == records[r + 1].begin) break;
      records[r].end = doc.end(n);
    }
  }
  return records;
}

void RegionWrapper::fill_columns(const PageIndex& page, Region& region) const {
  std::unordered_map<std::string, size_t> column_of;
  for (size_t c = 0; c < columns_.size(); ++c) {
    for (const std::string& path : columns_[c].paths) column_of.emplace(path, c);
    region.columns.push_back({.name = columns_[c].name,
                              .type = columns_[c].type,
                              .origin = "wrapper",
                              .path = columns_[c].paths.front(),
                              .variants = {},
                              .cells = {}});
  }
  const auto common = std::count_if(columns_.begin(), columns_.end(), [](const ColumnRule& rule) {
    return rule.support >= kCommonSupport;
  });
  std::vector<RecordSpan> kept;
  LeafCollector leaves(page);
  for (const RecordSpan record : region.records) {
    std::vector<Cell> cells(columns_.size());
    int64_t filled = 0;
    for (Leaf& leaf : leaves.collect(record)) {
      const auto found = column_of.find(leaf_path(page, record, leaf));
      if (found == column_of.end() || cells[found->second].node != dom::kNoNode) continue;
      if (columns_[found->second].support >= kCommonSupport) ++filled;
      cells[found->second] = {leaf.node, leaf.attribute, std::move(leaf.text)};
    }
    if (2 * filled < common) continue;
    kept.push_back(record);
    for (size_t c = 0; c < columns_.size(); ++c)
      region.columns[c].cells.push_back(std::move(cells[c]));
  }
  region.records = std::move(kept);
}

Region RegionWrapper::find(const PageIndex& page) const {
  Region region;
  region.records = find_records(page);
  region.confidence = confidence_;
  region.found_by = "wrapper";
  fill_columns(page, region);
  return region;
}

model::Extraction RegionWrapper::apply(const model::Page& page) const {
  const PageIndex indexed(page.document);
  model::Extraction extraction = to_extraction(page, find(indexed));
  extraction.wrapper = "region";
  if (extraction.records.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "no node at " + record_paths_.front()});
  }
  return extraction;
}

std::vector<model::Explanation> RegionWrapper::explain(const model::Page& page, NodeId node) const {
  const PageIndex indexed(page.document);
  const Region region = find(indexed);
  const dom::Document& doc = page.document;
  std::vector<model::Explanation> explanations;
  for (size_t r = 0; r < region.records.size(); ++r) {
    if (index(node) < index(region.records[r].begin) || index(node) >= index(region.records[r].end))
      continue;
    for (const Column& column : region.columns) {
      const NodeId found = column.cells[r].node;
      if (found == dom::kNoNode || !(doc.contains(node, found) || doc.contains(found, node)))
        continue;
      explanations.push_back(
          {column.name,
           true,
           column.path,
           {"it is at " + column.path + " of record " + std::to_string(r),
            "the record begins at " + signature_path(indexed, region.records[r].begin)}});
    }
    if (explanations.empty()) {
      explanations.push_back(
          {"", false, "", {"it lies in record " + std::to_string(r) + ", but in no column"}});
    }
  }
  if (explanations.empty() && !record_paths_.empty()) {
    explanations.push_back(
        {"", false, "", {"it lies in no record: records begin at " + record_paths_.front()}});
  }
  return explanations;
}

ordered_json RegionWrapper::to_json() const {
  ordered_json columns = ordered_json::array();
  for (const ColumnRule& rule : columns_) {
    columns.push_back({{"name", rule.name},
                       {"type", model::value_type_name(rule.type)},
                       {"paths", rule.paths},
                       {"support", rule.support}});
  }
  return {{"record", {{"paths", record_paths_}, {"siblings", run_length_}}},
          {"columns", columns},
          {"confidence", confidence_}};
}

Result<std::unique_ptr<model::Wrapper>> RegionWrapper::from_json(const ordered_json& body) {
  const auto fail = [](const std::string& what) {
    return Error{ErrorCode::kInvalidArgument, "region wrapper: " + what};
  };
  const auto strings = [](const ordered_json& json) {
    return json.is_array() && !json.empty() &&
           std::all_of(json.begin(), json.end(),
                       [](const ordered_json& item) { return item.is_string(); });
  };
  const ordered_json empty;
  const auto member = [&](const ordered_json& json, const char* key) -> const ordered_json& {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && found != json.end() ? *found : empty;
  };
  std::unique_ptr<RegionWrapper> wrapper(new RegionWrapper);
  const ordered_json& record = member(body, "record");
  if (!strings(member(record, "paths"))) return fail("record.paths is not a list of paths");
  wrapper->record_paths_ = member(record, "paths").get<std::vector<std::string>>();
  if (!member(record, "siblings").is_number_unsigned())
    return fail("record.siblings is not a number");
  wrapper->run_length_ = member(record, "siblings").get<uint32_t>();
  if (!member(body, "columns").is_array()) return fail("columns is not a list");
  for (const ordered_json& json : member(body, "columns")) {
    if (!member(json, "name").is_string() || !strings(member(json, "paths")))
      return fail("a column lacks name or paths");
    if (!member(json, "type").is_string() || !member(json, "support").is_number()) {
      return fail("a column lacks type or support");
    }
    WEFT_ASSIGN(const model::ValueType type,
                model::parse_value_type(member(json, "type").get<std::string>()));
    wrapper->columns_.push_back({member(json, "name").get<std::string>(), type,
                                 member(json, "paths").get<std::vector<std::string>>(),
                                 member(json, "support").get<double>()});
  }
  if (member(body, "confidence").is_number())
    wrapper->confidence_ = member(body, "confidence").get<double>();
  return std::unique_ptr<model::Wrapper>(std::move(wrapper));
}

}  // namespace weft::mine
