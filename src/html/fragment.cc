// Fragments: what innerHTML does, 13.4. The root element of the standard's algorithm is the
// document node here, so the nodes of the fragment are the children of the document.

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

void TreeBuilder::start_fragment(std::string_view context) {
  fragment_ = true;
  dom::Namespace name_space = dom::Namespace::kHtml;
  if (context.starts_with("svg ")) name_space = dom::Namespace::kSvg;
  if (context.starts_with("math ")) name_space = dom::Namespace::kMathMl;
  if (name_space != dom::Namespace::kHtml) context.remove_prefix(context.find(' ') + 1);
  const Atom name = dom::atom_of(context);

  open_.push(0, OpenElements::slot_of(a::kHtml), tag_info(a::kHtml).bits | kRangeFixed);
  if (name_space != dom::Namespace::kHtml) {
    context_bits_ = foreign_bits(name, name_space);
  } else {
    context_name_ = name;
    context_bits_ = tag_info(name).bits;
    // No end tag is appropriate here, so the closing name is empty.
    const auto read_as = [this](ContentModel model) { tokenizer_.set_content_model(model, ""); };
    if (name == a::kTitle || name == a::kTextarea) read_as(ContentModel::kRcdata);
    if (name == a::kStyle || name == a::kXmp || name == a::kIframe || name == a::kNoembed ||
        name == a::kNoframes || (name == a::kNoscript && options_.scripting)) {
      read_as(ContentModel::kRawtext);
    }
    if (name == a::kScript) read_as(ContentModel::kScriptData);
    if (name == a::kPlaintext) read_as(ContentModel::kPlaintext);
    if (name == a::kTemplate) template_modes_.push_back(Mode::kInTemplate);
    if (name == a::kForm) form_ = 0;
  }
  reset_insertion_mode();
}

}  // namespace weft::html
