// XmlScanner: tags and text of an XML file, one after the other. Internal to url_list.cc.
//
// Sitemaps and feeds of the real web are often not well-formed: an unescaped '&', a missing end
// tag, HTML in the middle. The scanner takes what is there and never fails. It knows no DTD and
// therefore expands no entity but the predefined ones and character references.
//
// Time is linear, memory constant: events are views into the input, except decoded text.
#pragma once

#include <string>
#include <string_view>

namespace weft::crawl {

class XmlScanner {
 public:
  // REQUIRES: `text` outlives the scanner.
  explicit XmlScanner(std::string_view text) : rest_(text) {}

  enum class Event {
    kOpen,   // <name …>; an empty element <name/> is also followed by kClose
    kClose,  // </name>
    kText,   // characters or CDATA
    kEnd,
  };
  Event next();

  // Of kOpen and kClose: the name without its prefix.
  [[nodiscard]] std::string_view name() const { return name_; }
  // Of kOpen: the decoded value; empty if there is none of that name.
  [[nodiscard]] std::string attribute(std::string_view name) const;
  // Of kText: appends the decoded characters.
  void append_text(std::string& out) const;

 private:
  void read_tag();
  // Drops what is up to and including `end`, or everything; returns what was before it.
  std::string_view take_until(std::string_view end);

  std::string_view rest_;
  std::string_view name_;
  std::string_view attributes_;
  std::string_view text_;
  bool literal_ = false;        // text_ is CDATA.
  bool close_follows_ = false;  // The last tag was <name/>.
  Event event_ = Event::kEnd;
};

}  // namespace weft::crawl
