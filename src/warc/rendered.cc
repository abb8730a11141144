#include "warc/rendered.h"

namespace weft::warc {

Status write_rendered(Writer& writer, const RenderedRecord& page) {
  NewRecord conversion{.type = RecordType::kConversion,
                       .target_uri = page.target_uri,
                       .date = page.date,
                       .content_type = "text/html; charset=utf-8",
                       .content = page.html};
  if (!page.refers_to.empty()) conversion.extra.push_back({"WARC-Refers-To", page.refers_to});
  WEFT_ASSIGN(const Placed placed, writer.write(conversion));
  WEFT_TRY(writer.write({.type = RecordType::kMetadata,
                         .target_uri = page.target_uri,
                         .date = page.date,
                         .content_type = kLayoutType,
                         .content = page.layout,
                         .concurrent_to = placed.id}));
  return {};
}

bool is_rendered_page(const Record& record) {
  return record.type == RecordType::kConversion &&
         record.header("Content-Type").starts_with("text/html");
}

}  // namespace weft::warc
