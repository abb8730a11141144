#include "eval/import/people.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/strings.h"
#include "eval/data.h"
#include "html/parser.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::eval {
namespace {

using dom::NodeId;
using read::PersonField;

// Private characters: kFirstMark + the number of a type opens, kCloseMark closes.
constexpr char32_t kFirstMark = 0xE000;
constexpr char32_t kCloseMark = 0xE0FF;
constexpr uint32_t kStreetReach = 3;  // Blocks.

struct MarkType {
  std::string_view name;
  PersonField field;
  bool street = false;
};
// clang-format off
constexpr MarkType kContactTypes[] = {
    {"ORG", PersonField::kAffiliation}, {"PER", PersonField::kName}, {"FUNC", PersonField::kPosition},
    {"TEL", PersonField::kPhone}, {"FAX", PersonField::kFax}, {"EMAIL", PersonField::kEmail},
    {"STREET", PersonField::kAddress, true}, {"CITY", PersonField::kAddress}, {"STATE", PersonField::kAddress},
    {"ZIPCODE", PersonField::kAddress, true}, {"COUNTRY", PersonField::kAddress}};
constexpr MarkType kHomepageTypes[] = {
    {"position", PersonField::kPosition}, {"affiliation", PersonField::kAffiliation},
    {"address", PersonField::kAddress, true}, {"phone", PersonField::kPhone}, {"fax", PersonField::kFax},
    {"email", PersonField::kEmail}, {"pic", PersonField::kPicture}};
// clang-format on

std::string open_mark(size_t type) {
  return fmt::format("&#x{:X};", static_cast<uint32_t>(kFirstMark) + type);
}
std::string close_mark() { return fmt::format("&#x{:X};", static_cast<uint32_t>(kCloseMark)); }

// The end of the tag that begins at `at`: behind its '>'.
size_t tag_end(std::string_view html, size_t at) {
  char quote = 0;
  for (size_t i = at; i < html.size(); ++i) {
    if (quote != 0) {
      if (html[i] == quote) quote = 0;
    } else if (html[i] == '"' || html[i] == '\'') {
      quote = html[i];
    } else if (html[i] == '>') {
      return i + 1;
    }
  }
  return html.size();
}

bool begins(std::string_view html, size_t at, std::string_view what) {
  return equals_ignoring_ascii_case(html.substr(at, what.size()), what);
}

// Takes the spans of marks out; `marked` has private characters instead.
void take_spans(std::string_view html, PeoplePage& page) {
  std::vector<bool> is_mark;  // Of the spans that are open.
  const auto copy = [&](size_t begin, size_t end) {
    page.html += html.substr(begin, end - begin);
    page.marked += html.substr(begin, end - begin);
  };
  for (size_t at = 0; at < html.size();) {
    if (html[at] != '<') {
      const size_t end = std::min(html.find('<', at), html.size());
      copy(at, end);
      at = end;
      continue;
    }
    size_t end = tag_end(html, at);
    if (begins(html, at, "<!--")) {
      const size_t close = html.find("-->", at);
      end = close == std::string_view::npos ? html.size() : close + 3;
    } else if (begins(html, at, "<script") || begins(html, at, "<style")) {
      const std::string_view name = begins(html, at, "<script") ? "</script" : "</style";
      while (end < html.size() && !begins(html, end, name)) ++end;
    } else if (begins(html, at, "<span")) {
      const std::string_view tag = html.substr(at, end - at);
      const size_t type = tag.find("wa-type=\"");
      is_mark.push_back(type != std::string_view::npos);
      if (is_mark.back()) {
        std::string_view name = tag.substr(type + 9);
        name = name.substr(0, name.find('"'));
        for (size_t t = 0; t <= std::size(kContactTypes); ++t) {
          // Types that are no field (opening hours) are marked, too: their end must find its beginning.
          if (t == std::size(kContactTypes) || kContactTypes[t].name == name) {
            page.marked += open_mark(t);
            break;
          }
        }
        at = end;
        continue;
      }
    } else if (begins(html, at, "</span") && !is_mark.empty()) {
      const bool mark = is_mark.back();
      is_mark.pop_back();
      if (mark) {
        page.marked += close_mark();
        at = end;
        continue;
      }
    }
    copy(at, end);
    at = end;
  }
}

std::string site_of(const dom::Document& doc, std::string& url) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kBase) continue;
    const auto parsed = url::Url::parse(doc.attribute(n, dom::atoms::kHref).value_or(""));
    if (!parsed.ok() || !parsed->is_http() || !parsed->host) break;
    url = parsed->href();
    return url::registrable_domain(*parsed->host);
  }
  // Saved without an address: the first other page it links to in full is mostly its own site's.
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kA) continue;
    const auto parsed = url::Url::parse(doc.attribute(n, dom::atoms::kHref).value_or(""));
    if (parsed.ok() && parsed->is_http() && parsed->host)
      return url::registrable_domain(*parsed->host);
  }
  return "";
}

