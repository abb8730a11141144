// The text of PDF documents, through poppler.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "crawl/plan/document_text.h"

namespace weft::crawl {

struct PdfLimits {
  uint32_t max_pages = 200;                 // Text of further pages is left out.
  uint64_t max_text = uint64_t{8} << 20;    // Bytes.
  uint64_t max_memory = uint64_t{1} << 30;  // Bytes beyond what the process has.
  uint32_t max_seconds = 20;                // CPU time.
};

// Reads in a process of its own, since documents from the web may crash or exhaust any PDF reader.
// Fails with kInvalidArgument (not a PDF, or locked), kLimitExceeded (time or memory), kIo.
Result<DocumentText> pdf_text(std::string_view bytes, const PdfLimits& limits = {});

}  // namespace weft::crawl
