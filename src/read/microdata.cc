// Microdata: https://html.spec.whatwg.org/multipage/microdata.html#associating-names-with-items.
//
//   <div itemscope itemtype="https://schema.org/Book"><b itemprop="name">Emma</b></div>
//
// gives {"type": "https://schema.org/Book", "properties": {"name": "Emma"}}.
//
//   1. Every itemscope is an item. A walk in document order gives each itemprop to the innermost item around it.
//   2. An item that is itself a property is a value of that property; the others are the page's.
//   3. itemref names elements elsewhere whose properties belong to the item as well; an item that refers to itself
//      gets them once.
//
// Values by element, as the standard says: content of <meta>, addresses of a, img, link…, value of <data>
// and <meter>, datetime of <time>, else the text. A property with several values is an array; an item without properties has
// its text as "value".
//
// Tested by structured_data_test.cc, and on the samples of the set `conformance`.

#include <map>
#include <set>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "read/item_readers.h"
#include "read/structured_data.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxItemDepth = 50;
constexpr size_t kMaxSteps = 5'000'000;

class Microdata {
 public:
  Microdata(const dom::Document& doc, std::string_view url) : doc_(doc), url_(url) {}

  std::vector<Json> run() {
    collect();
    std::vector<Json> items;
    for (const NodeId n : doc_.nodes()) {
      if (!is_item(n) || doc_.attribute(n, atoms::kItemprop) || items.size() >= kMaxItems) continue;
      items.push_back(item(n));
    }
    return items;
  }

 private:
  [[nodiscard]] bool is_item(NodeId n) const {
    return doc_.is_element(n) && doc_.attribute(n, atoms::kItemscope).has_value();
  }

  // Step 1: elements with itemprop by the item they stand in.
  void collect() {
    std::vector<NodeId> open;
    for (const NodeId n : doc_.nodes()) {
      while (!open.empty() && !doc_.contains(open.back(), n)) open.pop_back();
      if (!doc_.is_element(n)) continue;
      if (!open.empty() && doc_.attribute(n, atoms::kItemprop))
        properties_[open.back()].push_back(n);
      if (const auto id = doc_.attribute(n, atoms::kId)) by_id_.emplace(*id, n);
      if (is_item(n)) open.push_back(n);
    }
  }

  // Properties of a subtree that is referred to, outside of inner items.
  void properties_below(NodeId root, std::vector<NodeId>& out) {
    for (NodeId n = root; n != doc_.end(root) && steps_ < kMaxSteps; ++steps_) {
      const bool property = doc_.is_element(n) && doc_.attribute(n, atoms::kItemprop).has_value();
      if (property) out.push_back(n);
      n = is_item(n) ? doc_.end(n) : dom::next(n);
    }
  }

  Json item(NodeId root) {
    // An item within an item waits on a stack of ours: depth is the page's.
    struct Frame {
      NodeId node;
      Json json = Json::object();
      Json said = Json::object();  // Its properties.
      std::vector<NodeId> properties;
      size_t next = 0;
    };
    std::vector<Frame> stack;
    std::set<NodeId> open;
    const auto push = [&](NodeId n) {
      Frame frame{.node = n, .properties = properties_of(n)};
      const auto type = doc_.attribute(n, atoms::kItemtype);
      if (type) frame.json["type"] = types(*type);
      if (const auto id = doc_.attribute(n, atoms::kItemid)) frame.json["id"] = address(*id);
      open.insert(n);
      stack.push_back(std::move(frame));
    };
    push(root);
    while (true) {
      Frame& frame = stack.back();
      if (frame.next == frame.properties.size()) {
        Json done = std::move(frame.json);
        const NodeId node = frame.node;
        // An item that has no properties says what its text says.
        if (frame.said.empty())
          done["value"] = text(node);
        else
          done["properties"] = std::move(frame.said);
        open.erase(node);
        stack.pop_back();
        if (stack.empty()) return done;
        add(stack.back().said, node, done);
        continue;
      }
      const NodeId property = frame.properties[frame.next++];
      if (!is_item(property)) {
        add(frame.said, property, Json(value(property)));
      } else if (!open.contains(property) && stack.size() < kMaxItemDepth && ++made_ < kMaxItems) {
        push(property);
      }
    }
  }

