// The structured recogniser. Source: [Amber] 4.2, Definitions 3 and 4.
//
//   <div><span>Price:</span> 300<i> GBP</i></div>
//     run "Price: 300 GBP"  →  label price on the text of <span>, instance price on <div>
//
//   1. The text of the page is cut into runs at entity-breaking elements (Definition 3): blocks,
//      pictures, line breaks, whatever is not inline. A run is what the chapter's separator ~@~
//      stands between; nothing is found across it.
//   2. In a run: terms and labels by one automaton, typed values and patterns by theirs.
//   3. A label counts where a label can stand: at the beginning of a run or after a mark, and
//      before a colon, a value or the end. What follows it, up to the next thing that parts, is
//      looked at by itself: "3" is a number of bedrooms after "Bedrooms:", not in "3 of 12".
//   4. What was found goes to the text node that holds all of it, or else to the lowest element that
//      does. DEVIATION: the chapter annotates elements; a text node says more and costs no more.
//   5. Attribute values are runs of their own; class, id and itemprop give labels alone.
//
// Tested by recognizer_test.cc.

#include "annotate/recognizer.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <re2/re2.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "value/normalize.h"

namespace weft::annotate {
namespace {

// How sure an annotation is before anything around it is known; alignment and columns decide.
constexpr double kCertainForm = 0.9;  // Check digits, or a form that hardly anything else has.
constexpr double kOwnForm = 0.6;      // A number, a measure, a pattern of the description.
constexpr double kWeakForm = 0.3;     // Written like a person or a place.
constexpr double kTerm = 0.7;         // A term; kWholeTerm where it is the whole text.
constexpr double kWholeTerm = 0.9;
constexpr double kLabelWithMark = 0.9;  // "Price:", or the whole text.
constexpr double kLabelBefore = 0.5;    // "Price 300".
constexpr double kTokenLabel = 0.4;     // class="price".

constexpr size_t kShortTerm = 3;  // Bytes; a shorter term counts as a whole text alone.

uint32_t term_tag(size_t attribute, bool label) {
  return static_cast<uint32_t>(2 * attribute + (label ? 1 : 0));
}

// Inline elements: they part nothing. <img>, <br>, form fields and everything unknown do.
bool is_inline(dom::Atom name) {
  static constexpr auto kInline = [] {
    namespace atoms = dom::atoms;
    std::array<bool, atoms::kCount> names{};
    for (const dom::Atom atom :
         {atoms::kA,    atoms::kAbbr,   atoms::kAcronym, atoms::kB,    atoms::kBdi,  atoms::kBdo,
          atoms::kBig,  atoms::kCite,   atoms::kCode,    atoms::kData, atoms::kDel,  atoms::kDfn,
          atoms::kEm,   atoms::kFont,   atoms::kI,       atoms::kIns,  atoms::kKbd,  atoms::kLabel,
          atoms::kMark, atoms::kNobr,   atoms::kQ,       atoms::kS,    atoms::kSamp, atoms::kSmall,
          atoms::kSpan, atoms::kStrike, atoms::kStrong,  atoms::kSub,  atoms::kSup,  atoms::kTime,
          atoms::kTt,   atoms::kU,      atoms::kVar,     atoms::kWbr})
      names[static_cast<size_t>(atom)] = true;
    return names;
  }();
  return dom::is_known(name) && kInline[static_cast<size_t>(name)];
}

bool breaks_entities(const dom::Document& doc, dom::NodeId n) {
  if (!is_inline(doc.name(n))) return true;
  if (doc.attribute_count(n) == 0) return false;
  const auto style = doc.attribute(n, dom::atoms::kStyle);
  if (!style) return false;
  const auto display = dom::inline_style_value(*style, "display");
  return display && *display != "inline" && *display != "contents" && *display != "none";
}

// A run of text: the texts of consecutive text nodes, folded as one.
struct Run {
  struct Piece {
    dom::NodeId node;
    uint32_t begin;  // Of its first character that is no space; where the node's own text begins.
  };
  std::string text;
  std::vector<Piece> pieces;
};

// Appends the text of a node with white space folded; spaces at its ends are kept as one.
void append_piece(Run& run, const dom::Document& doc, dom::NodeId n) {
  const std::string_view raw = doc.text(n);
  const std::string folded = normalize_space(raw);
  if (folded.empty()) {
    if (!raw.empty() && !run.text.empty() && run.text.back() != ' ') run.text += ' ';
    return;
  }
  if (!raw.starts_with(folded.front()) && !run.text.empty() && run.text.back() != ' ')
    run.text += ' ';
  run.pieces.push_back({n, static_cast<uint32_t>(run.text.size())});
  run.text += folded;
  if (!raw.ends_with(folded.back())) run.text += ' ';
}

bool is_word_byte(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// The confidence of a label at this place of the text; 0 where none can stand.
double label_confidence(std::string_view text, Span span) {
  const std::string_view before = trim(text.substr(0, span.begin));
  std::string_view after = trim(text.substr(span.end));
  if (!before.empty() && is_word_byte(before.back())) return 0;
  if (after.starts_with(')')) after = trim(after.substr(1));
  if (after.empty() && before.empty()) return kLabelWithMark;
  if (after.starts_with(':') || after.starts_with('=')) return kLabelWithMark;
  return before.empty() ? kLabelBefore : 0;
}

// A text up to what parts one thing from the next.
std::string_view first_part(std::string_view text) {
  constexpr std::string_view kParting[] = {"|", ";", ", ", " · ", " • ", " – ", "(", ")", "  "};
  size_t end = text.size();
  for (const std::string_view mark : kParting) end = std::min(end, text.find(mark));
  return trim(text.substr(0, end));
}

double instance_confidence(const AttributeKnowledge& attribute) {
  if (!attribute.pattern.empty()) return kOwnForm;
  if (is_strong(attribute.type)) return kCertainForm;
  return has_form(attribute.type) ? kOwnForm : kWeakForm;
}

// Names of classes and ids as words: "productPrice_now" is "product price now".
std::string words_of_token(std::string_view token) {
  std::string words;
  for (size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    if (!is_word_byte(c)) {
      words += ' ';
      continue;
    }
    if (i != 0 && c >= 'A' && c <= 'Z' && token[i - 1] >= 'a' && token[i - 1] <= 'z') words += ' ';
    words += ascii_lower(c);
  }
  return words;
}

}  // namespace

Recognizer::Recognizer(Domain domain, std::string country)
    : domain_(std::move(domain)), country_(std::move(country)) {
  for (size_t a = 0; a < domain_.attributes.size(); ++a) {
    const AttributeKnowledge& attribute = domain_.attributes[a];
    patterns_.push_back(attribute.pattern.empty()
                            ? nullptr
                            : std::make_unique<RE2>("(" + attribute.pattern + ")", RE2::Quiet));
    const bool formless = attribute.type == EntityType::kText ||
                          attribute.type == EntityType::kImage ||
                          attribute.type == EntityType::kBoolean;
    if (patterns_.back() != nullptr || !formless) formed_.push_back(static_cast<uint32_t>(a));
    for (const std::string& term : attribute.terms) terms_.add(term, term_tag(a, false));
    for (const std::string& label : attribute.labels) {
      terms_.add(label, term_tag(a, true));
      labels_.add(label, term_tag(a, true));
    }
  }
  terms_.build();
  labels_.build();
}

Recognizer::~Recognizer() = default;
Recognizer::Recognizer(Recognizer&&) noexcept = default;
Recognizer& Recognizer::operator=(Recognizer&&) noexcept = default;

bool Recognizer::has_form(size_t attribute) const {
  return patterns_[attribute] != nullptr || annotate::has_form(domain_.attributes[attribute].type);
}

bool Recognizer::within_bounds(const AttributeKnowledge& attribute, std::string_view text) const {
  if (!attribute.least && !attribute.most) return true;
  const auto number = value::normalize_number(text, {.country = country_});
  if (!number) return true;  // "studio", "two": in words.
  const auto fits = [&](std::string_view digits) {
    const auto value = leading_number<double>(digits);
    return (!attribute.least || value >= *attribute.least) &&
           (!attribute.most || value <= *attribute.most);
  };
  if (fits(*number)) return true;
  // "40.190" is forty in one language and forty thousand in another; here nobody knows which.
  std::string digits;
  for (const char c : text) {
    if (is_ascii_digit(c)) digits += c;
  }
  const size_t mark = text.find_last_of(".,");
  const bool grouped = mark != std::string_view::npos && mark + 4 <= text.size() &&
                       std::all_of(text.begin() + static_cast<std::ptrdiff_t>(mark) + 1,
                                   text.begin() + static_cast<std::ptrdiff_t>(mark) + 4,
                                   [](char c) { return is_ascii_digit(c); });
  return grouped && fits(digits);
}

void Recognizer::find_instances(size_t a, std::string_view text, std::vector<Span>& spans) const {
  const AttributeKnowledge& attribute = domain_.attributes[a];
  const size_t first = spans.size();
  if (patterns_[a] == nullptr) {
    find_typed(attribute.type, text, country_, spans);
  } else {
    re2::StringPiece found;
    for (size_t from = 0; from < text.size() &&
                          patterns_[a]->Match({text.data(), text.size()}, from, text.size(),
                                              RE2::UNANCHORED, &found, 1) &&
                          !found.empty();) {
      const auto begin = static_cast<uint32_t>(found.data() - text.data());
      spans.push_back({begin, static_cast<uint32_t>(begin + found.size())});
      from = begin + found.size();
    }
  }
  spans.erase(std::remove_if(spans.begin() + static_cast<std::ptrdiff_t>(first), spans.end(),
                             [&](Span span) {
                               return !within_bounds(
                                   attribute, text.substr(span.begin, span.end - span.begin));
                             }),
              spans.end());
}

void Recognizer::find_label_words(std::string_view text, std::vector<Found>& found) const {
  TextWords words;
  words.cut(text);
  std::vector<TermHit> hits;
  labels_.find(words, hits);
  for (const TermHit& hit : hits) found.push_back({hit.tag / 2, true, hit.span, kTokenLabel});
}

// 3. Instances of an attribute that stand alone behind its label.
void Recognizer::find_labelled(std::string_view text, size_t first,
                               std::vector<Found>& found) const {
  std::vector<Span> spans;
  const size_t end = found.size();
  for (size_t i = first; i < end; ++i) {
    const Found label = found[i];
    if (!label.label || !has_form(label.attribute)) continue;
    const size_t begin = text.find_first_not_of(" :=.", label.span.end);
    if (begin == std::string_view::npos) continue;
    const std::string_view value = first_part(text.substr(begin));
    spans.clear();
    find_instances(label.attribute, value, spans);
    for (const Span span : spans) {
      const auto shift = static_cast<uint32_t>(begin);
      found.push_back({label.attribute,
                       false,
                       {span.begin + shift, span.end + shift},
                       instance_confidence(domain_.attributes[label.attribute])});
    }
  }
}

bool Recognizer::is_term(size_t attribute, const TextWords& text) const {
  return terms_.contains(text, term_tag(attribute, false)) ||
         domain_.attributes[attribute].in_gazetteers(text);
}

void Recognizer::find(std::string_view text, std::vector<Found>& found) const {
  TextWords words;
  find(text, words, found);
}

void Recognizer::find(std::string_view text, TextWords& words, std::vector<Found>& found) const {
  const size_t first = found.size();
  words.cut(text);
  std::vector<TermHit> hits;
  terms_.find(words, hits);
  for (size_t a = 0; a < domain_.attributes.size(); ++a) {
    for (const auto& gazetteer : domain_.attributes[a].gazetteers) {
      const size_t known = hits.size();
      gazetteer->find(words, hits);
      for (size_t h = known; h < hits.size(); ++h) hits[h].tag = term_tag(a, false);
    }
  }
  for (const TermHit& hit : hits) {
    const uint32_t attribute = hit.tag / 2;
    const bool label = hit.tag % 2 != 0;
    const bool whole = hit.span.end - hit.span.begin == text.size();
    if (hit.span.end - hit.span.begin < kShortTerm && !whole && !label) continue;
    const double confidence =
        label ? label_confidence(text, hit.span) : (whole ? kWholeTerm : kTerm);
    if (confidence > 0) found.push_back({attribute, label, hit.span, confidence});
  }
  std::vector<Span> spans;
  const TextTraits traits = formed_.empty() ? TextTraits() : traits_of(text);
  for (const uint32_t a : formed_) {
    if (patterns_[a] == nullptr && !may_hold(domain_.attributes[a].type, traits)) continue;
    spans.clear();
    find_instances(a, text, spans);
    for (const Span span : spans)
      found.push_back({a, false, span, instance_confidence(domain_.attributes[a])});
  }
  find_labelled(text, first, found);
  // One annotation of a type and span: the surest.
  const auto begin = found.begin() + static_cast<std::ptrdiff_t>(first);
  const auto place = [](const Found& f) {
    return std::tuple(f.span.begin, f.span.end, f.attribute, f.label);
  };
  std::sort(begin, found.end(), [&](const Found& a, const Found& b) {
    return std::pair(place(a), -a.confidence) < std::pair(place(b), -b.confidence);
  });
  found.erase(std::unique(begin, found.end(),
                          [&](const Found& a, const Found& b) { return place(a) == place(b); }),
              found.end());
}

namespace {

// Collects the annotations of one page.
class PageAnnotator {
 public:
  PageAnnotator(const Recognizer& recognizer, const dom::Document& doc)
      : recognizer_(recognizer), doc_(doc) {}

