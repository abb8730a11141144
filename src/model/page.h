// Page: a document with the facts of how it was obtained. What every stage works on.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/limits.h"
#include "dom/document.h"
#include "dom/layout.h"

namespace weft::model {

struct Page {
  std::string id;    // What outputs and labels call it: the URL, or the path it was read from.
  std::string url;   // Base for relative links; empty when nobody knows.
  int status = 200;  // HTTP status; 200 for files.
  std::string content_type;  // As sent; empty when nobody said.
  std::string fetched_at;    // ISO 8601, UTC; empty when nobody knows.
  dom::Document document;
  std::optional<dom::Layout> layout;
  Diagnostics diagnostics;
};

// The page that HTML makes, with what is known of it: html_page("<p>Hello", {.id = "a.html"}).
Page html_page(std::string_view html, Page known = {}, const Limits& limits = {});

}  // namespace weft::model
