// One pass over the nodes in document order. <base> counts for the links before it too, so it is
// looked up first. Tested by page_links_test.cc.

#include "crawl/fetch/page_links.h"

#include <algorithm>
#include <optional>

#include "base/split.h"
#include "base/strings.h"
#include "url/url.h"

namespace weft::crawl {
namespace {

using dom::Atom;
using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint32_t kMaxAnchorNodes = 256;  // Keeps nested links from costing their square.

bool has_token(std::string_view list, std::string_view token) {
  while (!list.empty()) {
    list.remove_prefix(std::min(list.find_first_not_of(" \t\n\f\r"), list.size()));
    const size_t end = std::min(list.find_first_of(" \t\n\f\r"), list.size());
    if (equals_ignoring_ascii_case(list.substr(0, end), token)) return true;
    list.remove_prefix(end);
  }
  return false;
}

class LinkPass {
 public:
  LinkPass(const Document& doc, const PageLinkOptions& options) : doc_(doc), options_(options) {}

  PageLinks run(std::string_view page_url) {
    find_base(page_url);
    if (!base_.has_value()) return {};
    page_.base = base_->href();
    for (const NodeId n : doc_.nodes()) {
      if (doc_.is_element(n) && doc_.name_space(n) == dom::Namespace::kHtml) visit(n);
    }
    return std::move(page_);
  }

 private:
  [[nodiscard]] std::string_view attribute(NodeId n, Atom name) const {
    return doc_.attribute(n, name).value_or("");
  }

  // https://html.spec.whatwg.org/#document-base-url: the first <base> with an href counts.
  void find_base(std::string_view page_url) {
    const auto own = url::Url::parse(page_url);
    if (!own.ok()) return;
    base_ = *own;
    for (const NodeId n : doc_.nodes()) {
      if (doc_.name(n) != atoms::kBase) continue;
      const auto href = doc_.attribute(n, atoms::kHref);
      if (!href.has_value()) continue;
      if (const auto base = url::Url::parse(*href, &*own); base.ok() && base->is_http())
        base_ = *base;
      return;
    }
  }

  void visit(NodeId n) {
    const Atom name = doc_.name(n);
    if (name == atoms::kA || name == atoms::kArea) {
      add(attribute(n, atoms::kHref), LinkKind::kAnchor, n);
    } else if (name == atoms::kIframe || name == atoms::kFrame) {
      add(attribute(n, atoms::kSrc), LinkKind::kFrame, n);
    } else if (name == atoms::kLink) {
      visit_link(n);
    } else if (name == atoms::kMeta) {
      visit_meta(n);
    } else if (name == atoms::kHtml && page_.language.empty()) {
      const std::string_view lang = trim(attribute(n, atoms::kLang));
      const auto* const end = std::find_if_not(lang.begin(), lang.end(), [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-';
      });
      page_.language = ascii_lower(std::string_view(lang.begin(), end));
    }
  }

  void visit_link(NodeId n) {
    const std::string_view rel = attribute(n, atoms::kRel);
    const std::string_view href = attribute(n, atoms::kHref);
    if (has_token(rel, "canonical")) {
      if (page_.canonical.empty()) page_.canonical = resolve(href);
    } else if (has_token(rel, "stylesheet")) {
      return;
    } else if (has_token(rel, "alternate")) {
      const std::string type = ascii_lower(attribute(n, atoms::kType));
      const bool feed = type.starts_with("application/rss") ||
                        type.starts_with("application/atom") || type.starts_with("application/rdf");
      if (feed || doc_.attribute(n, atoms::kHreflang).has_value())
        add(href, feed ? LinkKind::kFeed : LinkKind::kRelation, n);
    } else if (has_token(rel, "next") || has_token(rel, "prev")) {
      add(href, LinkKind::kRelation, n);
    }
  }

