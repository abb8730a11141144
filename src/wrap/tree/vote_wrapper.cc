// Voting. For each record (side_by_side finds those of the voters that belong together) and attribute:
//   1. every voter votes for its value, or for none, with its weight; values that it doubts itself
//      count less;
//   2. votes for "none" count by how often the attribute is absent on labelled pages;
//   3. the value with most votes wins; its confidence is the chance that not all who chose it
//      are wrong, times its share of the votes.
// A record that only one voter sees stands if that is the first; else two must see it.
// Tested by src/induce/combine/combine_test.cc.

#include "wrap/tree/vote_wrapper.h"

#include "base/json_fields.h"

#include <algorithm>
#include <map>

#include "wrap/kinds.h"

namespace weft::wrap {

//

namespace {

using model::Record;

// (attribute, value) of the fields of a record.
std::vector<std::pair<std::string, std::string>> keys_of(const Record& record) {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const Record::Field& field : record.fields)
    keys.emplace_back(field.name, value_key(&field.value));
  return keys;
}

}  // namespace

std::string value_key(const model::Value* value) {
  if (value == nullptr) return {};
  if (value->items.size() == 1) return value_key(&value->items[0]);
  std::string key = value->text;
  for (const model::Value& item : value->items) key += "\x1f" + value_key(&item);
  for (const Record& record : value->record) {
    for (const Record::Field& field : record.fields)
      key += "\x1e" + field.name + "\x1f" + value_key(&field.value);
  }
  return key;
}

std::vector<std::vector<const Record*>> side_by_side(
    const std::vector<model::Extraction>& extractions) {
  std::vector<std::vector<const Record*>> rows;
  for (size_t e = 0; e < extractions.size(); ++e) {
    // Which rows have a value, so that a record finds its row without trying all.
    std::map<std::pair<std::string, std::string>, std::vector<size_t>> having;
    for (size_t r = 0; r < rows.size(); ++r) {
      for (const Record* record : rows[r]) {
        if (record == nullptr) continue;
        for (auto& key : keys_of(*record)) having[std::move(key)].push_back(r);
      }
    }
    const size_t known = rows.size();
    for (const Record& record : extractions[e].records) {
      std::map<size_t, size_t> shared;
      for (const auto& key : keys_of(record)) {
        if (const auto it = having.find(key); it != having.end())
          for (const size_t r : it->second) ++shared[r];
      }
      size_t best = rows.size(), most = 0;
      for (const auto& [r, count] : shared) {
        if (count > most && rows[r][e] == nullptr) best = r, most = count;
      }
      // Pages of one record need not share a value to be about the same thing.
      if (most == 0 && known == 1 && extractions[e].records.size() == 1) best = 0;
      if (best == rows.size()) rows.emplace_back(extractions.size(), nullptr);
      rows[best][e] = &record;
    }
  }
  return rows;
}

namespace {

constexpr double kUnknownWeight = 0.5;  // Of a member that was never judged on an attribute.
// Confidences of different kinds of wrappers do not compare; only low ones say something.
constexpr double kDoubted = 0.5;
constexpr double kDoubtedVote = 0.7;
// A vote for "none" when every labelled record has the attribute.
constexpr double kLeastAbsence = 0.15;

double confidence_of(const model::Value& value) {
  if (value.items.empty()) return value.confidence;
  double sum = 0;
  for (const model::Value& item : value.items) sum += item.confidence;
  return sum / static_cast<double>(value.items.size());
}

void set_confidence(model::Value& value, double confidence) {
  value.confidence = confidence;
  for (model::Value& item : value.items) item.confidence = confidence;
}

// A choice and who made it.
struct Choice {
  std::string key;
  const model::Value* value = nullptr;
  double votes = 0;
  double all_wrong = 1;  // The chance that everybody who chose it errs.
};

}  // namespace

double VoteWrapper::weight(size_t voter, const std::string& attribute) const {
  const auto it = votes_.voters[voter].weight.find(attribute);
  return it == votes_.voters[voter].weight.end() ? kUnknownWeight : it->second;
}

