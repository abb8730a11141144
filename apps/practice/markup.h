// Markup: writes HTML the way the design says, untidily where it says so.
//
//   html.open("li", "record").leaf("span", "price", "10 €").close("li");
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "practice/design.h"

namespace weft::practice {

struct Attr {
  std::string_view name;
  std::string_view value;
};

class Markup {
 public:
  // REQUIRES: `design` outlives this.
  explicit Markup(const Design& design) : design_(design) {}

  // An element; its class and style follow from the role.
  Markup& open(std::string_view tag, std::string_view role = "",
               std::initializer_list<Attr> attributes = {});
  // The end tag, unless HTML lets the design leave it out.
  Markup& close(std::string_view tag);
  // open, text, close.
  Markup& leaf(std::string_view tag, std::string_view role, std::string_view text,
               std::initializer_list<Attr> attributes = {});
  // Escaped.
  Markup& text(std::string_view text);
  // As it is.
  Markup& raw(std::string_view html);

  // Bytes written so far.
  [[nodiscard]] size_t size() const { return out_.size(); }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void attribute(std::string_view name, std::string_view value);
  void tag_name(std::string_view tag);

  const Design& design_;
  std::string out_;
};

}  // namespace weft::practice
