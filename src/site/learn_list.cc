// The cells of mined lists are labels (docs/adr/0043), and brooms learn from them. Where a record has
// several optional parts of one kind, a broom may take one for the other:
//
//   <li> <a>title</a> <a>author</a> <a>3 reviews</a>        mined   link = reviews
//   <li> <a>title</a> <a>author</a>                         learned link = author
//
// What mining found says so. A column of which the wrapper gives other values than were mined is worth
// nothing on other pages:
//
//   1. Learn from all labels, run the wrapper on the same pages.
//   2. Count by column the values that mining did not find there: record by record if there are as
//      many, else among all values of the column, less those of records that are new.
//   3. Leave the labels of columns with more than a few such values out, and learn again, until
//      there are none.
//
// Tested by learn_list_test.cc.

#include "site/learn_list.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "induce/inducers.h"

namespace weft::site {
namespace {

// Of a column's cells: less than this is a cell or two of a long list.
constexpr double kWrongShare = 0.02;
constexpr int kRounds = 4;  // Each leaves columns out; more than three were never needed.

using Texts = std::map<std::string, std::multiset<std::string>, std::less<>>;  // By column.

// The values of one record as the wrapper gives them.
template <typename Use>
void for_each_value(const model::Record& record, const Use& use) {
  for (const model::Record::Field& field : record.fields) {
    if (field.value.kind == model::Value::Kind::kLeaf) use(field.name, field.value.text);
    for (const model::Value& item : field.value.items) use(field.name, item.text);
  }
}

// By column: how many values were mined, and how many others the wrapper gives.
struct Score {
  size_t mined = 0;
  size_t wrong = 0;
};

void count_wrong(const MinedList& list, const model::Extraction& found,
                 std::map<std::string, Score>& scores) {
  const std::vector<mine::Column>& columns = list.region->columns;
  const size_t rows = list.region->records.size();
  const bool aligned = found.records.size() == rows;
  Texts mined;
  for (const mine::Column& column : columns) {
    for (size_t r = 0; r < rows; ++r) {
      if (column.cells[r].node == dom::kNoNode) continue;
      const std::string where = aligned ? std::to_string(r) + " " : "";
      mined[column.name].insert(where + column.cells[r].text);
      ++scores[column.name].mined;
    }
  }
  std::map<std::string, size_t> wrong;
  for (size_t r = 0; r < found.records.size(); ++r) {
    for_each_value(found.records[r], [&](const std::string& name, const std::string& text) {
      std::multiset<std::string>& known = mined[name];
      const auto it = known.find(aligned ? std::to_string(r) + " " + text : text);
      if (it == known.end()) {
        ++wrong[name];
      } else {
        known.erase(it);
      }
    });
  }
  const size_t fresh = found.records.size() > rows ? found.records.size() - rows : 0;
  for (const auto& [name, count] : wrong) scores[name].wrong += count - std::min(count, fresh);
}

// Columns of which the wrapper gives what was not mined.
std::set<std::string> misread(const std::vector<MinedList>& lists, const model::Wrapper& wrapper) {
  std::map<std::string, Score> scores;
  for (const MinedList& list : lists) count_wrong(list, wrapper.apply(*list.page), scores);
  std::set<std::string> names;
  for (const auto& [name, score] : scores) {
    if (static_cast<double>(score.wrong) > kWrongShare * static_cast<double>(score.mined))
      names.insert(name);
  }
  return names;
}

}  // namespace

Result<LearnedList> learn_list(const std::vector<MinedList>& lists, const model::Inducer& inducer) {
  LearnedList learned;
  model::InducerInput input{.schema = &learned.schema};
  if (!lists.empty())
    learned.schema = mine::to_schema(*lists[0].region, mine::NestedOutput::kLeaveOut);
  for (const MinedList& list : lists) {
    input.pages.push_back(list.page);
    const auto labels = mine::to_labels(*list.page, *list.region);
    input.labels.insert(input.labels.end(), labels.begin(), labels.end());
  }
  std::vector<std::string> left_out;
  for (int round = 0;; ++round) {
    WEFT_ASSIGN(learned.induced, inducer ? inducer(input) : induce::induce_broom(input));
    const std::set<std::string> names = misread(lists, *learned.induced.wrapper);
    if (names.empty() || round + 1 == kRounds) break;
    std::erase_if(input.labels,
                  [&](const model::Label& label) { return names.count(label.attribute) != 0; });
    if (input.labels.empty()) break;
    left_out.insert(left_out.end(), names.begin(), names.end());
  }
  for (const std::string& name : left_out) {
    learned.induced.problems.push_back(fmt::format(
        "column {} is left out of the wrapper: its place cannot be told from its neighbours'",
        name));
  }
  std::set<std::string> given;
  for (const model::Label& label : input.labels) given.insert(label.attribute);
  std::erase_if(learned.schema.attributes,
                [&](const model::Attribute& a) { return given.count(a.name) == 0; });
  return learned;
}

}  // namespace weft::site
