// The text of PostScript documents, without running them.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "crawl/plan/document_text.h"

namespace weft::crawl {

// Whether the bytes begin as PostScript does, possibly after a printer's job control.
bool is_postscript(std::string_view bytes);

// One pass, linear in the bytes, without recursion; text beyond `max_text` bytes is left out. Fails
// with kInvalidArgument if it is no PostScript.
Result<DocumentText> ps_text(std::string_view bytes, uint64_t max_text = uint64_t{8} << 20);

}  // namespace weft::crawl
