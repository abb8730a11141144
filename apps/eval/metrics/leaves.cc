#include "eval/metrics/leaves.h"

#include <algorithm>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

using Json = nlohmann::ordered_json;

std::string comparable_leaf(std::string_view text, LeafComparison comparison) {
  if (comparison == LeafComparison::kExact) return ascii_lower(comparable_value(text));
  return fmt::format("{}", fmt::join(word_tokens(unescape_entities(text)), " "));
}

std::string scalar_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_leaf(const std::string& path, std::string_view text, const LeafOptions& options,
              FlatRecord& leaves) {
  std::string value = comparable_leaf(text, options.comparison);
  if (value.empty()) return;
  leaves.emplace_back(options.ignore_names ? std::string() : path, std::move(value));
}

std::string join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

// An explicit stack: nesting comes from a file.
struct Visit {
  std::string path;
  const Json* value;
};

struct ValueVisit {
  std::string path;
  const model::Value* value;
};

}  // namespace

FlatRecord flatten(const Json& record, const LeafOptions& options) {
  FlatRecord leaves;
  std::vector<Visit> stack = {{"", &record}};
  while (!stack.empty() && leaves.size() < options.max_leaves) {
    const Visit visit = std::move(stack.back());
    stack.pop_back();
    const size_t before = stack.size();
    if (visit.value->is_object()) {
      for (const auto& [name, value] : visit.value->items())
        stack.push_back({join(visit.path, name), &value});
    } else if (visit.value->is_array()) {
      for (const auto& value : *visit.value) stack.push_back({visit.path, &value});
    } else if (!visit.value->is_null()) {
      add_leaf(visit.path, scalar_text(*visit.value), options, leaves);
    }
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(before), stack.end());
  }
  return leaves;
}

FlatRecord flatten(const model::Record& record, const LeafOptions& options) {
  FlatRecord leaves;
  std::vector<ValueVisit> stack;
  const auto push_fields = [&](const std::string& path, const model::Record& fields) {
    for (auto field = fields.fields.rbegin(); field != fields.fields.rend(); ++field) {
      stack.push_back({join(path, field->name), &field->value});
    }
  };
  push_fields("", record);
  while (!stack.empty() && leaves.size() < options.max_leaves) {
    const ValueVisit visit = std::move(stack.back());
    stack.pop_back();
    switch (visit.value->kind) {
      case model::Value::Kind::kLeaf:
        add_leaf(visit.path, visit.value->text, options, leaves);
        break;
      case model::Value::Kind::kRecord:
        for (const auto& nested : visit.value->record) push_fields(visit.path, nested);
        break;
      case model::Value::Kind::kList:
        for (auto item = visit.value->items.rbegin(); item != visit.value->items.rend(); ++item) {
          stack.push_back({visit.path, &*item});
        }
        break;
    }
  }
  return leaves;
}

std::vector<FlatRecord> flatten_all(const Json& value, const LeafOptions& options) {
  std::vector<FlatRecord> records;
  if (value.is_array()) {
    for (const auto& record : value) records.push_back(flatten(record, options));
  } else if (!value.is_null()) {
    records.push_back(flatten(value, options));
  }
  return records;
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
