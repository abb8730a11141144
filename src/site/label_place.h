// Places that a person points at: what is meant by them, what they are called, what is like them.
// The terminal and the studio ask here, so that both make the same labels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/enum_names.h"
#include "model/label.h"
#include "model/locate.h"
#include "model/page.h"

namespace weft::site {

// What the place says, white space folded: what Label::value and spans are about.
std::string text_at(const dom::Document& doc, const model::Occurrence& place);

// The label that names the place.
model::Label label_at(const model::Page& page, const model::Occurrence& place,
                      std::string attribute, std::string record);

// Where a label leads on its page; nothing if it leads nowhere.
std::optional<model::Occurrence> place_of(const dom::Document& doc, const model::Label& label);

// Elements at the same path but for positions, with the same class, that say something; `node`
// among them, in document order. At most `most`. In tables those of its column; of crossed ones
// among them, in document order. At most `most`. In tables those of its column; of crossed ones
// (dom/crossed.h) those of its row.
std::vector<dom::NodeId> alike(const dom::Document& doc, dom::NodeId node, size_t most = 500);

// A place as browsers name it: an element, and the part of its textContent in UTF-16 units, where
// it is not all of it.
struct BrowserPlace {
  dom::NodeId element = dom::kNoNode;
  std::optional<std::pair<uint32_t, uint32_t>> part;
};
BrowserPlace browser_place(const dom::Document& doc, const model::Occurrence& place);

// The place that a browser names. A text beside elements is a place by itself, so that pointing at
// it and drawing over it mean the same; another part grows to whole words and numbers unless
// `exact`. All of the element where the part is empty, or everything.
model::Occurrence pointed_place(const dom::Document& doc, const BrowserPlace& pointed,
                                bool exact = false);

// Which record of the page each place belongs to, by the labels there: the one with a label nearest
// to it in the tree, of equals the last that begins before it, or, where that gives more of the places a record, the
// first after it. Where some of the places stand with one record alone, those that do not are new records; two places
// of one record are two records unless most records have several. Crossed tables are put straight first. Without
// labels each place is a record of its own: "0", "1"…
std::vector<std::string> records_at(const dom::Document& doc,
                                    const std::vector<model::Label>& labels,
                                    const std::vector<dom::NodeId>& places);

// The same of one place: as it is among those alike.
std::string record_at(const dom::Document& doc, const std::vector<model::Label>& labels,
                      dom::NodeId place);

// What a person means who points at one of several places that are alike, as far as labels of other
// attributes tell: rows if these have records, a set if their record reaches beyond the places.
enum class Likes : uint8_t { kOne, kRows, kSet };
std::span<const std::string_view> names_of(Likes);
struct LikesMeant {
  Likes likes = Likes::kOne;
  bool sure = false;  // Nobody needs to be asked.
};
LikesMeant likes_meant(const dom::Document& doc, const std::vector<dom::NodeId>& alike,
                       const std::vector<model::Label>& others);

// The places of a page that can be pointed at one by one: elements with text of their own, in document order. An
// element that holds nothing else is the place; a text beside elements is a place by itself.
std::vector<dom::NodeId> lines_of(const dom::Document& doc);

// Names for what stands at a place, the best first: from its markup, the text before it, its kind.
// Letters, digits and underscores; at most four.
std::vector<std::string> proposed_names(const dom::Document& doc, const model::Occurrence& place);

}  // namespace weft::site
