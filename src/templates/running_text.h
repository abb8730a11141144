// Running text: what pages say in sentences is one value, however many text nodes it has.
#pragma once

#include <vector>

#include "templates/key_columns.h"
#include "templates/single_texts.h"

namespace weft::templates {

struct RunningText {
  wrap::KeyKind kind = wrap::KeyKind::kWhole;
  uint64_t key = 0;
  struct Place {
    uint32_t page;
    wrap::KeyedBlock block;
  };
  std::vector<Place> places;  // One a page.
};

struct RunningTexts {
  std::vector<RunningText> all;
  NodeFlags inside;     // Texts in them,
  NodeFlags sentences;  // of which these are in sentences.
};

// None for fewer than two pages. Idea and steps: running_text.cc.
RunningTexts find_running_texts(const KeyedPages& pages, const SingleTexts& singles);

}  // namespace weft::templates
