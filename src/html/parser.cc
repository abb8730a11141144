#include "html/parser.h"

#include <algorithm>
#include <utility>

#include "html/encoding.h"
#include "html/tree_builder.h"

namespace weft::html {

struct Parser::State {
  BuilderMemory memory;
  dom::Storage storage;  // Columns taken back by recycle().
};

Parser::Parser() : state_(std::make_unique<State>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

namespace {

constexpr uint64_t kLongestSource = (uint64_t{1} << 31) - 1;

// The part of the source that may be parsed.
std::string_view within_limits(std::string_view bytes, const Limits& limits,
                               Diagnostics& diagnostics) {
  const uint64_t most = std::min(limits.max_bytes, kLongestSource);
  if (bytes.size() <= most) return bytes;
  diagnostics.push_back({DiagnosticKind::kTruncatedBytes, most, ""});
  return bytes.substr(0, most);
}

// A guess at the number of nodes that spares most pages a reallocation of the columns.
void reserve(dom::Storage& storage, size_t source_bytes) {
  storage.reserve_nodes(static_cast<uint32_t>(source_bytes / 32 + 16));
  storage.reserve_attributes(static_cast<uint32_t>(source_bytes / 48 + 16));
}

}  // namespace

ParseResult Parser::parse(dom::Source source, const ParseOptions& options) {
  ParseResult result;
  // A fragment is text of the program's own, not a page that declares its encoding.
  const std::string_view charset =
      options.fragment_context.empty() ? options.transport_charset : "utf-8";
  Decoded decoded = decode(std::move(source), charset, result.diagnostics);
  result.encoding = std::move(decoded.encoding);
  const std::string_view bytes =
      within_limits(decoded.source.view(), options.limits, result.diagnostics);
  dom::Storage storage = std::move(state_->storage);
  state_->storage = dom::Storage();
  storage.clear();
  reserve(storage, bytes.size());
  TreeBuilder builder(storage, state_->memory, bytes,
                      {.limits = options.limits,
                       .scripting = options.scripting == ParseOptions::Scripting::kOn,
                       .fragment_context = options.fragment_context},
                      result.diagnostics);
  builder.run();
  result.quirks_mode = builder.quirks_mode();
  result.document = dom::Document(std::move(storage), std::move(decoded.source));
  return result;
}

void Parser::recycle(dom::Document&& document) {
  state_->storage = std::move(document).release_storage();
}

ParseResult parse(std::string_view bytes, const ParseOptions& options) {
  return Parser().parse(dom::Source::own(bytes), options);
}

}  // namespace weft::html
