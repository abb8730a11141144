#include "dom/storage.h"

namespace weft::dom {

void Storage::reserve_nodes(uint32_t wanted) {
  if (wanted <= capacity) return;
  const auto bigger = static_cast<uint32_t>(std::max<uint64_t>(wanted, uint64_t{capacity} * 2));
  parent.grow(size, bigger);
  end.grow(size, bigger);
  depth.grow(size, bigger);
  name.grow(size, bigger);
  kind.grow(size, bigger);
  payload.grow(size, bigger);
  payload_size.grow(size, bigger);
  source_begin.grow(size, bigger);
  source_end.grow(size, bigger);
  capacity = bigger;
}

void Storage::reserve_attributes(uint32_t wanted) {
  if (wanted <= attribute_capacity) return;
  const auto bigger =
      static_cast<uint32_t>(std::max<uint64_t>(wanted, uint64_t{attribute_capacity} * 2));
  attributes.grow(attribute_count, bigger);
  attribute_capacity = bigger;
}

void Storage::clear() {
  size = 0;
  attribute_count = 0;
  arena.clear();
  unknown_names.clear();
}

}  // namespace weft::dom