// One line of a flattened homepage as HTML: its tags that say how it looks, its marks as private characters.
void append_line(std::string_view line, PeoplePage& page) {
  const auto both = [&](std::string_view text) {
    page.html += text;
    page.marked += text;
  };
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '[') {
      const size_t end = line.find(']', at);
      if (end != std::string_view::npos && end - at < 24) {
        std::string_view name = line.substr(at + 1, end - at - 1);
        const bool closes = !name.empty() && name.front() == '/';
        if (closes) name.remove_prefix(1);
        const auto type = std::find_if(std::begin(kHomepageTypes), std::end(kHomepageTypes),
                                       [&](const MarkType& one) { return one.name == name; });
        if (type != std::end(kHomepageTypes)) {
          page.marked +=
              closes ? close_mark() : open_mark(static_cast<size_t>(type - kHomepageTypes));
          at = end + 1;
          continue;
        }
        const bool is_tag =
            std::all_of(name.begin(), name.end(), [](char c) { return is_ascii_alpha(c); });
        if (is_tag && !name.empty()) {  // A mark of something else.
          at = end + 1;
          continue;
        }
      }
    }
    if (line[at] == '<') {
      const size_t end = tag_end(line, at);
      if (begins(line, at, "<image")) {
        both("<img");
        both(line.substr(at + 6, end - at - 6));
        at = end;
        continue;
      }
      if (begins(line, at, "<b>") || begins(line, at, "</b>") || begins(line, at, "<font") ||
          begins(line, at, "</font") || begins(line, at, "<i>") || begins(line, at, "</i>")) {
        both(line.substr(at, end - at));
        at = end;
        continue;
      }
      both("&lt;");
      ++at;
      continue;
    }
    both(line.substr(at, 1));
    ++at;
  }
}

}  // namespace

size_t people_fold(std::string_view site) { return hash_bytes(site) % kPeopleFolds; }

Result<std::vector<PeoplePage>> import_contacts(const std::filesystem::path& people) {
  std::vector<PeoplePage> pages;
  for (const char* part : {"business_pages", "us_contact_pages"}) {
    const auto folder = people / "contacts" / part / "wa";
    for (const auto& path : files_below(folder, ".html")) {
      if (path.parent_path() != folder) continue;  // What nobody finished.
      WEFT_ASSIGN(const std::string html, read_file(path));
      PeoplePage page;
      page.id = fmt::format("{}/{}", part, path.stem().string());
      page.emails = std::string_view(part) == "us_contact_pages";
      take_spans(html, page);
      page.site = site_of(html::parse(page.html).document, page.url);
      if (page.site.empty()) page.site = page.id;
      pages.push_back(std::move(page));
    }
  }
  if (pages.empty()) return Error{ErrorCode::kNotFound, people.string() + ": no contact pages"};
  return pages;
}

Result<std::vector<PeoplePage>> import_homepages(const std::filesystem::path& people) {
  std::vector<PeoplePage> pages;
  for (const auto& path : files_below(people / "homepages", ".txt")) {
    WEFT_ASSIGN(const std::string text, read_file(path));
    PeoplePage page;
    page.id = page.site = "homepages/" + path.stem().string();
    page.homepage = true;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::string_view line = trim(take_line(rest));
      if (line.empty()) continue;
      page.html += "<div>";
      page.marked += "<div>";
      append_line(line, page);
      page.html += "</div>\n";
      page.marked += "</div>\n";
    }
    pages.push_back(std::move(page));
  }
  if (pages.empty()) return Error{ErrorCode::kNotFound, people.string() + ": no homepages"};
  return pages;
}

