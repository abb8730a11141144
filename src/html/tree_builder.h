// TreeBuilder: tree construction, section 13.2.6 of the standard.
//
// One function per insertion mode takes the current token and either deals with it or asks for it
// to be processed again in another mode. The functions are spread over files by the part of the
// page they are about; each names the section of the standard it follows.
//
//   tree_builder.cc          dispatch, inserting nodes
//   modes_before_body.cc     initial to after head
//   modes_body_start.cc      in body: text and start tags; the loop over tokens
//   modes_body_end.cc        in body: end tags
//   adoption_agency.cc       reopening and closing formatting elements
//   modes_table.cc           in table to in cell
//   modes_template.cc        templates, resetting the insertion mode
//   modes_after_body.cc      after body, framesets
//   foreign_content.cc       SVG and MathML
//   fragment.cc              innerHTML
//   selected_content.cc      <selectedcontent>
//   quirks.cc                doctypes
//
// Bounds, each with a diagnostic (see docs/parser.md): Limits, the length of the list of active
// formatting elements, clones made by reopening formatting elements, and work done by the adoption
// agency.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/limits.h"
#include "dom/storage.h"
#include "html/formatting_list.h"
#include "html/names.h"
#include "html/open_elements.h"
#include "html/tags.h"
#include "html/tokenizer.h"
#include "html/tree_writer.h"

namespace weft::html {

enum class Mode : uint8_t {
  kInitial,
  kBeforeHtml,
  kBeforeHead,
  kInHead,
  kInHeadNoscript,
  kAfterHead,
  kInBody,
  kText,
  kInTable,
  kInTableText,
  kInCaption,
  kInColumnGroup,
  kInTableBody,
  kInRow,
  kInCell,
  kInTemplate,
  kAfterBody,
  kInFrameset,
  kAfterFrameset,
  kAfterAfterBody,
  kAfterAfterFrameset,
};

// What is kept from page to page.
struct BuilderMemory {
  NameTable names;
  OpenElements open;
  FormattingList formatting;
  TreeWriter writer;
};

class TreeBuilder {
 public:
  struct Options {
    Limits limits;
    bool scripting = false;
    std::string_view fragment_context;  // As ParseOptions::fragment_context.
  };

  TreeBuilder(dom::Storage& storage, BuilderMemory& memory, std::string_view source,
              const Options& options, Diagnostics& diagnostics);

  // Parses the whole source into the storage.
  void run();

  [[nodiscard]] bool quirks_mode() const { return quirks_; }

 private:
  using Atom = dom::Atom;
  // What a mode did with the token.
  enum class Step : uint8_t { kDone, kReprocess };

  // --- tree_builder.cc ---
  void process(TokenKind kind);
  Step dispatch(TokenKind kind);
  Step in_mode(TokenKind kind);
  [[nodiscard]] bool token_is(Atom name) const { return token_.name.atom == name; }
  Step reprocess_in(Mode mode) {
    mode_ = mode;
    return Step::kReprocess;
  }
  void finish();
  void report_limits();

  // Inserting. Elements are pushed on the stack unless the name says otherwise.
  [[nodiscard]] uint32_t current_parent() const;
  [[nodiscard]] Place appropriate_place() const;
  [[nodiscard]] Place appropriate_place(int32_t target) const;
  uint32_t insert_element();
  uint32_t insert_element(uint32_t extra_bits);
  uint32_t insert_foreign_element(dom::Namespace name_space);
  uint32_t insert_made_up(Atom name);
  void insert_void_element();
  [[nodiscard]] Row element_row(Atom name, dom::Namespace name_space) const;
  void drop_attributes();
  void insert_comment() { insert_comment(appropriate_place()); }
  void insert_comment(Place place);
  // The text of the token, without nulls or with them replaced.
  enum class Nulls { kDrop, kReplace };
  void insert_text(Nulls nulls);
  // Gives the token its text without nulls, or with replacements.
  void settle_nulls(Nulls nulls);
  // Inserts or forgets the white space at the start of the text; true if nothing is left.
  enum class Space { kInsert, kIgnore };
  bool take_leading_space(Space what);
  [[nodiscard]] bool is_all_space(dom::StringRef text) const;
  // Text that consists of white space only goes in; what else there is, is dropped.
  void insert_only_space();
  void add_missing_attributes(uint32_t node);

