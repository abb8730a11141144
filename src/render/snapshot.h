// A browser's snapshot of a page (DOMSnapshot.captureSnapshot) as our Document and Layout.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/json.h"
#include "base/result.h"
#include "dom/document.h"
#include "dom/layout.h"

namespace weft::render {

// The computed styles that a snapshot must have, in this order.
std::span<const std::string_view> snapshot_styles();

struct SnapshotOptions {
  bool scripts = true;             // Whether scripts ran: then <noscript> is nobody's to read.
  uint32_t max_nodes = 1'000'000;  // The rest is left out, with a diagnostic.
};

// A page as it was drawn. The document is what our parser makes of `html`, so whoever stores `html`
// and the layout has all of it.
struct DrawnPage {
  std::string html;
  dom::Document document;
  dom::Layout layout;
  Diagnostics diagnostics;
};

// Shadow trees stand in their hosts as they are drawn, the host's children in the slots that take
// them; the content of a frame follows its <iframe> in an element <weft-frame>. Fails with
// kInvalidArgument if it is no snapshot. Time and memory: linear.
Result<DrawnPage> read_snapshot(const Json& captured, const SnapshotOptions& options = {});

}  // namespace weft::render
