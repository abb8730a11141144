#include "studio/page_frame.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "url/url.h"

namespace weft::studio {
namespace {

using dom::Document;
using dom::NodeId;

// Gone with all that is in them.
constexpr std::string_view kGone[] = {"script",   "base",     "meta",   "template",
                                      "param",    "source",   "track",  "title",
                                      "frameset", "noframes", "portal", "fencedframe"};
// Boxes without what they would load.
constexpr std::string_view kBoxes[] = {"iframe", "frame", "object", "embed",
                                       "applet", "video", "audio",  "canvas"};
// Elements of SVG that run, move or hold HTML.
constexpr std::string_view kGoneInSvg[] = {"script",  "foreignobject",    "animate",
                                           "set",     "animatetransform", "animatemotion",
                                           "discard", "handler",          "listener"};
constexpr std::string_view kAttributes[] = {
    "abbr",     "align",   "alt",      "bgcolor", "border",      "cellpadding", "cellspacing",
    "checked",  "class",   "clear",    "color",   "cols",        "colspan",     "compact",
    "datetime", "dir",     "disabled", "face",    "headers",     "height",      "hidden",
    "hspace",   "id",      "label",    "lang",    "max",         "maxlength",   "min",
    "multiple", "noshade", "nowrap",   "open",    "placeholder", "readonly",    "reversed",
    "role",     "rows",    "rowspan",  "rules",   "scope",       "selected",    "size",
    "span",     "start",   "step",     "text",    "title",       "type",        "valign",
    "value",    "vspace",  "width",    "wrap"};

template <size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// A grey box where a picture is not at hand, so that the page keeps its shape.
std::string placeholder(const Document& doc, NodeId n) {
  const auto size = [&](std::string_view name, unsigned fallback) {
    const auto text = doc.attribute(n, dom::atom_of(name));
    unsigned value = 0;
    if (text) std::from_chars(text->data(), text->data() + text->size(), value);
    return value == 0 ? fallback : std::min(value, 2000U);
  };
  return fmt::format(
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'%3E"
      "%3Crect width='100%25' height='100%25' fill='%23dfe3ea'/%3E%3C/svg%3E",
      size("width", 120), size("height", 90));
}

// Small pictures that a page carries in itself load nothing.
bool is_image_data(std::string_view address) {
  const std::string begin = ascii_lower(address.substr(0, 11));
  return begin.starts_with("data:image/") || begin.starts_with("data:font/");
}

class FrameWriter {
 public:
  FrameWriter(const model::Page& page, const FrameOptions& options)
      : page_(page), doc_(page.document), options_(options), base_(base_of(page)) {}

  std::string write() {
    doctype();
    struct Open {
      NodeId node;
      std::string end_tag;
    };
    std::vector<Open> open;
    for (uint32_t i = 1; i < std::min<size_t>(doc_.size(), options_.most_nodes);) {
      const NodeId n{i};
      while (!open.empty() && dom::index(doc_.end(open.back().node)) <= i) {
        close(open.back().end_tag);
        open.pop_back();
      }
      i = dom::index(doc_.end(n));  // Unless its children are wanted.
      if (doc_.is_text(n)) {
        text(n);
      } else if (doc_.is_element(n)) {
        std::string end_tag;
        if (!element(n, end_tag)) continue;
        if (dom::serializes_as_void(doc_, n)) continue;
        open.push_back({n, std::move(end_tag)});
        i = dom::index(n) + 1;
      }
    }
    while (!open.empty()) {
      close(open.back().end_tag);
      open.pop_back();
    }
    // Icons that a style sheet keeps small fill the page without it.
    if (bare_) out_ += "<style>:where(svg:not([width],[height])){width:1.5em;height:1.5em}</style>";
    return std::move(out_);
  }

 private:
  void close(const std::string& end_tag) { out_ += end_tag; }

  // Quirks mode hangs on the identifiers.
  void doctype() {
    for (const NodeId n : doc_.children(dom::kRoot)) {
      if (doc_.kind(n) != dom::NodeKind::kDoctype) continue;
      const dom::DoctypeIds ids = doc_.doctype_ids(n);
      const auto quoted = [](std::string_view id) {
        std::string text;
        for (const char c : id) {
          if (c != '"' && c != '>' && c != '<') text += c;
        }
        return "\"" + text + "\"";
      };
      out_ += "<!DOCTYPE html";
      if (!ids.public_id.empty()) out_ += " PUBLIC " + quoted(ids.public_id);
      if (!ids.system_id.empty())
        out_ += (ids.public_id.empty() ? " SYSTEM " : " ") + quoted(ids.system_id);
      out_ += ">";
      return;
    }
  }

  [[nodiscard]] std::string readdress(std::string_view address, Wanted wanted,
                                      std::string_view base) const {
    const std::string_view trimmed = trim(address);
    if (is_image_data(trimmed)) return std::string(trimmed);
    const std::string absolute = absolute_address(trimmed, base);
    return absolute.empty() ? absolute : options_.readdress(absolute, wanted);
  }

