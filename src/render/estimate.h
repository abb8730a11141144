// The layout of a page without a browser: an estimate from tags, attributes and style sheets.
//
//   page.layout = estimate_layout(page.document);
//
// It knows what is visible, how large and bold text is, and in which column it stands, nearly as the
// browser does (weft eval layout). Its boxes are a flow model's: columns and order are right more often
// than sizes, and heights are guesses. Two hundred times as fast as a browser.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/layout.h"

namespace weft::render {

struct EstimateOptions {
  float width = 1366;    // Of the window.
  bool scripts = false;  // Whether scripts would run: then <noscript> is hidden.
  // Style sheets that the page links to, in their order, where they are stored. Those in <style> are
  // read from the page.
  std::vector<std::string_view> style_sheets;
};

// Never fails. Time: linear in nodes, text and style sheets, times the rules that look at a node.
dom::Layout estimate_layout(const dom::Document& doc, const EstimateOptions& options = {});

}  // namespace weft::render