  void visit_meta(NodeId n) {
    const std::string_view content = attribute(n, atoms::kContent);
    const std::string_view name = trim(attribute(n, atoms::kName));
    if (equals_ignoring_ascii_case(name, "robots") ||
        equals_ignoring_ascii_case(name, options_.product_token)) {
      page_.robots.add(content, options_.product_token);
    } else if (equals_ignoring_ascii_case(attribute(n, atoms::kHttpEquiv), "refresh")) {
      // "5; url='next.html'"
      const size_t at = ascii_lower(content.substr(0, 64)).find("url=");
      if (at == std::string::npos) return;
      std::string_view target = trim(content.substr(at + 4));
      if (target.starts_with('\'') || target.starts_with('"')) {
        const char quote = target.front();
        target.remove_prefix(1);
        target = target.substr(0, target.find(quote));
      }
      add(target, LinkKind::kRefresh, n);
    }
  }

  // Empty for what cannot be crawled: javascript:, mailto:, malformed.
  [[nodiscard]] std::string resolve(std::string_view href) const {
    const auto url = url::Url::parse(href, &*base_);
    return url.ok() && url->is_http() && url->host.has_value() ? url->href_without_fragment()
                                                               : std::string();
  }

  void add(std::string_view href, LinkKind kind, NodeId n) {
    href = trim(href);
    if (href.empty() || href.starts_with('#')) return;
    if (page_.links.size() >= options_.max_links) {
      page_.truncated = true;
      return;
    }
    PageLink link{.url = resolve(href), .kind = kind};
    if (link.url.empty()) return;
    const std::string_view rel = attribute(n, atoms::kRel);
    link.nofollow =
        has_token(rel, "nofollow") || has_token(rel, "ugc") || has_token(rel, "sponsored");
    if (kind == LinkKind::kAnchor) link.anchor = anchor_of(n);
    page_.links.push_back(std::move(link));
  }

  [[nodiscard]] std::string anchor_of(NodeId n) const {
    std::string words;
    std::string_view alternative;
    const uint32_t end = std::min(index(doc_.end(n)), index(n) + kMaxAnchorNodes);
    for (uint32_t i = index(n) + 1; i < end && words.size() < options_.max_anchor; ++i) {
      const NodeId node{i};
      if (doc_.is_text(node)) {
        words += doc_.text(node).substr(0, options_.max_anchor);
      } else if (alternative.empty() && doc_.name(node) == atoms::kImg) {
        alternative = attribute(node, atoms::kAlt);
      }
    }
    words = normalize_space(words);
    if (words.empty()) words = normalize_space(alternative.substr(0, options_.max_anchor));
    if (words.empty()) {
      const Atom name = doc_.name(n) == atoms::kArea ? atoms::kAlt : atoms::kTitle;
      words = normalize_space(attribute(n, name).substr(0, options_.max_anchor));
    }
    return words;
  }

  const Document& doc_;
  PageLinkOptions options_;
  std::optional<url::Url> base_;
  PageLinks page_;
};

}  // namespace

void RobotsDirectives::add(std::string_view value, std::string_view product_token) {
  bool ours = true;
  while (!value.empty()) {
    std::string_view directive = trim(take_until(value, ','));
    const size_t colon = directive.find(':');
    if (colon != std::string_view::npos) {
      const std::string_view before = trim(directive.substr(0, colon));
      // A crawler's name, or a directive with a value ("max-snippet: 20").
      const bool named = before.find('-') == std::string_view::npos &&
                         !equals_ignoring_ascii_case(before, "unavailable_after");
      if (named) ours = equals_ignoring_ascii_case(before, product_token);
      directive = named ? trim(directive.substr(colon + 1)) : std::string_view();
    }
    if (!ours) continue;
    const bool none = equals_ignoring_ascii_case(directive, "none");
    noindex = noindex || none || equals_ignoring_ascii_case(directive, "noindex");
    nofollow = nofollow || none || equals_ignoring_ascii_case(directive, "nofollow");
    noarchive = noarchive || equals_ignoring_ascii_case(directive, "noarchive");
  }
}

PageLinks read_page_links(const Document& doc, std::string_view page_url,
                          const PageLinkOptions& options) {
  return LinkPass(doc, options).run(page_url);
}

}  // namespace weft::crawl
