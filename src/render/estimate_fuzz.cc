// Any bytes as a page, and as a style sheet of it: a layout of that page.

#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "html/parser.h"
#include "render/estimate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto page = weft::html::parse(text);
  weft::render::EstimateOptions options;
  options.style_sheets = {text};
  const auto layout = weft::render::estimate_layout(page.document, options);
  WEFT_CHECK(layout.size() == page.document.size());
  for (const weft::dom::NodeId n : page.document.nodes())
    WEFT_CHECK(std::isfinite(layout.box(n).left) && std::isfinite(layout.box(n).height));
  return 0;
}
