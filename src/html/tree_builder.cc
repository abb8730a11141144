// The dispatch to insertion modes, and inserting nodes (13.2.6.1).

#include "html/tree_builder.h"

#include <algorithm>

#include "base/strings.h"

namespace weft::html {

using dom::Namespace;
using dom::NodeKind;
using dom::StringRef;
namespace a = dom::atoms;

TreeBuilder::TreeBuilder(dom::Storage& storage, BuilderMemory& memory, std::string_view source,
                         const Options& options, Diagnostics& diagnostics)
    : storage_(storage),
      source_(source),
      options_(options),
      diagnostics_(diagnostics),
      names_(memory.names),
      open_(memory.open),
      formatting_(memory.formatting),
      writer_(memory.writer),
      tokenizer_(storage, memory.names, options.limits.max_attributes),
      token_(tokenizer_.token()),
      deepest_parent_(
          static_cast<int32_t>(std::clamp<uint32_t>(options.limits.max_depth, 4, INT32_MAX)) - 2),
      reopen_budget_(10'000 + source.size() / 4),
      move_budget_(1'000'000 + source.size() * 4) {}

void TreeBuilder::run() {
  names_.reset(storage_);
  writer_.start(storage_);
  tokenizer_.start(source_);
  if (!options_.fragment_context.empty()) start_fragment(options_.fragment_context);
  read_all();
  finish();
}

void TreeBuilder::finish() {
  token_.begin = tokenizer_.position();
  while (!open_.empty()) pop();
  open_.clear();
  formatting_.clear();
  fill_selected_contents();
  writer_.finish(source_.data(), std::max<uint32_t>(options_.limits.max_nodes, 1));
  report_limits();
}

void TreeBuilder::report_limits() {
  const auto report = [this](bool reached, DiagnosticKind kind, const char* detail) {
    if (reached) diagnostics_.push_back({kind, 0, detail});
  };
  report(truncated_depth_, DiagnosticKind::kTruncatedDepth, "");
  report(tokenizer_.dropped_attributes() > 0, DiagnosticKind::kTruncatedAttributes, "");
  report(bounded_formatting_, DiagnosticKind::kLimit, "formatting elements are no longer reopened");
  report(bounded_adoption_, DiagnosticKind::kLimit,
         "misnested formatting elements are no longer moved");
}

void TreeBuilder::process(TokenKind kind) {
  while (dispatch(kind) == Step::kReprocess) {
  }
}

TreeBuilder::Step TreeBuilder::dispatch(TokenKind kind) {
  if (!open_.empty() && (open_.top().bits & kForeign) != 0) [[unlikely]] {
    if (is_foreign(kind)) return in_foreign_content(kind);
  } else if (fragment_ && is_foreign(kind)) {
    return in_foreign_content(kind);
  }
  if (mode_ == Mode::kInBody) [[likely]]
    return in_body(kind);
  return in_mode(kind);
}

TreeBuilder::Step TreeBuilder::in_mode(TokenKind kind) {
  switch (mode_) {
    case Mode::kInitial:
      return initial(kind);
    case Mode::kBeforeHtml:
      return before_html(kind);
    case Mode::kBeforeHead:
      return before_head(kind);
    case Mode::kInHead:
      return in_head(kind);
    case Mode::kInHeadNoscript:
      return in_head_noscript(kind);
    case Mode::kAfterHead:
      return after_head(kind);
    case Mode::kInBody:
      return in_body(kind);
    case Mode::kText:
      return text_mode(kind);
    case Mode::kInTable:
      return in_table(kind);
    case Mode::kInTableText:
      return in_table_text(kind);
    case Mode::kInCaption:
      return in_caption(kind);
    case Mode::kInColumnGroup:
      return in_column_group(kind);
    case Mode::kInTableBody:
      return in_table_body(kind);
    case Mode::kInRow:
      return in_row(kind);
    case Mode::kInCell:
      return in_cell(kind);
    case Mode::kInTemplate:
      return in_template(kind);
    case Mode::kAfterBody:
      return after_body(kind);
    case Mode::kInFrameset:
      return in_frameset(kind);
    case Mode::kAfterFrameset:
      return after_frameset(kind);
    case Mode::kAfterAfterBody:
      return after_after_body(kind);
    case Mode::kAfterAfterFrameset:
      return after_after_frameset(kind);
  }
  return Step::kDone;
}

// --- where to insert ---

// The appropriate place for inserting a node, with the entry at `target` as override target.
Place TreeBuilder::appropriate_place(int32_t target) const {
  if (!foster_parenting_ || (open_.at(target).bits & kTablePart) == 0) {
    return {open_.at(std::min(target, deepest_parent_)).node};
  }
  const int32_t last_template = open_.last(a::kTemplate);
  const int32_t last_table = open_.last(a::kTable);
  if (last_template > last_table) return {open_.at(last_template).node};
  if (last_table < 0) return {open_.at(0).node};  // Fragment case.
  const uint32_t table = open_.at(last_table).node;
  return {storage_.parent[table], table};
}

// --- elements ---

uint32_t TreeBuilder::insert_made_up(Atom name) {
  const uint32_t node =
      writer_.insert(appropriate_place(),
                     {.name = name, .source_begin = token_.begin, .source_end = token_.begin});
  open_.push(node, OpenElements::slot_of(name), tag_info(name).bits | kRangeFixed);
  return node;
}

void TreeBuilder::drop_attributes() { storage_.attribute_count = token_.first_attribute; }

// A second <html> or <body> tag: its attributes are added to the element unless it has them.
void TreeBuilder::add_missing_attributes(uint32_t node) {
  constexpr size_t kMost = 256;  // DEVIATION: so that repeated tags cannot make this expensive.
  const dom::AttributeEntry* own = storage_.attributes.data() + storage_.payload[node];
  const dom::AttributeEntry* added = storage_.attributes.data() + token_.first_attribute;
  std::vector<dom::AttributeEntry> merged(own, own + storage_.payload_size[node]);
  for (uint32_t i = 0; i < token_.attribute_count && merged.size() < kMost; ++i) {
    const bool present = std::any_of(merged.begin(), merged.end(), [&](const auto& entry) {
      return entry.name == added[i].name;
    });
    if (!present) merged.push_back(added[i]);
  }
  drop_attributes();
  if (merged.size() == storage_.payload_size[node]) return;
  const uint32_t first = storage_.attribute_count;
  const auto count = static_cast<uint32_t>(merged.size());
  storage_.reserve_attributes(first + count);
  std::copy(merged.begin(), merged.end(), storage_.attributes.data() + first);
  storage_.attribute_count = first + count;
  storage_.payload[node] = first;
  storage_.payload_size[node] = count;
  storage_.kind[node] |= token_.may_have;
}

// --- text and comments ---

void TreeBuilder::insert_comment(Place place) {
  writer_.insert(place, {.kind = NodeKind::kComment,
                         .payload = token_.text.offset,
                         .payload_size = token_.text.length,
                         .source_begin = token_.begin,
                         .source_end = token_.end});
}

void TreeBuilder::settle_nulls(Nulls nulls) {
  const std::string raw(tokenizer_.view(token_.text));
  const size_t start = storage_.arena.size();
  for (const char c : raw) {
    if (c != '\0')
      storage_.arena += c;
    else if (nulls == Nulls::kReplace)
      storage_.arena += "\xEF\xBF\xBD";
  }
  token_.has_null = false;
  token_.may_be_visible = true;
  token_.text = {static_cast<uint32_t>(start) | dom::kArenaBit,
                 static_cast<uint32_t>(storage_.arena.size() - start)};
}

bool TreeBuilder::is_all_space(StringRef text) const {
  const std::string_view view = tokenizer_.view(text);
  return std::all_of(view.begin(), view.end(), [](char c) { return is_html_space(c); });
}

bool TreeBuilder::take_leading_space(Space what) {
  const StringRef text = token_.text;
  const std::string_view view = tokenizer_.view(text);
  const auto length = static_cast<uint32_t>(
      std::find_if_not(view.begin(), view.end(), [](char c) { return is_html_space(c); }) -
      view.begin());
  if (length > 0 && what == Space::kInsert) {
    token_.text.length = length;
    const bool has_null = std::exchange(token_.has_null, false);
    const bool may_be_visible = std::exchange(token_.may_be_visible, false);
    insert_text(Nulls::kDrop);
    token_.has_null = has_null;
    token_.may_be_visible = may_be_visible;
  }
  token_.text = {text.offset + length, text.length - length};
  if ((text.offset & dom::kArenaBit) == 0) token_.begin = token_.text.offset;
  return token_.text.length == 0;
}

void TreeBuilder::insert_only_space() {
  const std::string raw(tokenizer_.view(token_.text));
  if (std::all_of(raw.begin(), raw.end(), [](char c) { return is_html_space(c); })) {
    insert_text(Nulls::kDrop);
    return;
  }
  const size_t start = storage_.arena.size();
  std::copy_if(raw.begin(), raw.end(), std::back_inserter(storage_.arena),
               [](char c) { return is_html_space(c); });
  token_.has_null = false;
  token_.may_be_visible = false;
  token_.text = {static_cast<uint32_t>(start) | dom::kArenaBit,
                 static_cast<uint32_t>(storage_.arena.size() - start)};
  insert_text(Nulls::kDrop);
}

// --- popping ---

void TreeBuilder::pop_to_position(int32_t position) {
  while (open_.top_position() > position) pop();
}

void TreeBuilder::pop_through(int32_t position) {
  pop_to_position(position);
  pop_matched();
}

void TreeBuilder::generate_implied_end_tags(Atom except) {
  while ((open_.top().bits & kImpliedEnd) != 0 && !open_.top_is(except)) pop();
}

void TreeBuilder::generate_all_implied_end_tags_thoroughly() {
  while ((open_.top().bits & (kImpliedEnd | kImpliedEndThorough)) != 0) pop();
}

void TreeBuilder::close_p_slowly() {
  if (open_.in_scope(a::kP, Stop::kButtonScope)) close_p_element();
}

void TreeBuilder::close_p_element() {
  generate_implied_end_tags(a::kP);
  pop_to_position(open_.last(a::kP));
  pop();
}

}  // namespace weft::html
