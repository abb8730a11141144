// PageAct: what a visitor does on a page in a browser, where an address alone does not lead on.
//
//   {PageActKind::kWrite, "//input[@id='town']", "Bath"}, {PageActKind::kClick, "//button[@id='go']"}
//
// A page with acts is its address and what was done on it since: doing the same again gives the same
// page, so that it can be asked for as any other. Done by render/browser.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/enum_names.h"

namespace weft::model {

enum class PageActKind : uint8_t {
  kWrite,   // `value` into the field at `at`; of a select, the option with that value or text.
  kClick,   // What is at `at`.
  kEnter,   // The key, in the field at `at`.
  kScroll,  // To the end of the page, and of what scrolls in it.
};
std::span<const std::string_view> names_of(PageActKind);

struct PageAct {
  PageActKind kind = PageActKind::kClick;
  std::string at;     // XPath; in the first document that has it, of the page and its frames.
  std::string value;  // Of kWrite.
  // At most so often: as long as the page grows and there is something at `at`.
  uint32_t times = 1;
  bool operator==(const PageAct&) const = default;
};

// "click //button[@id='go']", one a line: equal for equal acts.
std::string acts_text(std::span<const PageAct> acts);

}  // namespace weft::model
