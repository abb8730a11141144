#include "site/label_acts.h"

#include <algorithm>

#include "model/label_file.h"

namespace weft::site {
namespace {

using model::Label;

bool same_value_of(const Label& a, const Label& b) {
  return a.record == b.record && a.attribute == b.attribute;
}

bool same_labelled_place(const Label& a, const Label& b) {
  return same_value_of(a, b) && a.path == b.path && a.span == b.span;
}

void add_label(PageLabels& page, const Label& label) {
  page.missing.erase({label.record, label.attribute});
  std::erase_if(page.rejected, [&](const Label& one) { return same_labelled_place(one, label); });
  std::erase_if(page.labels, [&](const Label& one) { return same_labelled_place(one, label); });
  page.labels.push_back(label);
  page.touched.insert(label.attribute);
}

void erase_attribute(PageLabels& page, const std::string& attribute, const std::string* record) {
  std::erase_if(page.labels, [&](const Label& one) {
    return one.attribute == attribute && (record == nullptr || one.record == *record);
  });
}

void rename(PageLabels& page, const std::string& from, const std::string& to) {
  for (auto* labels : {&page.labels, &page.rejected}) {
    for (Label& label : *labels) {
      if (label.attribute == from) label.attribute = to;
    }
  }
  std::set<std::pair<std::string, std::string>> missing;
  for (const auto& [record, attribute] : page.missing)
    missing.insert({record, attribute == from ? to : attribute});
  page.missing = std::move(missing);
  for (auto* names : {&page.touched, &page.shown_whole}) {
    if (names->erase(from) != 0) names->insert(to);
  }
}

}  // namespace

std::span<const std::string_view> names_of(ActKind) {
  static constexpr std::string_view kNames[] = {"label",  "also",   "remove", "rows",
                                                "set",    "accept", "reject", "missing",
                                                "finish", "reopen", "rename"};
  return kNames;
}

void describe(JsonFields& json, Act& act) {
  json.required("op", act.kind);
  json.optional("record", act.record);
  json.optional("attribute", act.attribute);
  json.optional("name", act.name);
  json.optional("labels", act.labels);
}

std::string attribute_of(const Act& act) {
  if (!act.attribute.empty() || act.labels.empty()) return act.attribute;
  return act.labels.front().attribute;
}

void apply_act(PageLabels& page, const Act& act) {
  if (act.undone) return;
  switch (act.kind) {
    case ActKind::kLabel:
    case ActKind::kAccept:
      for (const Label& label : act.labels) {
        std::erase_if(page.labels, [&](const Label& one) { return same_value_of(one, label); });
      }
      for (const Label& label : act.labels) add_label(page, label);
      break;
    case ActKind::kRows:
      erase_attribute(page, act.attribute, nullptr);
      page.shown_whole.insert(act.attribute);
      [[fallthrough]];
    case ActKind::kSet:
      if (act.kind == ActKind::kSet) erase_attribute(page, act.attribute, &act.record);
      [[fallthrough]];
    case ActKind::kAlso:
      for (const Label& label : act.labels) add_label(page, label);
      break;
    case ActKind::kRemove:
      for (const Label& label : act.labels) {
        std::erase_if(page.labels,
                      [&](const Label& one) { return same_labelled_place(one, label); });
        const bool left =
            std::any_of(page.labels.begin(), page.labels.end(),
                        [&](const Label& one) { return one.attribute == label.attribute; });
        if (left) continue;
        page.touched.erase(label.attribute);
        page.shown_whole.erase(label.attribute);
      }
      break;
    case ActKind::kReject:
      for (const Label& label : act.labels) {
        std::erase_if(page.labels,
                      [&](const Label& one) { return same_labelled_place(one, label); });
        page.rejected.push_back(label);
      }
      break;
    case ActKind::kMissing:
      erase_attribute(page, act.attribute, &act.record);
      page.missing.insert({act.record, act.attribute});
      page.touched.insert(act.attribute);
      break;
    case ActKind::kFinish:
      for (const Label& label : act.labels) add_label(page, label);
      page.finished = true;
      break;
    case ActKind::kReopen:
      page.finished = false;
      break;
    case ActKind::kRename:
      rename(page, act.attribute, act.name);
      break;
  }
}

const Act* last_standing(const std::vector<Act>& acts) {
  const auto it =
      std::find_if(acts.rbegin(), acts.rend(), [](const Act& act) { return !act.undone; });
  return it == acts.rend() ? nullptr : &*it;
}

const Act* next_undone(const std::vector<Act>& acts) {
  const Act* last = last_standing(acts);
  const size_t next = last == nullptr ? 0 : static_cast<size_t>(last - acts.data()) + 1;
  return next < acts.size() ? &acts[next] : nullptr;
}

}  // namespace weft::site