  // Popping. `end` is where the element's bytes end.
  void pop() { pop_at(token_.begin); }
  void pop_at(uint32_t end);
  void pop_matched() { pop_at(token_.end); }
  void pop_to_position(int32_t position);
  // Pops up to and including the entry at `position`, which the current end tag closes.
  void pop_through(int32_t position);
  void generate_implied_end_tags() { generate_implied_end_tags(dom::kNoAtom); }
  void generate_implied_end_tags(Atom except);
  void generate_all_implied_end_tags_thoroughly();
  [[nodiscard]] bool in_scope(Atom name) const { return open_.in_scope(name, Stop::kScope); }
  void close_p_in_button_scope() {
    if (open_.last(dom::atoms::kP) >= 0) close_p_slowly();
  }
  void close_p_slowly();
  void close_p_element();

  // --- modes_before_body.cc ---
  Step initial(TokenKind kind);
  Step before_html(TokenKind kind);
  Step before_head(TokenKind kind);
  Step in_head(TokenKind kind);
  Step in_head_start(TokenKind kind);
  Step in_head_noscript(TokenKind kind);
  Step after_head(TokenKind kind);
  void insert_in_head_again(TokenKind kind);
  void start_raw_text(ContentModel model);
  Step text_mode(TokenKind kind);

  // --- modes_body_start.cc ---
  // The loop over tokens.
  void read_all();
  void read_and_process();
  void process_text();
  [[nodiscard]] bool is_space_in_table() const;
  void process_start_tag();
  bool process_plain_end_tag();
  void process_next();
  // Tokens follow the rules of "in body" unless they are tags that end a cell.
  [[nodiscard]] bool is_plain() const;
  Step in_body(TokenKind kind);
  void body_text();
  Step body_start_tag();
  Step body_rare_start_tag(StartRule rule);
  void start_body_again();
  void start_frameset();
  void start_form();
  void start_item();
  void start_anchor();
  void start_formatting();
  void start_nobr();
  void start_input();
  void start_select();
  void start_option(StartRule rule);
  void start_ruby(StartRule rule);
  void start_pre();

  // --- modes_body_end.cc ---
  Step body_end_tag();
  void end_block();
  void end_form();
  void end_item();
  void end_heading();
  void end_marker();
  void any_other_end_tag();
  Step end_body();
  Step stop_parsing();

  // --- adoption_agency.cc ---
  void reconstruct_formatting() {
    if (formatting_.empty()) return;
    const FormattingList::Entry& last = formatting_.back();
    if (FormattingList::is_marker(last) || writer_.is_open(last.node)) return;
    reconstruct_formatting_slowly();
  }
  void reconstruct_formatting_slowly();
  void adoption_agency(Atom subject);
  bool adopt_once(Atom subject);
  uint32_t adopt_between(int32_t formatting, int32_t& furthest, int32_t& bookmark);
  [[nodiscard]] uint32_t clone(uint32_t node);
  [[nodiscard]] Row clone_row(uint32_t node) const;
  [[nodiscard]] int32_t furthest_block(int32_t formatting) const;

  // --- modes_table.cc ---
  Step in_table(TokenKind kind);
  Step in_table_start();
  Step in_table_end();
  Step in_table_anything_else(TokenKind kind);
  struct PendingText {
    dom::StringRef text;
    uint32_t begin;
    uint32_t end;
    bool has_null;
    bool may_be_visible;
  };
  Step in_table_text(TokenKind kind);
  [[nodiscard]] PendingText token_text() const;
  void set_token_text(const PendingText& pending);
  Step in_caption(TokenKind kind);
  Step in_column_group(TokenKind kind);
  Step in_table_body(TokenKind kind);
  Step in_row(TokenKind kind);
  Step in_cell(TokenKind kind);
  void clear_stack_back_to(std::initializer_list<Atom> names);
  bool close_caption(uint32_t end);
  void close_cell();
  [[nodiscard]] bool in_table_scope(Atom name) const {
    return open_.in_scope(name, Stop::kTableScope);
  }

  // --- modes_template.cc ---
  Step in_template(TokenKind kind);
  void start_template();
  void end_template();
  void reset_insertion_mode();

  // --- modes_after_body.cc ---
  Step after_body(TokenKind kind);
  Step in_frameset(TokenKind kind);
  Step after_frameset(TokenKind kind);
  Step after_after_body(TokenKind kind);
  Step after_after_frameset(TokenKind kind);

  // --- foreign_content.cc ---
  [[nodiscard]] bool is_foreign(TokenKind kind) const;
  [[nodiscard]] uint32_t adjusted_current_bits() const;
  Step in_foreign_content(TokenKind kind);
  Step foreign_start_tag();
  Step foreign_end_tag();
  Step leave_foreign_content(TokenKind kind);
  void adjust_foreign_attributes(dom::Namespace name_space);
  Name adjusted_svg_name(Name name);
  [[nodiscard]] uint32_t annotation_xml_bits() const;

