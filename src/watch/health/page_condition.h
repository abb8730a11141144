// Page condition: whether a page that came back is the page that was asked for, or something in its
// place: an error, a wall, a polite lie. Nothing is judged by, or learned from, such a page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/page.h"

namespace weft::watch {

enum class PageState : uint8_t {
  kFine,
  kUnreachable,  // no answer
  kForbidden,    // robots.txt forbids it now
  kGone,         // 404 or 410
  kSoftMissing,  // "not found", said with status 200
  kError,        // 5xx and other statuses without the page; "bad gateway", said with status 200
  kBlocked,      // a bot wall, a captcha, too many requests
  kLoginWall,    // asks for a login first
  kEmpty,        // no text: built by scripts, or broken off
};
std::span<const std::string_view> names_of(PageState);  // "soft-missing"

struct PageCondition {
  PageState state = PageState::kFine;
  std::string reason;  // What showed it; empty for kFine.
};

// What is known of the page from before.
struct PageBaseline {
  uint64_t words = 0;           // Of its text; 0 when nobody knows.
  bool looks_the_same = false;  // Its structure is that of its template: phrases say nothing then.
};

// By status, then by what the page says of itself. Phrases count where they are prominent (title,
// headings) or the page has lost most of its text; English, German, French, Spanish, Italian,
// Dutch, Portuguese.
PageCondition judge_page(const model::Page& page, const PageBaseline& baseline = {});

// By status alone: kFine for one that brings the page.
PageCondition judge_status(int status);

// Words of the text of a page, as judge_page counts them.
uint64_t count_words(const dom::Document& doc);

}  // namespace weft::watch
