#include "mine/record_text.h"

#include "base/strings.h"

namespace weft::mine {
namespace {

namespace atoms = dom::atoms;
using dom::index;
using dom::NodeId;

bool is_skipped(dom::Atom name) {
  return name == atoms::kScript || name == atoms::kStyle || name == atoms::kNoscript ||
         name == atoms::kTemplate || name == atoms::kSelect || name == atoms::kTextarea;
}

// Marks inside a word or phrase: no space where they begin and end.
bool joins(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kMark || name == atoms::kU || name == atoms::kSub || name == atoms::kSup ||
         name == atoms::kWbr || name == atoms::kFont;
}

}  // namespace

std::string record_text(const dom::Document& doc, RecordSpan record) {
  std::string text;
  NodeId previous = dom::kNoNode;
  for (uint32_t i = index(record.begin); i < index(record.end);) {
    const NodeId n{i};
    if (doc.is_element(n) && is_skipped(doc.name(n))) {
      i = index(doc.end(n));
      continue;
    }
    if (doc.is_element(n) && !joins(doc.name(n))) text += ' ';
    if (doc.is_text(n)) {
      // An element other than an inline mark ended between the previous text and this one.
      for (NodeId up = previous; up != dom::kNoNode && !doc.contains(up, n); up = doc.parent(up)) {
        if (doc.is_element(up) && !joins(doc.name(up))) {
          text += ' ';
          break;
        }
      }
      text += doc.text(n);
      previous = n;
    }
    ++i;
  }
  return normalize_space(text);
}

std::vector<std::string> record_texts(const dom::Document& doc, const Region& region) {
  std::vector<std::string> texts;
  for (size_t r = 0; r < region.records.size(); ++r) {
    texts.push_back(record_text(doc, region.records[r]));
    if (region.further.empty()) continue;
    for (const RecordSpan part : region.further[r]) texts.back() += " " + record_text(doc, part);
    texts.back() = normalize_space(texts.back());
  }
  return texts;
}

}  // namespace weft::mine
