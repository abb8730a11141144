#include "model/page.h"

#include "html/parser.h"

namespace weft::model {

Page html_page(std::string_view html, Page known, const Limits& limits) {
  known.document = html::parse(html, {.limits = limits}).document;
  return known;
}

}  // namespace weft::model
