// Title, description, picture and link of a record, by how they look. Source: [Amber] 4.6.
//
//   <li><img src=a.jpg> <h3><a href=/a>Banbury Road</a></h3> <p>An impressive detached…</p> £1,999,995
//     picture a.jpg, title "Banbury Road", link /a, description the paragraph
//
// For each record by itself, before alignment, which then judges them as it judges annotations:
//   1. Candidates are seen, and not part of a list of like items in the record: no three siblings of
//      one tag and class beside each other. Cells of a row are none.
//   2. Description: the largest element around the longest text that holds no other block.
//   3. Title: an element of inline contents alone in the upper half of the record. Large letters, a
//      link, an early place and annotations in it are preferred, each alike.
//   4. Picture: the largest; of equal ones the first.
//   5. Link: the one around or in the title; else around the picture; else the first.
// Without a layout the upper half is the first half of the record's elements with text (a tie goes
// to the first), and a picture is as large as its width and height say.
//
// DEVIATION: a text that is all one value of a form (a price, a date) is no title; a description is
// at least eighty characters long, and no title.

#include <algorithm>
#include <charconv>

#include "base/strings.h"
#include "dom/text.h"
#include "domain/amber/steps.h"

namespace weft::domain::amber {
namespace {

constexpr uint64_t kLeastDescription = 80;
constexpr uint64_t kLongestTitle = 200;
constexpr uint32_t kListLength = 3;
constexpr uint32_t kSiblingsLookedAt = 100;

bool is_inline_tag(std::string_view name) {
  constexpr std::string_view kInline[] = {
      "a",    "abbr", "b",     "big", "cite", "code",   "em",   "font", "i", "mark", "q",  "small",
      "span", "img",  "label", "sub", "sup",  "strong", "time", "tt",   "u", "bdi",  "wbr"};
  return std::find(std::begin(kInline), std::end(kInline), name) != std::end(kInline);
}

class RecordLooks {
 public:
  RecordLooks(const MarkedPage& page, Record record)
      : page_(page), doc_(page.doc()), record_(record) {
    for (dom::NodeId n = record.begin; n < record.end; n = next(n)) {
      if (page.has_words(n)) texts_.push_back(n);
    }
  }

  std::vector<Mark> find() {
    find_description();
    find_title();
    find_image();
    find_link();
    return std::move(marks_);
  }

 private:
  [[nodiscard]] dom::NodeId parent_within(dom::NodeId n) const {
    const dom::NodeId parent = doc_.parent(n);
    return parent >= record_.begin && parent < record_.end ? parent : dom::kNoNode;
  }