std::optional<std::vector<FieldMark>> field_marks(const dom::Document& clean,
                                                  const PeoplePage& page) {
  const dom::Document marked = html::parse(page.marked).document;
  if (marked.size() < clean.size()) return std::nullopt;
  const std::span<const MarkType> types = page.homepage ? std::span<const MarkType>(kHomepageTypes)
                                                        : std::span<const MarkType>(kContactTypes);
  std::vector<FieldMark> marks;
  struct Open {
    size_t type;
    uint32_t entity;
  };
  std::vector<Open> open;
  uint32_t entities = 0;
  uint32_t twin = 0;
  for (const NodeId n : clean.nodes()) {
    // A mark around nothing but white space or a picture is a text of its own in the twin.
    const auto read_marks = [&](NodeId text_node, bool in_clean) {
      const std::string_view text = marked.text(text_node);
      uint32_t position = 0;
      uint32_t since = 0;
      const auto close_stretch = [&] {
        if (in_clean && position > since && !open.empty() && open.back().type < types.size())
          marks.push_back({n, since, position, types[open.back().type].field,
                           types[open.back().type].street, open.back().entity});
        since = position;
      };
      for (size_t at = 0; at < text.size();) {
        const size_t from = at;
        const char32_t c = next_code_point(text, at);
        if (c >= kFirstMark && c < kCloseMark) {
          close_stretch();
          open.push_back({c - kFirstMark, ++entities});
        } else if (c == kCloseMark) {
          close_stretch();
          if (!open.empty()) open.pop_back();
        } else {
          position += static_cast<uint32_t>(at - from);
        }
      }
      close_stretch();
    };
    const auto is_mark_alone = [&](NodeId m) {
      if (!marked.is_text(m)) return false;
      const std::string_view text = marked.text(m);
      for (size_t at = 0; at < text.size();) {
        const char32_t c = next_code_point(text, at);
        if (c < kFirstMark || c > kCloseMark) return false;
      }
      return true;
    };
    while (twin < marked.size() && is_mark_alone(NodeId{twin})) {
      read_marks(NodeId{twin}, false);
      ++twin;
    }
    if (twin >= marked.size() || marked.kind(NodeId{twin}) != clean.kind(n) ||
        marked.name(NodeId{twin}) != clean.name(n))
      return std::nullopt;
    if (clean.is_text(n)) read_marks(NodeId{twin}, true);
    if (clean.name(n) == dom::atoms::kImg && !open.empty() && open.back().type < types.size() &&
        types[open.back().type].field == PersonField::kPicture)
      marks.push_back({n, 0, 0, PersonField::kPicture, false, open.back().entity});
    ++twin;
  }
  return marks;
}

std::vector<std::optional<PersonField>> fields_of_blocks(const dom::Document& doc,
                                                         const read::PersonPage& page,
                                                         const std::vector<FieldMark>& marks) {
  std::vector<std::optional<PersonField>> fields(page.blocks.size());
  std::vector<uint8_t> street(page.blocks.size());
  size_t first = 0;  // Marks are in document order, as blocks are.
  for (size_t b = 0; b < page.blocks.size(); ++b) {
    const read::PersonBlock& block = page.blocks[b];
    while (first < marks.size() && marks[first].node < block.node) ++first;
    std::array<size_t, read::kPersonFields> covered = {};
    const auto says = [&](uint32_t begin, uint32_t end) {
      size_t characters = 0;
      for (uint32_t i = begin; i < end; ++i) {
        const char c = doc.text(block.node)[i];
        characters += is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<signed char>(c) < 0;
      }
      return characters;
    };
    for (size_t m = first; m < marks.size() && marks[m].node == block.node; ++m) {
      if (block.picture) {
        fields[b] = marks[m].field;
        continue;
      }
      const uint32_t begin = std::max(block.begin, marks[m].begin);
      const uint32_t end = std::min(block.end, marks[m].end);
      if (begin >= end) continue;
      covered[static_cast<size_t>(marks[m].field)] += says(begin, end);
      if (marks[m].street) street[b] = 1;
    }
    if (block.picture) continue;
    const auto most = std::max_element(covered.begin(), covered.end());
    if (*most > 0 && 2 * *most >= says(block.begin, block.end))
      fields[b] = static_cast<PersonField>(most - covered.begin());
  }
  for (size_t b = 0; b < fields.size(); ++b) {
    if (fields[b] != PersonField::kAddress) continue;
    const size_t from = b >= kStreetReach ? b - kStreetReach : 0;
    const size_t to = std::min(fields.size(), b + kStreetReach + 1);
    if (std::find(street.begin() + static_cast<std::ptrdiff_t>(from),
                  street.begin() + static_cast<std::ptrdiff_t>(to),
                  1) == street.begin() + static_cast<std::ptrdiff_t>(to))
      fields[b].reset();
  }
  return fields;
}

}  // namespace weft::eval
