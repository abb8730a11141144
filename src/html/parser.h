// HTML bytes to a Document, as the WHATWG standard says: https://html.spec.whatwg.org/#parsing.
//
// Parsing never fails. Whatever the bytes are, the result is a tree; what was odd about them is in
// the diagnostics. Scripts are not run.
//
//   Document doc = html::parse(bytes).document;
//
// Threads: parse() may be called from several threads; a Parser belongs to one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/limits.h"
#include "dom/document.h"

namespace weft::html {

struct ParseOptions {
  Limits limits;
  // The charset of the HTTP Content-Type header, if there was one. A BOM overrides it.
  std::string_view transport_charset;
  // For fragments (innerHTML): the context element, "div", "svg path"; empty for whole documents.
  std::string_view fragment_context;
  // Whether <noscript> is parsed as in a browser that runs scripts.
  enum class Scripting { kOff, kOn } scripting = Scripting::kOff;
};

struct ParseResult {
  dom::Document document;
  std::string encoding = "UTF-8";  // The Encoding standard's name of what was decoded.
  bool quirks_mode = false;
  Diagnostics diagnostics;
};

// Parses a copy of `bytes`.
ParseResult parse(std::string_view bytes, const ParseOptions& options = {});

// Keeps its memory from page to page. Use one per thread when there are many pages.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // If `source` is UTF-8 it becomes the document's source; otherwise its conversion does.
  ParseResult parse(dom::Source source, const ParseOptions& options = {});

  // Takes back the columns of a document that is no longer needed, for the next parse().
  void recycle(dom::Document&& document);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::html
