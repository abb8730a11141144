// The templates of a practice site.
#pragma once

#include <vector>

#include "practice/page_writer.h"

namespace weft::practice {

// One page of a section: `items` are those it shows.
Page list_page(const SiteContext& site, const Design& design, size_t category, size_t page_number,
               size_t page_count, const std::vector<const Item*>& items);

Page detail_page(const SiteContext& site, const Design& design, const Item& item, unsigned variant);

Page home_page(const SiteContext& site, const Design& design);
// Contact, imprint, privacy: pages without records.
Page static_page(const SiteContext& site, const Design& design, std::string_view name);

}  // namespace weft::practice
