// A page after its scripts, in an archive: beside the page as it was sent (docs/formats/warc.md).
#pragma once

#include <string_view>

#include "base/result.h"
#include "warc/writer.h"

namespace weft::warc {

// The type of the metadata record that holds a page's layout.
inline constexpr char kLayoutType[] = "application/vnd.weft.layout+json";
// The field of a response that is no page of its own: the page that asked for it.
inline constexpr char kPartOfField[] = "Weft-Part-Of";

struct RenderedRecord {
  std::string_view target_uri;
  std::string_view date;
  std::string_view refers_to;  // Record id of the page as it was sent; empty if there is none.
  std::string_view html;       // In UTF-8.
  std::string_view layout;     // Of the page that `html` is, in its stored form.
};

// The tree as a conversion, the layout as its metadata. Fails as Writer::write.
Status write_rendered(Writer& writer, const RenderedRecord& page);

// Whether a record is such a tree.
bool is_rendered_page(const Record& record);

}  // namespace weft::warc