  std::vector<Annotation> run() {
    // Ends of the entity-breaking elements that are open.
    std::vector<dom::NodeId> open;
    for (dom::NodeId n = dom::kRoot; index(n) < doc_.size();) {
      while (!open.empty() && index(n) >= index(open.back())) {
        open.pop_back();
        end_run();
      }
      if (doc_.is_text(n)) {
        append_piece(run_, doc_, n);
      } else if (doc_.is_element(n)) {
        if (dom::is_unread(doc_.name(n))) {
          n = doc_.end(n);
          continue;
        }
        annotate_attributes(n);
        if (breaks_entities(doc_, n)) {
          end_run();
          open.push_back(doc_.end(n));
        }
      }
      n = dom::next(n);
    }
    end_run();
    std::stable_sort(
        annotations_.begin(), annotations_.end(),
        [](const Annotation& a, const Annotation& b) { return index(a.node) < index(b.node); });
    return std::move(annotations_);
  }

 private:
  void end_run() {
    while (!run_.text.empty() && run_.text.back() == ' ') run_.text.pop_back();
    if (!run_.text.empty()) {
      found_.clear();
      recognizer_.find(run_.text, words_, found_);
      for (const Found& found : found_) place(found);
    }
    run_.text.clear();
    run_.pieces.clear();
  }

