// Strings, as views wherever the characters already exist somewhere.

#include <cmath>
#include <cstring>

#include "base/strings.h"
#include "select/evaluator.h"
#include "select/find_text.h"
#include "select/number.h"

namespace weft::select {
namespace {

constexpr std::string_view kNamespaceUris[] = {"http://www.w3.org/1999/xhtml",
                                               "http://www.w3.org/2000/svg",
                                               "http://www.w3.org/1998/Math/MathML"};

std::string_view trim_xml(std::string_view text) {
  while (!text.empty() && is_xml_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_xml_space(text.back())) text.remove_suffix(1);
  return text;
}

// Where the first white space is that normalize-space() would change, in trimmed text; its size if
// there is none.
size_t first_untidy_space(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) > ' ' || !is_xml_space(text[i])) continue;
    if (text[i] != ' ' || is_xml_space(text[i + 1])) return i;
  }
  return text.size();
}

// Bytes of the UTF-8 sequence at the start of `text`, at least 1.
size_t sequence_length(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
    ++length;
  return length;
}

// JavaScript's $1 as RE2's \1.
std::string rewrite_of(std::string_view replacement) {
  std::string rewrite;
  for (size_t i = 0; i < replacement.size(); ++i) {
    if (replacement[i] == '\\') {
      rewrite += "\\\\";
    } else if (replacement[i] == '$' && i + 1 < replacement.size() &&
               is_ascii_digit(replacement[i + 1])) {
      rewrite += '\\';
    } else {
      rewrite += replacement[i];
    }
  }
  return rewrite;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::string_view Evaluator::string(uint32_t at, const Focus& focus) {
  const Instruction& in = instruction(at);
  switch (in.op) {
    case Op::kString:
      return in.text;
    case Op::kAttributeString: {
      const dom::AttributeEntry* attribute = find_attribute(in.attribute, focus.node);
      return attribute == nullptr ? std::string_view() : view(attribute->value);
    }
    case Op::kToString:
      return to_string(argument(in, 0), focus);
    case Op::kConcat:
      return concat(in, focus);
    case Op::kSubstring:
      return substring(in, focus);
    case Op::kSubstringBefore:
    case Op::kSubstringAfter: {
      const std::string_view text = string(argument(in, 0), focus);
      const std::string_view mark = string(argument(in, 1), focus);
      const size_t found = find_text(text, mark);
      if (found == std::string_view::npos) return {};
      return in.op == Op::kSubstringBefore ? text.substr(0, found)
                                           : text.substr(found + mark.size());
    }
    case Op::kNormalizeSpace:
      return normalize(string(argument(in, 0), focus));
    case Op::kTranslate:
      return translate(in, focus);
    case Op::kName:
    case Op::kLocalName:
    case Op::kNamespaceUri:
      return name_of(in, focus);
    case Op::kRegexMatch:
      return regex_match(in, focus);
    case Op::kRegexReplace:
      return regex_replace(in, focus);
    default:
      return to_string(at, focus);
  }
}

// A value of any type as a string.
std::string_view Evaluator::to_string(uint32_t at, const Focus& focus) {
  const Instruction& in = instruction(at);
  switch (type_of(at)) {
    case Type::kBoolean:
      return boolean(at, focus) ? "true" : "false";
    case Type::kNumber:
      return scratch_.strings.copy(number_to_string(number(at, focus)));
    case Type::kString:
      return in.op == Op::kVariable ? std::string_view(std::get<std::string>(variable(in)))
                                    : string(at, focus);
    default:
      break;
  }
  const auto node = first(at, focus);
  return node ? string_of(*node) : std::string_view();
}

std::string_view Evaluator::string_of(NodeRef node) {
  if (node.is_attribute()) {
    const dom::Storage& storage = doc_.storage();
    return view(
        storage.attributes[storage.payload[index(node.node)] + node.attribute_index()].value);
  }
  switch (doc_.kind(node.node)) {
    case dom::NodeKind::kText:
    case dom::NodeKind::kComment:
      return doc_.text(node.node);
    case dom::NodeKind::kDoctype:
      return {};
    default:
      return element_text(node.node);
  }
}

// One text node below: a view of it. Several: their concatenation, or a view of the TextIndex once
// the work spent on concatenations would have paid for it.
std::string_view Evaluator::element_text(dom::NodeId n) {
  if (scratch_.text_index.built()) {
    const std::string_view text = scratch_.text_index.text(doc_, n);
    visits_ += text.size() / 64;
    return text;
  }
  const uint32_t end = columns_.end(index(n));
  const uint32_t first = find_kind(columns_.kind, index(n), end, dom::NodeKind::kText);
  text_work_ += (end - index(n)) / 8;
  if (first == end) return {};
  const uint32_t second = find_kind(columns_.kind, first + 1, end, dom::NodeKind::kText);
  if (second == end) return doc_.text(dom::NodeId{first});
  size_t total = 0;
  for (uint32_t x = first; x < end;
       x = find_kind(columns_.kind, x + 1, end, dom::NodeKind::kText)) {
    total += doc_.text(dom::NodeId{x}).size();
  }
  text_work_ += total + (end - index(n));
  if (text_work_ > doc_.source().size() / 2 + columns_.size) {
    scratch_.text_index.build(doc_);
    visits_ += columns_.size;
    return scratch_.text_index.text(doc_, n);
  }
  char* room = scratch_.strings.allocate(total);
  char* to = room;
  for (uint32_t x = first; x < end;
       x = find_kind(columns_.kind, x + 1, end, dom::NodeKind::kText)) {
    const std::string_view part = doc_.text(dom::NodeId{x});
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  return {room, total};
}

std::string_view Evaluator::name_of(const Instruction& in, const Focus& focus) {
  const auto node = first(argument(in, 0), focus);
  if (!node) return {};
  const bool is_element = columns_.is_element(index(node->node));
  if (in.op == Op::kNamespaceUri) {
    if (node->is_attribute() || !is_element || plan_.xml_names) return {};
    return kNamespaceUris[static_cast<size_t>(doc_.name_space(node->node))];
  }
  if (!node->is_attribute() && !is_element) return {};
  std::string_view name = node->is_attribute()
                              ? doc_.attribute_at(node->node, node->attribute_index()).name_text
                              : doc_.name_text(node->node);
  const size_t colon = name.find(':');
  if (in.op == Op::kLocalName && colon != std::string_view::npos) name.remove_prefix(colon + 1);
  return name;
}

std::string_view Evaluator::concat(const Instruction& in, const Focus& focus) {
  // Arguments may build strings of their own, so they are all evaluated before the room is taken.
  size_t total = 0;
  std::string_view few[8];
  std::vector<std::string_view> many;
  std::string_view* parts = few;
  if (in.argument_count > std::size(few)) {
    many.resize(in.argument_count);
    parts = many.data();
  }
  for (uint32_t i = 0; i < in.argument_count; ++i) {
    parts[i] = string(argument(in, i), focus);
    total += parts[i].size();
  }
  char* room = scratch_.strings.allocate(total);
  char* to = room;
  for (uint32_t i = 0; i < in.argument_count; ++i) {
    if (!parts[i].empty()) std::memcpy(to, parts[i].data(), parts[i].size());
    to += parts[i].size();
  }
  return {room, total};
}

// Characters at positions p with round(start) <= p < round(start) + round(length).
std::string_view Evaluator::substring(const Instruction& in, const Focus& focus) {
  const std::string_view text = string(argument(in, 0), focus);
  const double start = round_half_up(number(argument(in, 1), focus));
  const bool bounded = in.argument_count > 2;
  const double stop = bounded ? start + round_half_up(number(argument(in, 2), focus)) : 0;
  size_t begin = text.size();
  size_t end = text.size();
  double position = 1;
  for (size_t at = 0; at < text.size(); at += sequence_length(text.substr(at)), ++position) {
    const bool inside = position >= start && (!bounded || position < stop);
    if (inside && begin == text.size()) begin = at;
    if (!inside && begin != text.size()) {
      end = at;
      break;
    }
  }
  return text.substr(begin, end - begin);
}

std::string_view Evaluator::normalize(std::string_view text) {
  text = trim_xml(text);
  const size_t untidy = first_untidy_space(text);
  if (untidy == text.size()) return text;
  char* room = scratch_.strings.allocate(text.size());
  std::memcpy(room, text.data(), untidy);
  size_t kept = untidy;
  for (size_t i = untidy; i < text.size(); ++i) {
    if (!is_xml_space(text[i])) {
      room[kept++] = text[i];
    } else if (kept == 0 || room[kept - 1] != ' ') {
      room[kept++] = ' ';
    }
  }
  return scratch_.strings.shrink(room, text.size(), kept);
}

std::string_view Evaluator::translate(const Instruction& in, const Focus& focus) {
  const std::string_view text = string(argument(in, 0), focus);
  const std::string_view from = string(argument(in, 1), focus);
  const std::string_view to = string(argument(in, 2), focus);
  // What each character becomes; the first mention of a character counts.
  std::unordered_map<std::string_view, std::string_view> map;
  size_t to_at = 0;
  for (size_t at = 0; at < from.size();) {
    const std::string_view character = from.substr(at, sequence_length(from.substr(at)));
    std::string_view replacement;
    if (to_at < to.size()) replacement = to.substr(to_at, sequence_length(to.substr(to_at)));
    map.emplace(character, replacement);
    at += character.size();
    to_at += replacement.size();
  }
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const std::string_view character = text.substr(at, sequence_length(text.substr(at)));
    const auto found = map.find(character);
    out += found == map.end() ? character : found->second;
    at += character.size();
  }
  return scratch_.strings.copy(out);
}

// --- regular expressions ---

std::shared_ptr<const RE2> Evaluator::regex(const Instruction& in, const Focus& focus) {
  if (in.regex != nullptr) return in.regex;
  const std::string_view pattern = string(argument(in, 1), focus);
  const std::string_view flags =
      in.argument_count > 2 ? string(argument(in, 2), focus) : std::string_view();
  constexpr size_t kMostCached = 64;
  if (scratch_.regexes.size() > kMostCached) scratch_.regexes.clear();
  std::string key(flags);
  key += '/';
  key += pattern;
  const auto [entry, added] = scratch_.regexes.try_emplace(std::move(key));
  if (added) entry->second = compile_regex(pattern, flags);
  return entry->second;
}

// The first capturing group of the first match; the whole match if the pattern has no groups.
std::string_view Evaluator::regex_match(const Instruction& in, const Focus& focus) {
  const std::string_view text = string(argument(in, 0), focus);
  const auto pattern = regex(in, focus);
  re2::StringPiece groups[2];
  if (pattern == nullptr ||
      !pattern->Match(piece(text), 0, text.size(), RE2::UNANCHORED, groups, 2))
    return {};
  const re2::StringPiece& group = groups[pattern->NumberOfCapturingGroups() > 0 ? 1 : 0];
  return group.data() == nullptr ? std::string_view()
                                 : std::string_view(group.data(), group.size());
}

// EXSLT: replaces the first match, or with the flag g all of them; $1 is the first group.
std::string_view Evaluator::regex_replace(const Instruction& in, const Focus& focus) {
  const std::string_view text = string(argument(in, 0), focus);
  const std::string_view flags = string(argument(in, 2), focus);
  const auto pattern = regex(in, focus);
  if (pattern == nullptr) return text;
  const std::string rewrite = rewrite_of(string(argument(in, 3), focus));
  std::string out(text);
  if (flags.find('g') != std::string_view::npos) {
    RE2::GlobalReplace(&out, *pattern, rewrite);
  } else {
    RE2::Replace(&out, *pattern, rewrite);
  }
  return scratch_.strings.copy(out);
}

}  // namespace weft::select
