#include "model/schema.h"

namespace weft::model {

const Attribute* Schema::find(std::string_view wanted) const {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == wanted) return &attribute;
  }
  return nullptr;
}

}  // namespace weft::model