void VoteWrapper::vote(const std::vector<const model::Record*>& row, const std::string& attribute,
                       model::Record& record) const {
  const auto share = votes_.share.find(attribute);
  const double absence =
      share == votes_.share.end() ? 1 : std::max(kLeastAbsence, 1 - share->second);
  std::vector<Choice> choices;
  double all_votes = 0;
  for (size_t v = 0; v < row.size(); ++v) {
    const model::Value* value = row[v] == nullptr ? nullptr : row[v]->find(attribute);
    const std::string key = value_key(value);
    auto it = std::find_if(choices.begin(), choices.end(),
                           [&](const Choice& choice) { return choice.key == key; });
    if (it == choices.end()) it = choices.insert(choices.end(), {key, value, 0, 1});
    const double trust = weight(v, attribute);
    const bool doubted = value != nullptr && confidence_of(*value) < kDoubted;
    const double votes = trust * (value == nullptr ? absence : doubted ? kDoubtedVote : 1);
    it->votes += votes;  // 1, 2
    it->all_wrong *= 1 - std::clamp(trust, 0.0, 0.999);
    all_votes += votes;
  }
  const auto best =
      std::max_element(choices.begin(), choices.end(),
                       [](const Choice& a, const Choice& b) { return a.votes < b.votes; });
  if (best == choices.end() || best->value == nullptr) return;  // 3
  model::Value value = *best->value;
  set_confidence(value, (1 - best->all_wrong) * (all_votes > 0 ? best->votes / all_votes : 1));
  record.set(attribute, std::move(value));
}

model::Extraction VoteWrapper::apply(const model::Page& page) const {
  std::vector<model::Extraction> extractions;
  for (const Voter& voter : votes_.voters) extractions.push_back(voter.wrapper->apply(page));
  model::Extraction out;
  out.page = page.id;
  for (const auto& row : side_by_side(extractions)) {
    const auto seen =
        std::count_if(row.begin(), row.end(), [](const auto* r) { return r != nullptr; });
    if (row[0] == nullptr && seen < 2 && !out.records.empty()) continue;
    model::Record record;
    record.id = std::to_string(out.records.size());
    for (const model::Record* one : row) {
      if (one == nullptr) continue;
      for (const auto& field : one->fields) {
        if (record.find(field.name) == nullptr) vote(row, field.name, record);
      }
    }
    if (!record.fields.empty()) out.records.push_back(std::move(record));
  }
  if (out.records.empty()) {
    out.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "none of the wrappers that vote finds anything on this page"});
  }
  return out;
}

std::vector<model::Explanation> VoteWrapper::explain(const model::Page& page,
                                                     dom::NodeId node) const {
  std::vector<model::Explanation> out;
  for (const Voter& voter : votes_.voters) {
    for (model::Explanation& explanation : voter.wrapper->explain(page, node)) {
      explanation.rule = std::string(voter.wrapper->kind()) + ": " + explanation.rule;
      out.push_back(std::move(explanation));
    }
  }
  return out;
}

static void describe(JsonFields& json, Voter& voter) {
  Json wrapper = json.reading() ? Json() : model::save_wrapper(*voter.wrapper);
  json.required("weights", voter.weight);
  json.required("wrapper", wrapper);
  if (json.reading()) json.take("wrapper", voter.wrapper, load_wrapper(wrapper));
}

static void describe(JsonFields& json, Votes& votes) {
  json.required("shares", votes.share);
  json.required("voters", votes.voters);
  json.check(!votes.voters.empty(), "voters", "one or more wrappers");
}

Json VoteWrapper::to_json() const { return write_json(votes_); }

Result<std::unique_ptr<model::Wrapper>> VoteWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(Votes votes, read_json<Votes>(body, "vote wrapper"));
  return std::unique_ptr<model::Wrapper>(new VoteWrapper(std::move(votes)));
}

}  // namespace weft::wrap