  [[nodiscard]] std::string styled(std::string_view css) const {
    return url::rewrite_css(css, [&](std::string_view address, Wanted wanted) {
      return readdress(address, wanted, base_);
    });
  }

  void attribute(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    dom::append_escaped_attribute(out_, value);
    out_ += '"';
  }

  void text(NodeId n) {
    const NodeId parent = doc_.parent(n);
    if (doc_.name(parent) == dom::atoms::kStyle) {
      if (options_.styles) out_ += styled(doc_.text(n));
      return;
    }
    dom::append_escaped_text(out_, doc_.text(n));
  }

  [[nodiscard]] bool in_head(NodeId n) const {
    for (const NodeId a : doc_.ancestors(n)) {
      if (doc_.name(a) == dom::atoms::kHead) return true;
    }
    return false;
  }

  // False: neither it nor what is in it is written.
  bool element(NodeId n, std::string& end_tag) {
    const std::string_view name = doc_.name_text(n);
    if (doc_.name_space(n) != dom::Namespace::kHtml) return foreign(n, end_tag);
    if (is_one_of(name, kGone)) return false;
    if (name == "link") return style_link(n), false;
    if (is_one_of(name, kBoxes)) return box(n), false;
    if (name == "style" && !options_.styles) return false;
    std::string written(name);
    if (name == "noscript") {
      if (in_head(n)) return true;  // Only what is in it: styles.
      written = "weft-noscript";
    } else if (name == "plaintext" || name == "xmp" || name == "listing") {
      written = "pre";
    } else if (!plain_name(name)) {
      written = "weft-unknown";
    }
    open_tag(n, written);
    if (name == "head") head();
    if (!dom::serializes_as_void(doc_, n)) end_tag = "</" + written + ">";
    return true;
  }

  static bool plain_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    });
  }

  void open_tag(NodeId n, std::string_view name) {
    out_ += '<';
    out_ += name;
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i)
      html_attribute(n, doc_.attribute_at(n, i));
    if (name == "a" && doc_.attribute(n, dom::atoms::kHref)) {
      attribute("href", "#");  // It looks like a link, and leads nowhere.
      attribute("tabindex", "-1");
    }
    if (name == "input" || name == "button" || name == "select" || name == "textarea")
      attribute("tabindex", "-1");
    if (name == "img") image_source(n);
    attribute("data-w", std::to_string(dom::index(n)));
    out_ += '>';
  }

  void image_source(NodeId n) {
    // Pictures that a script would have loaded name their address elsewhere.
    std::string to;
    for (const char* name : {"data-src", "data-original", "data-lazy-src", "src"}) {
      const auto value = doc_.attribute(n, dom::atom_of(name));
      if (value && !trim(*value).empty()) to = readdress(*value, Wanted::kImage, base_);
      if (!to.empty()) break;
    }
    attribute("src", to.empty() ? placeholder(doc_, n) : to);
  }

  void html_attribute(NodeId n, const dom::Attribute& a) {
    const std::string_view name = a.name_text;
    if (name == "style") {
      if (options_.styles) attribute("style", styled(a.value));
    } else if (name == "background") {
      const std::string to = readdress(a.value, Wanted::kImage, base_);
      if (!to.empty()) attribute(name, to);
    } else if (name == "type" && doc_.name_text(n) == "input" &&
               (equals_ignoring_ascii_case(a.value, "image") ||
                equals_ignoring_ascii_case(a.value, "file"))) {
      attribute("type", "button");
    } else if (is_one_of(name, kAttributes) || name.starts_with("aria-") ||
               (name == "media" && doc_.name_text(n) == "style") ||
               (name.starts_with("data-") && name != "data-w" && plain_name(name))) {
      attribute(name, a.value);
    }
  }

  void style_link(NodeId n) {
    const auto rel = doc_.attribute(n, dom::atoms::kRel);
    const auto href = doc_.attribute(n, dom::atoms::kHref);
    if (!rel || !href) return;
    const std::string words = " " + ascii_lower(normalize_space(*rel)) + " ";
    if (words.find(" stylesheet ") == std::string::npos ||
        words.find(" alternate ") != std::string::npos)
      return;
    const std::string to =
        options_.styles ? readdress(*href, Wanted::kStyle, base_) : std::string();
    bare_ = bare_ || to.empty();
    if (to.empty()) return;
    out_ += "<link";
    attribute("rel", "stylesheet");
    attribute("href", to);
    if (const auto media = doc_.attribute(n, dom::atom_of("media"))) attribute("media", *media);
    attribute("data-w", std::to_string(dom::index(n)));
    out_ += '>';
  }

  void box(NodeId n) {
    out_ += "<div class=\"weft-box\"";
    for (const char* name : {"width", "height"}) {
      const auto value = doc_.attribute(n, dom::atom_of(name));
      unsigned pixels = 0;
      if (value) std::from_chars(value->data(), value->data() + value->size(), pixels);
      if (pixels > 0) out_ += fmt::format(" data-{}=\"{}\"", name, std::min(pixels, 4000U));
    }
    attribute("data-w", std::to_string(dom::index(n)));
    out_ += "></div>";
  }

  // SVG and MathML: what draws stays.
  bool foreign(NodeId n, std::string& end_tag) {
    const std::string_view name = doc_.name_text(n);
    if (is_one_of(ascii_lower(name), kGoneInSvg) || !plain_name(name)) return false;
    out_ += '<';
    out_ += name;
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const dom::Attribute a = doc_.attribute_at(n, i);
      const std::string lower = ascii_lower(a.name_text);
      const bool address = lower == "href" || lower == "xlink:href" || lower == "src";
      if (lower.starts_with("on") || lower == "data-w" || lower == "actiontype" ||
          (!plain_name(lower) && !address))
        continue;
      if (address) {
        if (a.value.starts_with('#')) attribute("href", a.value);
        continue;
      }
      if (lower == "style" || ascii_lower(a.value).find("url") != std::string::npos ||
          a.value.find('\\') != std::string_view::npos) {
        if (options_.styles) attribute(a.name_text, styled(a.value));
        continue;
      }
      attribute(a.name_text, a.value);
    }
    attribute("data-w", std::to_string(dom::index(n)));
    out_ += '>';
    end_tag = fmt::format("</{}>", name);
    return true;
  }

  // Ours, before anything of the page: sizes of boxes, nothing that moves, and the pointer.
  void head() {
    out_ +=
        "<meta charset=\"utf-8\"><style>"
        ".weft-box{display:inline-block;min-width:120px;min-height:60px;background:#dfe3ea}"
        "weft-noscript{display:contents}"
        "*,*::before,*::after{animation-duration:1ms!important;animation-delay:0s!important;"
        "animation-iteration-count:1!important;animation-fill-mode:forwards!important;"
        "transition:none!important;scroll-behavior:auto!important}</style>";
    if (options_.pointer.empty()) return;
    out_ += "<script";
    attribute("nonce", options_.nonce);
    out_ += '>';
    out_ += options_.pointer;  // Our own, and it does not end itself.
    out_ += "</script>";
  }

  const model::Page& page_;
  const Document& doc_;
  const FrameOptions& options_;
  std::string base_;
  std::string out_;
  bool bare_ = false;  // A style sheet is missing.
};

}  // namespace

