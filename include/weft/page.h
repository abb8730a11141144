// Page: HTML, parsed as browsers parse it, and its nodes.
//
//   const weft::Page page = weft::Page::parse("<h1>Oak chair</h1><p>12 kg<br>oiled");
//   page.text();                      // "Oak chair\n\n12 kg\noiled"
//   page.css("h1")->front().text();   // "Oak chair"
//
// Parsing never fails: whatever the bytes are, there is a tree. Scripts are not run. Pages are
// immutable and cheap to copy (they share their tree); nodes keep their page alive.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/result.h"

namespace weft {

class Node;
class Query;
namespace api {
struct Access;
struct PageState;
}  // namespace api

struct PageOptions {
  std::string url;  // Base of relative links; the page's own <base> and canonical URL else.
  std::string id;   // What outputs call it; the URL if empty.
  std::string content_type;  // Of the HTTP answer: its charset counts.
};

// A page before it is parsed.
struct RawPage {
  std::string html;
  PageOptions options;
};

class WEFT_API Page {
 public:
  // Parses a copy of `html`. Linear in its length.
  static Page parse(std::string_view html, const PageOptions& options = {});
  // Fails with kNotFound, kPermission, kIo. Files packed by gzip, zstd or brotli are unpacked.
  static Result<Page> read(const std::string& path, PageOptions options = {});

  [[nodiscard]] const std::string& id() const;
  [[nodiscard]] const std::string& url() const;  // Empty when nobody knows.
  // What a reader sees, with its lines.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string html() const;
  [[nodiscard]] Node root() const;  // The document node.
  // The node at a path that Node::path() gave. Fails with kInvalidArgument, kNotFound.
  [[nodiscard]] Result<Node> at(std::string_view path) const;

  // The page without these nodes and all that is below them: adverts, before its text is read.
  // REQUIRES: they are of this page. Linear in the page.
  [[nodiscard]] Page without(std::span<const Node> nodes) const;
  // Of a page that without() made: where a node of the page before is now; nothing if it is gone.
  [[nodiscard]] std::optional<Node> counterpart(const Node& before) const;

  // Queries that run once; for many pages compile a Query (select.h). Fail with kInvalidArgument,
  // giving the column.
  [[nodiscard]] Result<std::vector<Node>> css(std::string_view selector) const;
  [[nodiscard]] Result<std::vector<Node>> xpath(std::string_view expression) const;

 private:
  friend struct api::Access;
  explicit Page(std::shared_ptr<const api::PageState> state) : state_(std::move(state)) {}
  std::shared_ptr<const api::PageState> state_;
};

// An element, a text, a comment, the document, or an attribute that a query found.
class WEFT_API Node {
 public:
  enum class Kind : uint8_t { kDocument, kElement, kText, kComment, kDoctype, kAttribute };

  [[nodiscard]] Kind kind() const;
  // "div", "svg"; of an attribute its name; empty for texts.
  [[nodiscard]] std::string_view name() const;
  // As a reader meets it, on one line: white space folded, line breaks of the markup as spaces,
  // scripts left out. Of an attribute its value, folded.
  [[nodiscard]] std::string text() const;
  // XPath's string(): all characters below, as they stand.
  [[nodiscard]] std::string raw_text() const;
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const;
  [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> attributes() const;
  // With its own tags, and without.
  [[nodiscard]] std::string outer_html() const;
  [[nodiscard]] std::string inner_html() const;
  // /html[1]/body[1]/p[2]: survives the page; with /@name for an attribute.
  [[nodiscard]] std::string path() const;

  // Its place in document order; of an attribute that of its element.
  [[nodiscard]] uint32_t position() const { return node_; }
  [[nodiscard]] Page page() const;
  [[nodiscard]] std::optional<Node> parent() const;  // Of an attribute its element.
  [[nodiscard]] std::vector<Node> children() const;

  // From this node: relative XPath, CSS below it.
  [[nodiscard]] Result<std::vector<Node>> css(std::string_view selector) const;
  [[nodiscard]] Result<std::vector<Node>> xpath(std::string_view expression) const;

  bool operator==(const Node& other) const;

 private:
  friend struct api::Access;
  friend class Page;
  Node(std::shared_ptr<const api::PageState> page, uint32_t node, int32_t attribute)
      : page_(std::move(page)), node_(node), attribute_(attribute) {}
  std::shared_ptr<const api::PageState> page_;
  uint32_t node_ = 0;
  int32_t attribute_ = -1;  // Its place among the node's attributes; -1 for the node itself.
};

}  // namespace weft
