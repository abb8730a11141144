#include "eval/records_truth.h"

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "eval/metrics/text.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

// How fields are compared: as words. The truth went through a spreadsheet, which wrote 02/24/2017 as
// 2/24/2017, so zeros before a number do not count.
std::vector<std::string> field_words(std::string_view text) {
  std::vector<std::string> words = word_tokens(text);
  for (std::string& word : words) {
    const size_t zeros = std::min(word.find_first_not_of('0'), word.size() - 1);
    if (std::all_of(word.begin(), word.end(), is_ascii_digit)) word.erase(0, zeros);
  }
  return words;
}

// The list of a template with most texts on a page, as a region: a column a field, nested lists left out.
mine::Region largest_list(const model::Extraction& extraction) {
  mine::Region region;
  size_t most = 0;
  for (const model::Record& record : extraction.records) {
    for (const model::Record::Field& field : record.fields) {
      mine::Region list;
      size_t texts = 0;
      std::map<std::string, size_t> column_of;
      for (size_t r = 0; r < field.value.items.size(); ++r) {
        if (field.value.items[r].kind != model::Value::Kind::kRecord) continue;
        for (const model::Record::Field& part : field.value.items[r].record[0].fields) {
          if (part.value.kind != model::Value::Kind::kLeaf) continue;
          const auto [it, fresh] = column_of.try_emplace(part.name, list.columns.size());
          if (fresh) list.columns.emplace_back().cells.resize(field.value.items.size());
          list.columns[it->second].cells[r].text = part.value.text;
          ++texts;
        }
      }
      if (texts <= most) continue;
      most = texts;
      list.records.resize(field.value.items.size());
      region = std::move(list);
    }
  }
  return region;
}

}  // namespace

std::vector<TruthRecord> truth_records(const RecordsPage& page) {
  std::vector<TruthRecord> truth;
  for (const auto& row : page.rows) {
    std::string text;
    for (const std::string& field : row) text += field + " ";
    truth.push_back({text, row.front()});
  }
  return truth;
}

Counts match_fields(const mine::Region& region, const RecordsPage& page,
                    const RecordSetMatch& match) {
  size_t fields = 0;
  for (const auto& row : page.rows) fields = std::max(fields, row.size());
  std::map<std::pair<size_t, size_t>, uint64_t> equal;  // (field, column) → equal cells
  Counts counts;
  std::vector<std::vector<std::vector<std::string>>> cells(region.records.size());
  for (size_t r = 0; r < region.records.size(); ++r) {
    if (match.truth_of[r] < 0) continue;
    const auto& row = page.rows[static_cast<size_t>(match.truth_of[r])];
    std::vector<std::vector<std::string>> found;
    for (const mine::Column& column : region.columns)
      found.push_back(field_words(column.cells[r].text));
    for (size_t f = 0; f < row.size(); ++f) {
      const auto wanted = field_words(unescape_entities(row[f]));
      if (wanted.empty()) continue;
      ++counts.truth;
      for (size_t c = 0; c < found.size(); ++c) equal[{f, c}] += found[c] == wanted ? 1 : 0;
    }
  }
  std::vector<std::pair<uint64_t, std::pair<size_t, size_t>>> order;
  for (const auto& [pair, count] : equal) order.emplace_back(count, pair);
  std::sort(order.rbegin(), order.rend());
  std::vector<bool> field_taken(fields, false), column_taken(region.columns.size(), false);
  for (const auto& [count, pair] : order) {
    const auto [f, c] = pair;
    if (count == 0 || field_taken[f] || column_taken[c]) continue;
    field_taken[f] = column_taken[c] = true;
    counts.correct += count;
    for (size_t r = 0; r < region.records.size(); ++r) {
      if (match.truth_of[r] >= 0 && !region.columns[c].cells[r].text.empty()) ++counts.found;
    }
  }
  return counts;
}

Result<TemplateLists> judge_template_lists(const std::vector<RecordsPage>& pages,
                                           const templates::TemplateMethod& method,
                                           TemplatePages given, const Limits& limits) {
  TemplateLists out;
  for (size_t begin = 0, end = 0; begin < pages.size(); begin = end) {
    std::vector<model::Page> site;
    for (end = begin; end < pages.size() && pages[end].site == pages[begin].site; ++end) {
      WEFT_ASSIGN(const std::string html, read_file(pages[end].html));
      site.emplace_back().document = html::parse(html, {.limits = limits}).document;
    }
    std::vector<const model::Page*> together = pointers_to(site);
    auto found = method(together);
    for (size_t i = 0; i < site.size(); ++i) {
      if (given == TemplatePages::kOne) found = method({&site[i]});
      mine::Region region;
      if (found.ok()) region = largest_list(found->wrapper->apply(site[i]));
      out.pages_without_list += region.records.empty() ? 1 : 0;
      std::vector<std::string> texts(region.records.size());
      for (const mine::Column& column : region.columns) {
        for (size_t r = 0; r < texts.size(); ++r) texts[r] += column.cells[r].text + " ";
      }
      const RecordsPage& page = pages[begin + i];
      const RecordSetMatch match = match_record_set(texts, truth_records(page));
      out.records.add(match);
      out.fields += match_fields(region, page, match);
    }
  }
  return out;
}

}  // namespace weft::eval