  // 4. The lowest node that holds the span.
  void place(const Found& found) {
    const auto piece_at = [&](uint32_t at) {
      auto it =
          std::upper_bound(run_.pieces.begin(), run_.pieces.end(), at,
                           [](uint32_t value, const Run::Piece& p) { return value < p.begin; });
      return it == run_.pieces.begin() ? it : it - 1;
    };
    const auto first = piece_at(found.span.begin);
    const auto last = piece_at(found.span.end - 1);
    Annotation annotation{found.attribute,
                          found.label,
                          first->node,
                          dom::kNoAtom,
                          run_.text.substr(found.span.begin, found.span.end - found.span.begin),
                          {found.span.begin - first->begin, found.span.end - first->begin},
                          found.confidence};
    if (first != last) {
      annotation.node = doc_.lowest_common_ancestor(first->node, last->node);
      const uint32_t before = offset_within(annotation.node, first->node);
      annotation.span = {annotation.span.begin + before, annotation.span.end + before};
    }
    annotations_.push_back(std::move(annotation));
  }

  // Where the text of a text node begins in the normalised text of an element around it.
  uint32_t offset_within(dom::NodeId around, dom::NodeId node) const {
    std::string before;
    for (const dom::NodeId n : doc_.subtree(around)) {
      if (n == node) break;
      if (doc_.is_text(n)) before += doc_.text(n);
    }
    // A character after it shows whether white space stands before.
    before += doc_.text(node);
    const std::string own = normalize_space(doc_.text(node));
    const std::string all = normalize_space(before);
    return static_cast<uint32_t>(all.size() - own.size());
  }

