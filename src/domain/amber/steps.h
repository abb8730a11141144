// The steps of AMBER, in their order. For this room only.
#pragma once

#include <cstdint>
#include <vector>

#include "domain/amber/marked_page.h"
#include "domain/amber/result_page.h"

namespace weft::domain::amber {

// Pivot nodes that stand alike, Definition 6: one data area.
struct PivotSet {
  dom::NodeId root = dom::kNoNode;
  std::vector<dom::NodeId> pivots;
};

// Algorithm 1 (data_areas.cc). `pivots` are elements in document order. *complete becomes false when
// a bound was reached.
std::vector<PivotSet> identify_areas(const dom::Document& doc,
                                     const std::vector<dom::NodeId>& pivots,
                                     const Parameters& parameters, bool* complete = nullptr);

// Algorithm 2 (segmentation.cc): nodes of one level, in document order, cut into records. Valid
// records alone are given, in document order.
std::vector<Record> segment_level(const MarkedPage& page, const std::vector<dom::NodeId>& pivots,
                                  const std::vector<dom::NodeId>& level,
                                  const Parameters& parameters);

// Algorithm 3 (segmentation.cc).
std::vector<Record> segment_area(const MarkedPage& page, const PivotSet& area,
                                 const Parameters& parameters);

// Section 4.6 (visual_attributes.cc): title, description, picture and link of each record, at most
// one each, as marks.
std::vector<Mark> find_visual_attributes(const MarkedPage& page,
                                         const std::vector<Record>& records);

// Algorithm 4 (alignment.cc). `visual` are further marks, in document order.
std::vector<Attribute> align_attributes(const MarkedPage& page, const std::vector<Record>& records,
                                        const std::vector<Mark>& visual,
                                        const Parameters& parameters);

}  // namespace weft::domain::amber