  // --- fragment.cc ---
  void start_fragment(std::string_view context);

  // --- selected_content.cc ---
  void fill_selected_contents();
  [[nodiscard]] uint32_t select_of_selected_content(uint32_t node) const;
  [[nodiscard]] uint32_t selected_option(uint32_t select);

  // --- quirks.cc ---
  [[nodiscard]] bool doctype_means_quirks() const;

  dom::Storage& storage_;
  const std::string_view source_;
  const Options options_;
  Diagnostics& diagnostics_;
  NameTable& names_;
  OpenElements& open_;
  FormattingList& formatting_;
  TreeWriter& writer_;
  Tokenizer tokenizer_;
  Token& token_;

  Mode mode_ = Mode::kInitial;
  Mode original_mode_ = Mode::kInBody;
  bool frameset_ok_ = true;
  bool foster_parenting_ = false;
  bool quirks_ = false;
  bool skip_line_feed_ = false;  // The first one after <pre>, <listing> and <textarea>.
  bool stopped_ = false;
  int32_t deepest_parent_;  // Stack position below which nothing is inserted: Limits::max_depth.
  uint32_t head_ = kNoRow;
  uint32_t form_ = kNoRow;
  std::vector<Mode> template_modes_;
  std::vector<PendingText> table_text_;
  std::vector<int32_t> between_;  // Stack positions that the adoption agency closes, topmost first.

  static constexpr size_t kMostSelectedContents = 64;
  std::vector<uint32_t> selected_contents_;

  // Fragments: the context element, on which the adjusted current node depends.
  bool fragment_ = false;
  Atom context_name_ = dom::kNoAtom;
  uint32_t context_bits_ = 0;

  uint64_t reopened_ = 0;  // Clones made by reopening formatting elements.
  uint64_t reopen_budget_;
  uint64_t move_budget_;
  bool truncated_depth_ = false;
  bool bounded_formatting_ = false;
  bool bounded_adoption_ = false;
};

// --- the few steps that most tokens take, compiled into the modes ---

inline uint32_t TreeBuilder::current_parent() const {
  return open_.at(std::min(open_.top_position(), deepest_parent_)).node;
}

inline Place TreeBuilder::appropriate_place() const {
  if (!foster_parenting_) [[likely]]
    return {current_parent()};
  return appropriate_place(open_.top_position());
}

inline Row TreeBuilder::element_row(Atom name, dom::Namespace name_space) const {
  return {.kind = dom::NodeKind::kElement,
          .name_space = name_space,
          .may_have = token_.may_have,
          .name = name,
          .payload = token_.first_attribute,
          .payload_size = token_.attribute_count,
          .source_begin = token_.begin,
          .source_end = token_.end};
}

inline uint32_t TreeBuilder::insert_element() { return insert_element(0); }

inline uint32_t TreeBuilder::insert_element(uint32_t extra_bits) {
  const uint32_t node =
      writer_.insert(appropriate_place(), element_row(token_.name.atom, dom::Namespace::kHtml));
  open_.push(node, OpenElements::slot_of(token_.name.index, dom::Namespace::kHtml),
             tag_info(token_.name.atom).bits | extra_bits);
  return node;
}

inline void TreeBuilder::insert_void_element() {
  writer_.insert(appropriate_place(), element_row(token_.name.atom, dom::Namespace::kHtml));
}

inline void TreeBuilder::pop_at(uint32_t end) {
  const OpenElements::Entry& entry = open_.top();
  if ((entry.bits & kRangeFixed) == 0) storage_.source_end[entry.node] = end;
  if ((entry.bits & kTracked) != 0) writer_.set_closed(entry.node);
  open_.pop();
}

inline void TreeBuilder::insert_text(Nulls nulls) {
  if (token_.has_null) [[unlikely]]
    settle_nulls(nulls);
  const dom::StringRef text = token_.text;
  if (text.length == 0) return;
  const uint8_t may_have = token_.may_be_visible ? dom::kMayBeVisible : 0;
  writer_.insert_text(appropriate_place(), {.kind = dom::NodeKind::kText,
                                            .may_have = may_have,
                                            .payload = text.offset,
                                            .payload_size = text.length,
                                            .source_begin = token_.begin,
                                            .source_end = token_.end});
}

}  // namespace weft::html
