#include "induce/label_places.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"

namespace weft::induce {
namespace {

using model::Label;
using model::Occurrence;

// The node of a label's path, with the attribute and span it names.
Result<Occurrence> resolve(const dom::Document& doc, const Label& label) {
  Occurrence occurrence{.span = label.span};
  std::string_view path = label.path;
  if (const size_t at = path.rfind("/@"); at != std::string_view::npos) {
    occurrence.attribute = path.substr(at + 2);
    path = path.substr(0, at);
  }
  WEFT_ASSIGN(occurrence.node, dom::resolve_indexed_path(doc, path));
  if (!occurrence.attribute.empty()) return occurrence;
  // An element with a single text in it is that text.
  const std::string text = dom::value_text(doc, occurrence.node);
  if (doc.is_element(occurrence.node)) {
    for (const dom::NodeId n : doc.descendants(occurrence.node)) {
      if (!doc.is_text(n) || normalize_space(doc.text(n)) != text) continue;
      occurrence.named = occurrence.node;
      occurrence.node = n;
      break;
    }
  }
  const std::string wanted = normalize_space(label.value);
  if (!occurrence.span && !wanted.empty() && wanted != text &&
      wanted != dom::normalized_text(doc, occurrence.node)) {
    const size_t at = text.find(wanted);
    if (at == std::string::npos) {
      return Error{ErrorCode::kNotFound, fmt::format("the label says \"{}\", the page says \"{}\"",
                                                     wanted, text.substr(0, 80))};
    }
    occurrence.span =
        model::TextSpan{static_cast<uint32_t>(at), static_cast<uint32_t>(at + wanted.size())};
  }
  if (occurrence.span &&
      (occurrence.span->end > text.size() || occurrence.span->begin >= occurrence.span->end)) {
    return Error{ErrorCode::kNotFound, fmt::format("span {} to {} is outside the text",
                                                   occurrence.span->begin, occurrence.span->end)};
  }
  return occurrence;
}

bool is_certain(const Label& label) {
  return label.source == model::LabelSource::kPerson || label.source == model::LabelSource::kTruth;
}

std::string name_of(const Label& label) {
  return fmt::format("label {} of {}{}", label.attribute, label.page,
                     label.path.empty() ? "" : " at " + label.path);
}

}  // namespace

bool has_lists(const std::vector<Label>& labels) {
  std::map<std::string_view, std::string> records;
  return std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
    const auto [it, first] = records.try_emplace(label.page, outer_record(label.record));
    return it->second != outer_record(label.record);
  });
}

Result<Places> place_labels(const std::vector<const model::Page*>& pages,
                            const std::vector<Label>& labels) {
  std::map<std::string_view, uint32_t> page_index;
  for (uint32_t p = 0; p < pages.size(); ++p) page_index.emplace(pages[p]->id, p);
  Places places;
  std::map<std::tuple<uint32_t, std::string, std::string, std::string>, size_t> known;
  for (size_t l = 0; l < labels.size(); ++l) {
    const Label& label = labels[l];
    const auto page = page_index.find(label.page);
    if (page == page_index.end()) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("{}: no such page in the sample; add it, or correct the label's page",
                      name_of(label))};
    }
    if (is_decline(label)) {
      places.declined.emplace(page->second, label.attribute);
      continue;
    }
    const dom::Document& doc = pages[page->second]->document;
    std::vector<Occurrence> found;
    if (label.path.empty()) {
      found = model::locate(doc, label.value, {.attributes = true});
      if (found.empty())
        places.problems.push_back(
            fmt::format("{}: \"{}\" is nowhere on the page", name_of(label), label.value));
    } else if (auto occurrence = resolve(doc, label); occurrence.ok()) {
      found.push_back(*occurrence);
    } else {
      places.problems.push_back(fmt::format("{}: {}", name_of(label), occurrence.error().message));
    }
    const std::string value =
        found.empty() ? normalize_space(label.value) : value_at(doc, found.front());
    const auto [it, fresh] = known.try_emplace({page->second, label.record, label.attribute, value},
                                               places.labels.size());
    if (fresh)
      places.labels.push_back(
          {page->second, label.record, label.attribute, {value, {}}, false, {}});
    PlacedLabel& placed = places.labels[it->second];
    placed.certain |= is_certain(label);
    placed.given.push_back(l);
    auto& occurrences = placed.value.occurrences;
    occurrences.insert(occurrences.end(), found.begin(), found.end());
  }
  if (places.labels.empty() && !labels.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "all labels say that pages lack an attribute: label a value of at least one page"};
  return places;
}

}  // namespace weft::induce