  std::vector<NodeId> properties_of(NodeId n) {
    std::vector<NodeId> nodes;
    if (const auto own = properties_.find(n); own != properties_.end()) nodes = own->second;
    for (const std::string_view id :
         dom::TokenRange(doc_.attribute(n, atoms::kItemref).value_or(""))) {
      const auto found = by_id_.find(id);
      if (found != by_id_.end() && nodes.size() < kMaxItems) properties_below(found->second, nodes);
    }
    return nodes;
  }

  static Json types(std::string_view text) {
    std::vector<std::string> types;
    for (const std::string_view type : dom::TokenRange(text)) types.emplace_back(type);
    if (types.size() == 1) return types.front();
    return types;
  }

  void add(Json& properties, NodeId node, const Json& value) {
    if (++values_ > kMaxItems) return;
    for (const std::string_view name :
         dom::TokenRange(doc_.attribute(node, atoms::kItemprop).value_or(""))) {
      if (!properties.contains(name)) {
        properties[name] = value;
        continue;
      }
      Json& before = properties[name];
      if (!before.is_array()) before = Json::array({before});
      before.push_back(value);
    }
  }

  [[nodiscard]] std::string address(std::string_view link) const {
    const std::string absolute = url::resolve(trim(link), url_);
    return absolute.empty() ? std::string(trim(link)) : absolute;
  }

  [[nodiscard]] std::string value(NodeId n) const {
    const dom::Atom name = doc_.name(n);
    const auto attribute = [&](dom::Atom which) { return doc_.attribute(n, which); };
    if (const auto content = attribute(atoms::kContent)) return std::string(*content);
    for (const auto& [element, which] : {std::pair{atoms::kA, atoms::kHref},
                                         {atoms::kArea, atoms::kHref},
                                         {atoms::kLink, atoms::kHref},
                                         {atoms::kImg, atoms::kSrc},
                                         {atoms::kAudio, atoms::kSrc},
                                         {atoms::kVideo, atoms::kSrc},
                                         {atoms::kEmbed, atoms::kSrc},
                                         {atoms::kIframe, atoms::kSrc},
                                         {atoms::kSource, atoms::kSrc},
                                         {atoms::kTrack, atoms::kSrc},
                                         {atoms::kObject, atoms::kData}}) {
      if (name == element) return address(attribute(which).value_or(""));
    }
    if (name == atoms::kData || name == atoms::kMeter)
      return std::string(attribute(atoms::kValue).value_or(""));
    if (name == atoms::kTime && attribute(atoms::kDatetime))
      return std::string(*attribute(atoms::kDatetime));
    return text(n);
  }

  // Without scripts and styles; a space where a block or <br> parts words.
  [[nodiscard]] std::string text(NodeId root) const {
    std::string out;
    for (NodeId n = root; n != doc_.end(root);) {
      if (doc_.is_element(n)) {
        if (dom::is_unread(doc_.name(n))) {
          n = doc_.end(n);
          continue;
        }
        if (doc_.name(n) == atoms::kBr) out += ' ';
      } else if (doc_.is_text(n)) {
        out += doc_.text(n);
      }
      n = dom::next(n);
    }
    return normalize_space(out);
  }

  const dom::Document& doc_;
  std::string_view url_;
  std::map<NodeId, std::vector<NodeId>> properties_;
  std::map<std::string_view, NodeId> by_id_;
  size_t made_ = 0;    // Items within items,
  size_t values_ = 0;  // values of properties,
  // and nodes passed for references: a page may refer to all of itself from everywhere.
  size_t steps_ = 0;
};

}  // namespace

std::vector<Json> read_microdata(const dom::Document& doc, std::string_view url) {
  return Microdata(doc, url).run();
}

}  // namespace weft::read
