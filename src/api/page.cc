// Pages and nodes: handles on a parsed page that they share. A node is its number and, for an attribute
// that a query found, that attribute's place.

#include "weft/page.h"

#include <thread>

#include "api/access.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/rearrange.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "html/parser.h"
#include "warc/codec.h"
#include "weft/parallel.h"
#include "weft/select.h"

namespace weft {

using dom::NodeId;

namespace api {

Page Access::page(model::Page page) {
  return Page(std::make_shared<const PageState>(PageState{std::move(page)}));
}

Node Access::node(std::shared_ptr<const PageState> page, select::NodeRef ref) {
  const int32_t attribute =
      ref.is_attribute() ? static_cast<int32_t>(ref.attribute_index()) : int32_t{-1};
  return {std::move(page), dom::index(ref.node), attribute};
}

select::NodeRef Access::ref(const Node& node) {
  const NodeId id{node.node_};
  return node.attribute_ < 0
             ? select::NodeRef{id}
             : select::NodeRef::attribute(id, static_cast<uint32_t>(node.attribute_));
}

std::vector<const model::Page*> pointers(std::span<const Page> pages) {
  std::vector<const model::Page*> all;
  for (const Page& page : pages) all.push_back(&Access::page(page));
  return all;
}

std::vector<model::Page> copies(std::span<const Page> pages) {
  html::Parser parser;
  std::vector<model::Page> all;
  for (const Page& page : pages) {
    const model::Page& own = Access::page(page);
    all.push_back(site::parse_page(parser,
                                   {.id = own.id,
                                    .url = own.url,
                                    .status = own.status,
                                    .content_type = own.content_type,
                                    .charset = "utf-8",
                                    .fetched_at = own.fetched_at,
                                    .bytes = Access::state(page)->before == nullptr
                                                 ? std::string(own.document.source())
                                                 : dom::outer_html(own.document, dom::kRoot)},
                                   {}));
  }
  return all;
}

site::RawPage raw_page(std::string html, const PageOptions& options) {
  return {.id = options.id.empty() ? options.url : options.id,
          .url = options.url,
          .content_type = options.content_type,
          .charset = site::charset_of(options.content_type),
          .bytes = std::move(html)};
}

}  // namespace api

using api::Access;

Page Page::parse(std::string_view html, const PageOptions& options) {
  html::Parser parser;
  return Access::page(site::parse_page(parser, api::raw_page(std::string(html), options), {}));
}

Result<Page> Page::read(const std::string& path, PageOptions options) {
  WEFT_ASSIGN(std::string bytes, read_file(path));
  if (const warc::Codec codec = warc::codec_of_path(path); codec != warc::Codec::kNone) {
    std::string unpacked;
    WEFT_TRY(warc::decompress(codec, bytes, unpacked, Limits().max_bytes));
    bytes = std::move(unpacked);
  }
  if (options.id.empty()) options.id = path;
  html::Parser parser;
  return Access::page(site::parse_page(parser, api::raw_page(std::move(bytes), options), {}));
}

const std::string& Page::id() const { return state_->page.id; }
const std::string& Page::url() const { return state_->page.url; }
std::string Page::text() const { return dom::visible_text(state_->page.document, dom::kRoot); }
std::string Page::html() const { return dom::outer_html(state_->page.document, dom::kRoot); }
Node Page::root() const { return Access::node(state_, {}); }

Result<Node> Page::at(std::string_view path) const {
  const dom::Document& doc = state_->page.document;
  const size_t at = path.rfind("/@");
  const std::string_view element = path.substr(0, at);
  WEFT_ASSIGN(const NodeId n, dom::resolve_indexed_path(doc, element));
  if (at == std::string_view::npos) return Access::node(state_, {n});
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    if (doc.attribute_at(n, i).name_text == path.substr(at + 2))
      return Access::node(state_, select::NodeRef::attribute(n, i));
  }
  return Error{ErrorCode::kNotFound, "no attribute at " + std::string(path)};
}

Page Page::without(std::span<const Node> nodes) const {
  const dom::Document& doc = state_->page.document;
  std::vector<uint32_t> places(doc.size(), 0);
  for (const Node& node : nodes) places[node.position()] = api::PageState::kGone;
  std::vector<NodeId> kept;
  std::vector<uint32_t> parents;
  for (uint32_t n = 0; n < doc.size();) {
    if (places[n] == api::PageState::kGone && n > 0) {
      const uint32_t end = dom::index(doc.end(NodeId{n}));
      for (; n < end; ++n) places[n] = api::PageState::kGone;
      continue;
    }
    places[n] = static_cast<uint32_t>(kept.size());
    kept.push_back(NodeId{n});
    parents.push_back(n == 0 ? 0 : places[dom::index(doc.parent(NodeId{n}))]);
    ++n;
  }
  model::Page page;
  page.id = state_->page.id;
  page.url = state_->page.url;
  page.status = state_->page.status;
  page.content_type = state_->page.content_type;
  page.fetched_at = state_->page.fetched_at;
  page.document = dom::rearranged(doc, kept, parents);
  return Page(std::make_shared<const api::PageState>(
      api::PageState{std::move(page), state_, std::move(places)}));
}