std::string frame_html(const model::Page& page, const FrameOptions& options) {
  return FrameWriter(page, options).write();
}

std::string address_of(const model::Page& page) {
  if (!page.url.empty() || !page.id.starts_with('/')) return page.url;
  std::string address = "file://";
  for (const char c : page.id) {
    if (c == '%' || c == '?' || c == '#')
      address += fmt::format("%{:02X}", static_cast<unsigned>(c));
    else
      address += c;
  }
  return address;
}

std::string base_of(const model::Page& page) {
  const std::string own = address_of(page);
  const Document& doc = page.document;
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kBase) continue;
    if (const auto href = doc.attribute(n, dom::atoms::kHref)) {
      std::string stated = url::resolve(*href, own);
      if (stated.empty()) stated = *href;
      // Only what is a file itself may mean files.
      return stated.starts_with("file:") && !own.starts_with("file:") ? own : stated;
    }
  }
  return own;
}

std::string absolute_address(std::string_view address, std::string_view base) {
  const std::string absolute = url::resolve(address, base);
  const auto parsed = url::Url::parse(absolute.empty() ? address : absolute);
  const bool file = parsed.ok() && parsed->scheme == "file" && base.starts_with("file:");
  if (!parsed.ok() || (!parsed->is_http() && !file)) return {};
  return parsed->href_without_fragment();
}

std::string_view sniffed_type(std::string_view bytes) {
  using namespace std::string_view_literals;
  struct Magic {
    std::string_view begin, type;
  };
  static constexpr Magic kMagics[] = {{"\x89PNG\r\n\x1a\n", "image/png"},
                                      {"\xff\xd8\xff", "image/jpeg"},
                                      {"GIF87a", "image/gif"},
                                      {"GIF89a", "image/gif"},
                                      {"BM", "image/bmp"},
                                      {"\0\0\1\0"sv, "image/x-icon"},
                                      {"wOFF", "font/woff"},
                                      {"wOF2", "font/woff2"},
                                      {"\0\1\0\0"sv, "font/ttf"},
                                      {"OTTO", "font/otf"},
                                      {"true", "font/ttf"},
                                      {"ttcf", "font/collection"}};
  for (const Magic& magic : kMagics) {
    if (bytes.starts_with(magic.begin)) return magic.type;
  }
  if (bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WEBP")) return "image/webp";
  if (bytes.size() > 12 && bytes.substr(4, 4) == "ftyp" &&
      (bytes.substr(8, 4) == "avif" || bytes.substr(8, 4) == "avis"))
    return "image/avif";
  std::string_view text = trim(bytes.substr(0, 512));
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.starts_with("<svg") || ((text.starts_with("<?xml") || text.starts_with("<!--") ||
                                    text.starts_with("<!DOCTYPE svg")) &&
                                   text.find("<svg") != std::string_view::npos))
    return "image/svg+xml";
  return {};
}

}  // namespace weft::studio
