// Tokenizer: bytes to tokens, as in section 13.2.5 of the standard.
//
// The eighty states of the standard are folded into one function per construct: a text run, a tag
// with its attributes, a comment, a doctype. Each scans ahead for the few bytes that matter, so a
// token usually costs one look at each sixteen bytes. Attributes are written straight to the end of
// Storage::attributes; strings are views of the source unless a character reference, a carriage
// return or U+0000 makes them differ from it.
//
//   Tokenizer tokenizer(storage, names, limits);
//   tokenizer.start(bytes);
//   while (tokenizer.next() != TokenKind::kEndOfFile) use(tokenizer.token());
//
// Ownership: borrows the source and the storage.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dom/storage.h"
#include "html/attribute_set.h"
#include "html/character_class.h"
#include "html/names.h"
#include "html/references.h"
#include "html/scan.h"
#include "html/token.h"

namespace weft::html {

class Tokenizer {
 public:
  Tokenizer(dom::Storage& storage, NameTable& names, uint32_t max_attributes)
      : storage_(storage), names_(names), max_attributes_(max_attributes) {}

  // REQUIRES: source.size() < 2^31.
  void start(std::string_view source);

  // Reads the next token. Adjacent text may come in several tokens. An unfinished tag at the end of
  // the input is dropped, as the standard says.
  TokenKind next();

  // What comes next, where one look tells; kOther for the rest, and near the end of the input.
  enum class Ahead : uint8_t { kText, kStartTag, kEndTag, kOther };
  [[nodiscard]] Ahead ahead() const;
  // The same as next() for what ahead() sees, to be compiled into the loop over tokens
  // (tag_scanner.h). A start tag that does not end before the input does gives false; an end tag is
  // read if it is "</name>" for the known name of that index, and left alone otherwise.
  void read_text();
  bool read_start_tag();
  bool read_end_tag(uint32_t known_name);

  // What was read. Tree construction may shorten a text token that it has used in part.
  [[nodiscard]] Token& token() { return token_; }
  [[nodiscard]] const Token& token() const { return token_; }

  // How to read on. `closing` is the name, in lower case, whose end tag ends kRcdata,
  // kRawtext and kScriptData.
  void set_content_model(ContentModel model, std::string_view closing) {
    model_ = model;
    closing_ = closing;
  }
  // Whether "<![CDATA[" starts a CDATA section: true inside SVG and MathML.
  void set_cdata_allowed(bool allowed) { cdata_allowed_ = allowed; }

  // Attributes dropped because of the limit, in the whole input.
  [[nodiscard]] uint64_t dropped_attributes() const { return dropped_attributes_; }
  [[nodiscard]] uint32_t position() const { return offset(p_); }
  [[nodiscard]] std::string_view view(dom::StringRef text) const {
    return (text.offset & dom::kArenaBit) == 0
               ? std::string_view(base_ + text.offset, text.length)
               : std::string_view(storage_.arena.data() + (text.offset & ~dom::kArenaBit),
                                  text.length);
  }

 private:
  enum class TagEnd { kClosed, kEndOfFile };

  [[nodiscard]] uint32_t offset(const char* p) const { return static_cast<uint32_t>(p - base_); }
  [[nodiscard]] dom::StringRef ref(const char* begin, const char* end) const {
    return {offset(begin), static_cast<uint32_t>(end - begin)};
  }
  // The arena from `start` to its end.
  [[nodiscard]] dom::StringRef arena_ref(size_t start) const {
    return {static_cast<uint32_t>(start) | dom::kArenaBit,
            static_cast<uint32_t>(storage_.arena.size() - start)};
  }
  [[nodiscard]] bool starts_markup(const char* p) const;

  // tokenizer.cc: the data state.
  TokenKind finish(TokenKind kind, const char* end) {
    p_ = end;
    token_.end = offset(end);
    return kind;
  }
  void text();
  void copied_text(const char* begin, const char* p);
  void append_reference(const Reference& reference);
  // Appends what stands for the carriage return, null or '&' at p, and moves past it.
  const char* append_special(const char* p, ReferencePlace place);

  // tag_scanner.h.
  bool start_tag();
  bool end_tag();
  TagEnd attributes(const char* p);
  const char* tag_name(const char* p, Name& name);
  const char* attribute_name(const char* p, Name& name);
  template <uint8_t kEndClass>
  const char* slow_name(const char* begin, const char* p, Name& name);
  const char* attribute_value(const char* p, dom::StringRef& value);
  template <char kQuote>
  const char* quoted_value(const char* p, dom::StringRef& value);
  template <char kQuote>
  const char* copied_value(const char* begin, const char* p, dom::StringRef& value);
  const char* unquoted_value(const char* p, dom::StringRef& value);
  void add_attribute(Name name, dom::StringRef value);

  // raw_text.cc: RCDATA, RAWTEXT, script data, PLAINTEXT and CDATA sections.
  TokenKind raw_text();
  [[nodiscard]] bool is_closing_tag(const char* p) const;
  [[nodiscard]] const char* raw_text_end(const char* p) const;
  [[nodiscard]] const char* script_end(const char* p) const;
  [[nodiscard]] const char* raw_end() const;
  void emit_raw(const char* begin, const char* end);

  // markup_declaration.cc: comments and doctypes.
  bool start_cdata();
  TokenKind markup_declaration();
  TokenKind comment(const char* p);
  TokenKind bogus_comment(const char* p);
  TokenKind doctype(const char* p);
  const char* doctype_name(const char* p);
  const char* doctype_id(const char* p, dom::StringRef& id, bool& present);
  const char* doctype_ids(const char* p);
  // [begin, end) with line ends normalised and nulls replaced.
  dom::StringRef cleaned(const char* begin, const char* end);

  dom::Storage& storage_;
  NameTable& names_;
  const uint32_t max_attributes_;
  const char* base_ = nullptr;
  const char* p_ = nullptr;
  const char* end_ = nullptr;
  ContentModel model_ = ContentModel::kData;
  bool cdata_allowed_ = false;
  std::string closing_;  // The name of the element whose end tag ends raw text.
  uint64_t dropped_attributes_ = 0;
  AttributeSet seen_;
  std::string scratch_;
  Token token_;
};

}  // namespace weft::html
