// Any page, any boxes: fields of people are read without harm.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "html/parser.h"
#include "read/email.h"
#include "read/person.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read::find_emails(bytes);
  model::Page page;
  page.url = "http://www.example.org/~ann/";
  page.document = html::parse(bytes).document;
  dom::Layout layout(page.document);
  // Boxes that nest as the tree does, or do not, as the bytes say.
  uint32_t number = 0;
  for (const dom::NodeId n : page.document.nodes()) {
    const auto depth = static_cast<float>(page.document.depth(n));
    const auto shift = size == 0 ? 0.0F : static_cast<float>(data[number++ % size] % 7);
    layout.set_box(n, {depth + shift, depth + shift, 1000 - 2 * depth, 1000 - 2 * depth});
    layout.set_visible(n, shift < 6);
  }
  for (const read::PersonMethod method : {read::PersonMethod::kWeft, read::PersonMethod::kZheng})
    read::person_json(page, read::read_person(page, layout, method));
  return 0;
}