  // 5. Attribute values.
  void annotate_attributes(dom::NodeId n) {
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const dom::Attribute attribute = doc_.attribute_at(n, i);
      namespace atoms = dom::atoms;
      const dom::Atom name = attribute.name;
      const bool token = name == atoms::kClass || name == atoms::kId || name == atoms::kItemprop;
      const bool text = name == atoms::kAlt || name == atoms::kTitle || name == atoms::kContent ||
                        name == atoms::kDatetime || name == atoms::kValue || name == atoms::kHref;
      if (!token && !text) continue;
      if (token) {
        annotate_tokens(n, attribute);
        continue;
      }
      const std::string value = normalize_space(attribute.value);
      found_.clear();
      recognizer_.find(value, words_, found_);
      for (const Found& found : found_) add(n, name, value, found);
    }
  }

  // OPTIMIZATION: a page has few different classes, most of them without a label.
  void annotate_tokens(dom::NodeId n, const dom::Attribute& attribute) {
    const auto [it, fresh] = token_labels_.try_emplace(attribute.value);
    if (fresh) recognizer_.find_label_words(words_of_token(attribute.value), it->second);
    if (it->second.empty()) return;
    const std::string words = words_of_token(attribute.value);
    for (const Found& found : it->second) add(n, attribute.name, words, found);
  }

  void add(dom::NodeId n, dom::Atom attribute, const std::string& text, const Found& found) {
    annotations_.push_back({found.attribute, found.label, n, attribute,
                            text.substr(found.span.begin, found.span.end - found.span.begin),
                            found.span, found.confidence});
  }

  const Recognizer& recognizer_;
  const dom::Document& doc_;
  Run run_;
  TextWords words_;
  std::vector<Found> found_;
  std::unordered_map<std::string_view, std::vector<Found>> token_labels_;
  std::vector<Annotation> annotations_;
};

}  // namespace

std::vector<Annotation> Recognizer::annotate(const dom::Document& doc) const {
  return PageAnnotator(*this, doc).run();
}

}  // namespace weft::annotate
