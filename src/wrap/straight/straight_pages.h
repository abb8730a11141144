// Straight pages: pages whose crossed tables are put straight (dom/crossed.h), with the way back.
//
//   page                              as it is read                       what was found there
//   <tr> Oak | Elm   <tr> 20 | 30     <tr> Oak | 20   <tr> Elm | 30       tbody/tr[1]/td[2]: 20
//                                                                         is tbody/tr[2]/td[1]
//
// Whoever learns or reads records of crossed tables works on these, as on any list.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dom/crossed.h"
#include "model/label.h"
#include "model/page.h"
#include "model/record.h"

namespace weft::wrap {

class StraightPage {
 public:
  // Nothing for a page without crossed tables. REQUIRES: `page` outlives the result.
  static std::optional<StraightPage> of(const model::Page& page);

  [[nodiscard]] const model::Page& page() const { return page_; }
  // Where a node of the page is; kNoNode for the row of a crossed table, which is nowhere.
  [[nodiscard]] dom::NodeId straight(dom::NodeId n) const { return place_[dom::index(n)]; }
  // The path of a node of the page (/@name at its end) as one of the straight page; as it is when
  // it leads nowhere.
  [[nodiscard]] std::string straight_path(const std::string& path) const;
  // Takes the places of all values of a record back to the page.
  void take_back(model::Record& record) const;

 private:
  void take_back(model::Value& value) const;

  const model::Page* original_ = nullptr;
  model::Page page_;
  std::vector<dom::NodeId> origin_;  // By node of the straight page.
  std::vector<dom::NodeId> place_;   // By node of the page.
};

// Pages in order, those with crossed tables put straight, the others as they are.
class StraightPages {
 public:
  // REQUIRES: the pages outlive it.
  explicit StraightPages(const std::vector<const model::Page*>& pages);

  [[nodiscard]] const std::vector<const model::Page*>& pages() const { return pages_; }
  // Null for a page that is as it was, or is not among them.
  [[nodiscard]] const StraightPage* find(const std::string& id) const;
  // The same labels with paths on the straight pages.
  [[nodiscard]] std::vector<model::Label> labels(std::vector<model::Label> labels) const;

 private:
  std::vector<std::optional<StraightPage>> straight_;  // In order; nothing for one as it was.
  std::vector<const model::Page*> pages_;
};

}  // namespace weft::wrap