std::optional<Node> Page::counterpart(const Node& before) const {
  if (before.page_ != state_->before) return std::nullopt;
  const uint32_t place = state_->places[before.node_];
  if (place == api::PageState::kGone) return std::nullopt;
  return Node(state_, place, before.attribute_);
}

Result<std::vector<Node>> Page::css(std::string_view selector) const {
  return root().css(selector);
}
Result<std::vector<Node>> Page::xpath(std::string_view expression) const {
  return root().xpath(expression);
}

Node::Kind Node::kind() const {
  if (attribute_ >= 0) return Kind::kAttribute;
  switch (page_->page.document.kind(NodeId{node_})) {
    case dom::NodeKind::kDocument:
      return Kind::kDocument;
    case dom::NodeKind::kDoctype:
      return Kind::kDoctype;
    case dom::NodeKind::kElement:
      return Kind::kElement;
    case dom::NodeKind::kText:
      return Kind::kText;
    case dom::NodeKind::kComment:
      return Kind::kComment;
  }
  return Kind::kComment;
}

std::string_view Node::name() const {
  const dom::Document& doc = page_->page.document;
  const NodeId n{node_};
  if (attribute_ >= 0) return doc.attribute_at(n, static_cast<uint32_t>(attribute_)).name_text;
  return doc.is_element(n) ? doc.spelling(doc.name(n)) : std::string_view();
}

std::string Node::text() const {
  if (attribute_ >= 0) return normalize_space(raw_text());
  return dom::value_text(page_->page.document, NodeId{node_});
}

std::string Node::raw_text() const {
  return select::string_value(page_->page.document, Access::ref(*this));
}

std::optional<std::string_view> Node::attribute(std::string_view name) const {
  for (const auto& [own, value] : attributes()) {
    if (equals_ignoring_ascii_case(own, name)) return value;
  }
  return std::nullopt;
}

std::vector<std::pair<std::string_view, std::string_view>> Node::attributes() const {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  if (attribute_ >= 0) return all;
  const dom::Document& doc = page_->page.document;
  for (uint32_t i = 0; i < doc.attribute_count(NodeId{node_}); ++i) {
    const dom::Attribute one = doc.attribute_at(NodeId{node_}, i);
    all.emplace_back(one.name_text, one.value);
  }
  return all;
}

std::string Node::outer_html() const {
  return attribute_ >= 0 ? raw_text() : dom::outer_html(page_->page.document, NodeId{node_});
}

std::string Node::inner_html() const {
  return attribute_ >= 0 ? raw_text() : dom::inner_html(page_->page.document, NodeId{node_});
}

std::string Node::path() const {
  std::string path = dom::indexed_path(page_->page.document, NodeId{node_});
  if (attribute_ >= 0) path.append("/@").append(name());
  return path;
}

Page Node::page() const { return Access::page(page_); }

std::optional<Node> Node::parent() const {
  if (attribute_ >= 0) return Node(page_, node_, -1);
  if (NodeId{node_} == dom::kRoot) return std::nullopt;
  return Access::node(page_, {page_->page.document.parent(NodeId{node_})});
}

std::vector<Node> Node::children() const {
  std::vector<Node> all;
  if (attribute_ >= 0) return all;
  for (const NodeId child : page_->page.document.children(NodeId{node_}))
    all.push_back(Access::node(page_, {child}));
  return all;
}

Result<std::vector<Node>> Node::css(std::string_view selector) const {
  WEFT_ASSIGN(const Query query, Query::css(selector));
  return query.select(*this);
}

Result<std::vector<Node>> Node::xpath(std::string_view expression) const {
  WEFT_ASSIGN(const Query query, Query::xpath(expression));
  return query.select(*this);
}

bool Node::operator==(const Node& other) const {
  return page_ == other.page_ && node_ == other.node_ && attribute_ == other.attribute_;
}

void map_pages(const PageSource& pages, const PageWork& work, const PageSink& sink,
               unsigned workers) {
  if (workers == 0) workers = std::max(1U, std::thread::hardware_concurrency());
  struct Done {
    Page page;
    std::any result;
  };
  std::vector<html::Parser> parsers(workers);
  parallel_ordered(
      {.workers = workers}, pages,
      [&](unsigned worker, RawPage raw) {
        Page page = Access::page(
            site::parse_page(parsers[worker], api::raw_page(std::move(raw.html), raw.options), {}));
        std::any result = work(page);
        return Done{std::move(page), std::move(result)};
      },
      [&](Done done) {
        return sink(done.page, std::move(done.result)) ? Flow::kContinue : Flow::kStop;
      });
}

}  // namespace weft
