// The columns of a template with what they say on pages: what a person looks at to name them, and
// what columns of several sites are compared by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/page.h"
#include "model/schema.h"
#include "model/wrapper.h"

namespace weft::templates {

struct ColumnText {
  uint32_t page = 0;  // Of the pages given.
  std::string text;
  std::string path;  // Where it stands: dom::indexed_path.
};

struct ColumnTexts {
  std::string name;  // Nested ones by dots: offers.price.
  model::ValueType type = model::ValueType::kText;
  std::vector<ColumnText> texts;  // Page by page, as they stand there.
  uint32_t pages = 0;             // That have it.

  // The type that nearly all texts have as a whole.
  [[nodiscard]] model::ValueType text_type() const;
  // At most so many different texts, the first ones.
  [[nodiscard]] std::vector<std::string_view> examples(size_t most) const;
};

// The basic columns of the schema, in its order, each with its texts on these pages.
std::vector<ColumnTexts> column_table(const model::Wrapper& wrapper, const model::Schema& schema,
                                      const std::vector<const model::Page*>& pages);

}  // namespace weft::templates
