// An article's blocks as a sequence of events, with the elements that say what they are: what HTML, Markdown and plain text
// are written from. Internal to src/read.
#pragma once

#include <string>
#include <string_view>

#include "dom/table_grid.h"
#include "read/article.h"

namespace weft::read {

// Elements are opened and closed in order and never cross. Text comes in pieces, white space folded (except in <pre>), so
// that what was one word stays one.
class OutlineWriter {
 public:
  virtual ~OutlineWriter() = default;
  // p, h1–h6, ul, ol, li, blockquote, pre, figcaption, caption, dt, dd.
  virtual void open_block(dom::Atom name, dom::NodeId node) = 0;
  virtual void close_block(dom::Atom name) = 0;
  // a, em, i, strong, b, code, sub, sup, del, s, mark, kbd, q.
  virtual void open_inline(dom::Atom name, dom::NodeId node) = 0;
  virtual void close_inline(dom::Atom name) = 0;
  virtual void text(std::string_view text) = 0;
  virtual void line_break() = 0;
  virtual void image(std::string_view address, std::string_view alt) = 0;
  // A table: its caption, if it has one, then its rows of cells, each with inline elements and text.
  virtual void open_table(const dom::TableGrid& grid) = 0;
  virtual void open_row(const dom::TableGrid::Row& row) = 0;
  virtual void open_cell(const dom::TableGrid::Cell& cell) = 0;
  virtual void close_cell(const dom::TableGrid::Cell& cell) = 0;
  virtual void close_row() = 0;
  virtual void close_table() = 0;
  // Notes have numbers from 1. What follows is a note's text: comes behind the opening of its p or li.
  virtual void refer_to_note(size_t number) = 0;
  virtual void begin_note(size_t number) = 0;
};

void write_outline(const model::Page& page, const Article& article, OutlineWriter& writer);

// The address of a link or picture, absolute where the page's URL is known; empty for javascript: and the like.
std::string absolute_address(std::string_view address, const model::Page& page);

// The address of an <img>, also one that is loaded late; empty for a counter of visits and what has none.
std::string picture_address(const model::Page& page, dom::NodeId img);

}  // namespace weft::read
