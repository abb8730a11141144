#include "dom/element_traits.h"

namespace weft::dom {
namespace {

bool is_html_element(const Document& doc, NodeId n) {
  return doc.is_element(n) && doc.name_space(n) == Namespace::kHtml;
}

}  // namespace

bool serializes_as_void(const Document& doc, NodeId n) {
  if (!is_html_element(doc, n)) return false;
  switch (static_cast<uint32_t>(doc.name(n))) {
    case atoms::kAreaIndex:
    case atoms::kBaseIndex:
    case atoms::kBrIndex:
    case atoms::kColIndex:
    case atoms::kEmbedIndex:
    case atoms::kHrIndex:
    case atoms::kImgIndex:
    case atoms::kInputIndex:
    case atoms::kLinkIndex:
    case atoms::kMetaIndex:
    case atoms::kSourceIndex:
    case atoms::kTrackIndex:
    case atoms::kWbrIndex:
    case atoms::kBasefontIndex:
    case atoms::kBgsoundIndex:
    case atoms::kFrameIndex:
    case atoms::kKeygenIndex:
    case atoms::kParamIndex:
      return true;
    default:
      return false;
  }
}

bool holds_raw_text(const Document& doc, NodeId n) {
  if (!is_html_element(doc, n)) return false;
  switch (static_cast<uint32_t>(doc.name(n))) {
    case atoms::kStyleIndex:
    case atoms::kScriptIndex:
    case atoms::kXmpIndex:
    case atoms::kIframeIndex:
    case atoms::kNoembedIndex:
    case atoms::kNoframesIndex:
    case atoms::kPlaintextIndex:
      return true;
    default:
      return false;
  }
}

}  // namespace weft::dom