  // 1. Whether an element around it within the record is one of several like siblings.
  [[nodiscard]] bool in_list(dom::NodeId n) const {
    for (dom::NodeId at = n; at != dom::kNoNode; at = parent_within(at)) {
      const dom::NodeId parent = parent_within(at);
      if (parent == dom::kNoNode || !doc_.is_element(at)) continue;
      if (doc_.name(at) == dom::atoms::kTd || doc_.name(at) == dom::atoms::kTh) continue;
      const auto classes = doc_.attribute(at, dom::atoms::kClass);
      uint32_t alike = 0;
      uint32_t looked_at = 0;
      for (const dom::NodeId sibling : doc_.children(parent)) {
        if (++looked_at > kSiblingsLookedAt) break;
        alike += doc_.is_element(sibling) && doc_.name(sibling) == doc_.name(at) &&
                         doc_.attribute(sibling, dom::atoms::kClass) == classes
                     ? 1
                     : 0;
        if (alike >= kListLength) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool inline_alone(dom::NodeId n) const {
    for (const dom::NodeId d : doc_.descendants(n)) {
      if (doc_.is_element(d) && !is_inline_tag(doc_.name_text(d))) return false;
    }
    return true;
  }

  void add(uint32_t type, dom::NodeId node, dom::Atom attribute, std::string value) {
    const auto length = static_cast<uint32_t>(value.size());
    marks_.push_back({type, false, true, node, attribute, {0, length}, std::move(value)});
  }

  // 2.
  void find_description() {
    uint64_t longest = kLeastDescription - 1;
    for (const dom::NodeId n : texts_) {
      const uint64_t length = page_.text_length(n, doc_.end(n));
      if (length <= longest || in_list(n)) continue;
      longest = length;
      description_ = n;
    }
    if (description_ == dom::kNoNode) return;
    const double size = page_.font_size(description_);
    for (dom::NodeId at = parent_within(description_); at != dom::kNoNode; at = parent_within(at)) {
      if (!inline_alone(at) || page_.font_size(at) != size) break;
      description_ = at;
    }
    add(page_.types().description, description_, dom::kNoAtom,
        dom::normalized_text(doc_, description_));
  }

  // An instance with a form of its own that covers all of the text.
  [[nodiscard]] bool is_one_value(dom::NodeId n, uint64_t length) const {
    for (const Mark& mark : page_.marks_in(n, doc_.end(n))) {
      if (mark.label || mark.html_attribute != dom::kNoAtom || mark.value.size() < length) continue;
      if (mark.type < page_.domain().attributes.size() &&
          annotate::has_form(page_.domain().attributes[mark.type].type))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool is_annotated(dom::NodeId n) const {
    const auto marks = page_.marks_in(n, doc_.end(n));
    return std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
      return !mark.label && mark.html_attribute == dom::kNoAtom;
    });
  }

  [[nodiscard]] dom::NodeId link_around(dom::NodeId n) const {
    for (dom::NodeId at = n; at != dom::kNoNode; at = parent_within(at)) {
      if (doc_.name(at) == dom::atoms::kA && doc_.attribute(at, dom::atoms::kHref)) return at;
    }
    return dom::kNoNode;
  }

  // 3.
  void find_title() {
    double largest = 1;
    for (const dom::NodeId n : texts_) largest = std::max(largest, page_.font_size(n));
    double best = 0;
    for (size_t i = 0; i < (texts_.size() + 1) / 2; ++i) {
      const dom::NodeId n = texts_[i];
      // The whole of what is written in one go.
      dom::NodeId whole = n;
      for (dom::NodeId at = parent_within(n);
           at != dom::kNoNode && is_inline_tag(doc_.name_text(at)); at = parent_within(at)) {
        if (page_.text_length(at, doc_.end(at)) == page_.text_length(n, doc_.end(n))) whole = at;
      }
      const uint64_t length = page_.text_length(n, doc_.end(n));
      if (length > kLongestTitle || n == description_ || in_list(n) || is_one_value(whole, length))
        continue;
      const double early = 1 - static_cast<double>(i) / static_cast<double>(texts_.size());
      const double score = page_.font_size(n) / largest + (link_around(n) != dom::kNoNode ? 1 : 0) +
                           early + (is_annotated(n) ? 1 : 0);
      if (score <= best) continue;
      best = score;
      title_ = n;
    }
    if (title_ != dom::kNoNode)
      add(page_.types().title, title_, dom::kNoAtom, normalize_space(doc_.text(title_)));
  }

  [[nodiscard]] double pixels(dom::NodeId n, dom::Atom name) const {
    const std::string_view text = doc_.attribute(n, name).value_or("");
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  [[nodiscard]] double image_size(dom::NodeId n) const {
    if (page_.layout() != nullptr) return page_.layout()->box(n).area();
    constexpr double kUnknown = 100;  // Icons are the pictures that say how small they are.
    const double width = pixels(n, dom::atoms::kWidth);
    const double height = pixels(n, dom::atoms::kHeight);
    if (width == 0 && height == 0) return kUnknown * kUnknown;
    return width == 0 ? height * height : height == 0 ? width * width : width * height;
  }

  // 4.
  void find_image() {
    double largest = 0;
    for (dom::NodeId n = record_.begin; n < record_.end; n = next(n)) {
      if (doc_.name(n) != dom::atoms::kImg || page_.hidden(n) || in_list(n)) continue;
      const double size = image_size(n);
      if (size <= largest) continue;
      largest = size;
      image_ = n;
    }
    if (image_ == dom::kNoNode) return;
    const bool lazy = doc_.attribute(image_, dom::atoms::kDataSrc).has_value();
    const dom::Atom attribute = lazy ? dom::atoms::kDataSrc : dom::atoms::kSrc;
    const auto address = doc_.attribute(image_, attribute);
    if (address) add(page_.types().image, image_, attribute, normalize_space(*address));
  }

  // 5.
  void find_link() {
    dom::NodeId link = title_ != dom::kNoNode ? link_around(title_) : dom::kNoNode;
    if (link == dom::kNoNode && image_ != dom::kNoNode) link = link_around(image_);
    for (dom::NodeId n = record_.begin; link == dom::kNoNode && n < record_.end; n = next(n)) {
      if (!page_.hidden(n) && doc_.name(n) == dom::atoms::kA &&
          doc_.attribute(n, dom::atoms::kHref))
        link = n;
    }
    if (link != dom::kNoNode)
      add(page_.types().link, link, dom::atoms::kHref,
          normalize_space(*doc_.attribute(link, dom::atoms::kHref)));
  }

  const MarkedPage& page_;
  const dom::Document& doc_;
  Record record_;
  std::vector<dom::NodeId> texts_;
  dom::NodeId description_ = dom::kNoNode;
  dom::NodeId title_ = dom::kNoNode;
  dom::NodeId image_ = dom::kNoNode;
  std::vector<Mark> marks_;
};

}  // namespace

std::vector<Mark> find_visual_attributes(const MarkedPage& page,
                                         const std::vector<Record>& records) {
  std::vector<Mark> marks;
  for (const Record& record : records) {
    for (Mark& mark : RecordLooks(page, record).find()) marks.push_back(std::move(mark));
  }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.node < b.node; });
  return marks;
}

}  // namespace weft::domain::amber
