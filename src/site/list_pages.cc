// The pages of a list share a template. The fullest one shows how records begin and end, and what stands
// where in them:
//
//   page 1: twelve records, found by repetition       page 5: one record, found by its shape
//
//   1. A page is read by itself, and by the shape that was learned.
//   2. Where both find the same records, the page's own reading is as good. A further page of a list is
//      read by the shape, since it may have more adverts than records; others by whatever gives more
//      values: what one page taught must not hide what another shows.
//   3. A shape is learned if it finds most of the records whose shape it is. What it finds elsewhere
//      counts if it has most of the values that records have.
//
// Tested by list_pages_test.cc; measured by `weft-eval explore`.

#include "site/list_pages.h"

#include <algorithm>

#include "mine/columns.h"
#include "mine/mine.h"
#include "site/domain_records.h"

namespace weft::site {
namespace {

constexpr double kShapeFinds = 0.8;   // Of the records whose shape it is.
constexpr double kUsualValues = 0.6;  // Of those of a record.

double values_a_record(const mine::Region& region) {
  return static_cast<double>(values_in(region)) / static_cast<double>(region.records.size());
}

}  // namespace

size_t values_in(const mine::Region& region) {
  size_t values = 0;
  for (const mine::Column& column : region.columns) {
    values += static_cast<size_t>(
        std::count_if(column.cells.begin(), column.cells.end(),
                      [](const mine::Cell& cell) { return cell.node != dom::kNoNode; }));
  }
  return values;
}

std::optional<PageList> ListPages::read(const model::Page& page, bool goes_on) const {
  // 1.
  std::vector<mine::Region> regions;
  if (domain_ != nullptr)
    regions = mine_by_domain(page.document, *domain_, DomainMineOptions{.join_areas = true});
  else
    regions = mine::mine(page.document,
                         {.max_regions = 1, .min_confidence = mine::kPresentableConfidence});
  if (regions.empty() && !goes_on) return std::nullopt;
  std::optional<mine::Region> known = read_by_shape(page);
  // 2.
  if (known && !regions.empty() && known->records == regions[0].records)
    return PageList{std::move(regions[0]), true};
  const bool own =
      !regions.empty() && (!known || (!goes_on && values_in(*known) < values_in(regions[0])));
  if (own) return PageList{std::move(regions[0])};
  if (known) return PageList{std::move(*known), true};
  return std::nullopt;
}

// 3.
void ListPages::learn(const model::Page& page, const mine::Region& region) {
  if (region.records.size() <= like_.records.size() || !region.further.empty()) return;
  const mine::PageIndex index(page.document);
  mine::RecordShape shape = mine::shape_of(index, region.records);
  const std::vector<mine::RecordSpan> again = mine::records_of_shape(index, shape);
  const auto found = std::count_if(
      region.records.begin(), region.records.end(), [&](const mine::RecordSpan& record) {
        return std::find(again.begin(), again.end(), record) != again.end();
      });
  if (static_cast<double>(found) < kShapeFinds * static_cast<double>(region.records.size())) return;
  shape_ = std::move(shape);
  like_ = region;
}

std::optional<mine::Region> ListPages::read_by_shape(const model::Page& page) const {
  const mine::PageIndex index(page.document);
  std::vector<mine::RecordSpan> records = mine::records_of_shape(index, shape_);
  if (records.empty()) return std::nullopt;
  mine::Region region;
  if (domain_ != nullptr) {
    region = type_by_domain(index, *domain_, std::move(records), like_);
  } else {
    region.columns = mine::build_columns(index, records);
    region.records = std::move(records);
    region.found_by = like_.found_by;
    region.confidence = like_.confidence;
    if (!mine::take_names(like_, region)) return std::nullopt;
  }
  if (region.records.empty() || values_a_record(region) < kUsualValues * values_a_record(like_))
    return std::nullopt;
  return region;
}

}  // namespace weft::site
