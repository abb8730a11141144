// The text of documents that crawls find, and whether they are academic papers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::crawl {

struct DocumentText {
  std::string text;    // UTF-8, pages separated by form feeds
  uint32_t pages = 0;  // of the document; the text may be of fewer
};

struct PdfLimits {
  uint32_t max_pages = 200;                 // Text of further pages is left out.
  uint64_t max_text = uint64_t{8} << 20;    // Bytes.
  uint64_t max_memory = uint64_t{1} << 30;  // Bytes beyond what the process has.
  uint32_t max_seconds = 20;                // CPU time.
};

// PDF, through poppler. Reads in a process of its own, since documents from the web may crash or
// exhaust any PDF reader. Fails with kInvalidArgument (not a PDF, or locked), kLimitExceeded (time
// or memory), kIo.
Result<DocumentText> pdf_text(std::string_view bytes, const PdfLimits& limits = {});

// Whether the bytes begin as PostScript does, possibly after a printer's job control.
bool is_postscript(std::string_view bytes);
// PostScript, without running it: one pass, linear in the bytes, without recursion; text beyond
// `max_text` bytes is left out. Fails with kInvalidArgument if it is no PostScript.
Result<DocumentText> ps_text(std::string_view bytes, uint64_t max_text = uint64_t{8} << 20);

struct PaperVerdict {
  bool paper = false;
  std::string_view reason;  // Which rule decided.
};
// The rules of [Zheng] 5.3.2, over a document's URL, its text and its number of pages.
PaperVerdict classify_paper(std::string_view url, std::string_view text, uint32_t pages);

}  // namespace weft::crawl
