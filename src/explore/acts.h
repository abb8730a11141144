// Acts: what a person would do on a page where no address leads on: forms that scripts send, buttons that
// load more, lists that grow at their end. And places, by which something is found again on a page.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "dom/document.h"
#include "explore/form.h"
#include "explore/pagination.h"
#include "model/page_act.h"

namespace weft::explore {

// XPaths that find elements of a page again, by what is least likely to change. `doc` must outlive it.
class Places {
 public:
  explicit Places(const dom::Document& doc);
  // Of a link or button, white space folded.
  [[nodiscard]] const std::string& text_of(dom::NodeId n) const { return texts_.at(n); }
  // `address`: the attribute that says where it leads.
  [[nodiscard]] std::string of(dom::NodeId n, dom::Atom address = dom::atoms::kHref) const;

 private:
  const dom::Document& doc_;
  std::unordered_map<dom::NodeId, std::string> texts_;  // Of links and buttons.
  std::unordered_map<std::string, size_t> counts_;      // How many have a text.
};

// What sends a form by hand: its button, the one that says "search" before others; without one, the enter
// key in its last field for text. Nothing if all it has are buttons that say something forbidden.
std::optional<model::PageAct> sending_act(const Form& form, const Places& places);

// What makes a list go on that has no address for its next page: a button for more, a link that says "next" and is a
// script, else scrolling. What adds to the page is done as long as it does.
model::PageAct next_act(const Pagination& found, const Places& places);

}  // namespace weft::explore
