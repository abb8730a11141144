#include "templates/testing/regenerate.h"

#include <map>
#include <optional>

#include "base/strings.h"
#include "html/parser.h"

namespace weft::templates::testing {
namespace {

using wrap::Grammar;
using wrap::GrammarEvent;
using wrap::GrammarKind;
using wrap::GrammarStep;

// Reads events along the grammar; small test pages, so it may recurse.
class DataReader {
 public:
  DataReader(const Grammar& grammar, const dom::Document& doc,
             const std::vector<GrammarEvent>& events)
      : grammar_(grammar), doc_(doc), events_(events) {}

  void read(uint32_t n) {
    const wrap::GrammarNode& node = grammar_.nodes[n];
    const auto enters = [&](uint32_t g) {
      return at_ < events_.size() && events_[at_].step == GrammarStep::kEnter &&
             events_[at_].grammar == g;
    };
    switch (node.kind) {
      case GrammarKind::kElement:
        ++at_;
        read_children(n);
        ++at_;
        break;
      case GrammarKind::kField:
        data.fields.push_back(normalize_space(doc_.text(events_[at_].node)));
        [[fallthrough]];
      case GrammarKind::kText:
        ++at_;
        break;
      case GrammarKind::kOption:
      case GrammarKind::kList: {
        const size_t slot = data.turns.size();
        data.turns.push_back(0);
        while (enters(n) && (node.kind == GrammarKind::kList || data.turns[slot] == 0)) {
          ++data.turns[slot];
          ++at_;
          read_children(n);
          ++at_;
        }
        break;
      }
      case GrammarKind::kChoice:
        for (uint32_t b = 0; b < node.children.size(); ++b) {
          if (!enters(node.children[b])) continue;
          data.turns.push_back(b);
          ++at_;
          read_children(node.children[b]);
          ++at_;
          break;
        }
        break;
      case GrammarKind::kBranch:
        break;
    }
  }

  PageData data;

 private:
  void read_children(uint32_t n) {
    for (const uint32_t child : grammar_.nodes[n].children) read(child);
  }
  const Grammar& grammar_;
  const dom::Document& doc_;
  const std::vector<GrammarEvent>& events_;
  size_t at_ = 0;
};

class TokenWriter {
 public:
  TokenWriter(const Grammar& grammar, const PageData& data) : grammar_(grammar), data_(data) {}

  void write(uint32_t n) {
    const wrap::GrammarNode& node = grammar_.nodes[n];
    switch (node.kind) {
      case GrammarKind::kElement:
        tokens.push_back("<" + node.name + ">");
        write_children(n);
        tokens.push_back("</" + node.name + ">");
        break;
      case GrammarKind::kText:
        tokens.push_back(node.name);
        break;
      case GrammarKind::kField:
        tokens.push_back(data_.fields[field_++]);
        break;
      case GrammarKind::kOption:
      case GrammarKind::kList:
        for (uint32_t turns = data_.turns[turn_++]; turns > 0; --turns) write_children(n);
        break;
      case GrammarKind::kChoice:
        write_children(node.children[data_.turns[turn_++]]);
        break;
      case GrammarKind::kBranch:
        break;
    }
  }

  std::vector<std::string> tokens;

 private:
  void write_children(uint32_t n) {
    for (const uint32_t child : grammar_.nodes[n].children) write(child);
  }
  const Grammar& grammar_;
  const PageData& data_;
  size_t turn_ = 0;
  size_t field_ = 0;
};

}  // namespace

std::optional<PageData> data_of(const Grammar& grammar, const dom::Document& doc) {
  const wrap::PageView view(doc);
  const wrap::GrammarParse parsed = wrap::GrammarMatcher(grammar).parse(view);
  if (parsed.conformity() < 1) return std::nullopt;
  DataReader reader(grammar, doc, parsed.events);
  reader.read(0);
  return std::move(reader.data);
}

std::vector<std::string> regenerate(const Grammar& grammar, const PageData& data) {
  TokenWriter writer(grammar, data);
  writer.write(0);
  return std::move(writer.tokens);
}

model::Page page_of(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

}  // namespace weft::templates::testing
