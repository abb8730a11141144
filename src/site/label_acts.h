// Acts: what a person did to the labels of a site, a step each, and the labels they come to.
//
// Labels of a page are never edited. They are what its acts give, one after the other, those left
// out that were undone; so undoing is a mark, any step can be undone alone, and what was undone is
// still known:
//
//   1 label title "Kettle"   2 label price "79 €"   3 label price "65 €"   (3 undone)
//   → title "Kettle", price "79 €"
//
// An act names places as the server decided them (path, span, value), never what a browser said.
// A bundle keeps them (Bundle::add_act).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "base/json_fields.h"
#include "model/label.h"

namespace weft::site {

enum class ActKind : uint8_t {
  kLabel,    // these places, instead of those that their record and attribute had
  kAlso,     // these, besides
  kRemove,   // not these
  kRows,     // these and no others of the attribute on the page: a record each
  kSet,      // these and no others of the attribute in the record: one record, several values
  kAccept,   // as kLabel, of places that were predicted
  kReject,   // a predicted place is wrong
  kMissing,  // the page (or record) does not have the attribute
  kFinish,   // what else was predicted is right, and nothing is missing
  kReopen,   // the page is not finished after all
  kRename,   // an attribute is called `name` from here on; of all pages
};
std::span<const std::string_view> names_of(ActKind);

struct Act {
  std::string id;      // Whoever sends it chooses it: one id is one act, however often it is sent.
  int64_t number = 0;  // Place in the journal, from 1; given by the bundle.
  std::string at;      // ISO 8601, UTC; given by the bundle.
  std::string template_name;
  std::string page;  // Page::id; empty: all pages of the template.
  ActKind kind = ActKind::kLabel;
  std::string record;     // kMissing
  std::string attribute;  // kMissing, kRows, kSet, kRename
  std::string name;       // kRename
  std::vector<model::Label> labels;
  bool undone = false;
};

// All but id, number, time, template, page and `undone`: what a bundle keeps as JSON.
void describe(JsonFields& json, Act& act);

// What acts say of one page.
struct PageLabels {
  std::vector<model::Label> labels;
  std::set<std::pair<std::string, std::string>> missing;  // record, attribute
  std::vector<model::Label> rejected;
  // Attributes of which everything on the page is known, though the page is not finished.
  std::set<std::string> touched;
  // Of these, all that the page has was shown in one act, a row each.
  std::set<std::string> shown_whole;
  bool finished = false;

  [[nodiscard]] bool empty() const { return labels.empty() && missing.empty() && !finished; }
  // Whether the page is known not to have other values of the attribute.
  [[nodiscard]] bool knows(const std::string& attribute) const {
    return finished || touched.contains(attribute);
  }
  // Whether somebody said so of all its records, and not of one or two as an example.
  [[nodiscard]] bool is_whole(const std::string& attribute) const {
    return finished || shown_whole.contains(attribute);
  }
};

// The attribute that an act is about; that of its first label if it names none.
std::string attribute_of(const Act& act);

// Takes the next act of the page, or of all pages, unless it is undone.
void apply_act(PageLabels& page, const Act& act);

// The act that undoing takes back: the last that stands; that redoing brings back: the first after
// it. Null if there is none.
const Act* last_standing(const std::vector<Act>& acts);
const Act* next_undone(const std::vector<Act>& acts);

}  // namespace weft::site
