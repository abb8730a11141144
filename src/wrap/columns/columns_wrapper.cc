// A page's texts, and where a column asks for it its elements, are met in document order; each gives its value
// to the columns that have one of its keys and no value yet. Lists are read by the grammar.
//
// Tested by src/templates/lists_and_keys_test.cc, src/templates/running_text_test.cc.

#include "wrap/columns/columns_wrapper.h"

#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "dom/path.h"

namespace weft::wrap {
namespace {

struct ColumnsBody {
  std::vector<KeyColumn> columns;
  std::vector<GrammarNode> lists;
};
void describe(JsonFields& json, ColumnsBody& body) {
  json.required("columns", body.columns);
  if (json.reading() || !body.lists.empty()) json.field("lists", body.lists);
}

std::string_view value_text(const KeyColumn& column, const KeyedText& text) {
  return std::string_view(text.text).substr(column.kind == KeyKind::kOwnLabel ? text.value_begin
                                                                              : 0);
}

}  // namespace

void describe(JsonFields& json, KeyColumn& column) {
  std::string key = fmt::format("{:016x}", column.key);
  json.required("name", column.name);
  json.required("kind", column.kind);
  json.required("key", key);
  json.optional("at", column.at);
  json.optional("share", column.share, 1.0);
  if (!json.reading()) return;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), column.key, 16);
  json.check(error == std::errc() && end == key.data() + key.size(), "key",
             "16 hexadecimal digits");
}

std::vector<ColumnsWrapper::Found> ColumnsWrapper::find(const PageKeys& page) const {
  std::unordered_map<uint64_t, size_t> column_of;
  bool blocks = false;
  for (size_t c = 0; c < columns_.size(); ++c) {
    column_of.emplace(columns_[c].key, c);
    blocks |= is_block_key(columns_[c].kind);
  }
  std::vector<Found> found(columns_.size());
  for (const KeyedText& text : page.texts()) {
    for (const uint64_t key : text.keys) {
      const auto it = column_of.find(key);
      if (it != column_of.end() && found[it->second].text == nullptr)
        found[it->second].text = &text;
    }
  }
  if (!blocks) return found;
  for (const KeyedBlock& block : page.blocks()) {
    const auto it = column_of.find(block.key);
    if (it != column_of.end() && found[it->second].block.node == dom::kNoNode)
      found[it->second].block = block;
  }
  return found;
}

model::Extraction ColumnsWrapper::apply(const model::Page& page) const {
  const dom::Document& doc = page.document;
  model::Extraction extraction;
  extraction.page = page.id;
  std::optional<PageView> view;
  if (lists_) view.emplace(doc);
  const PageKeys keys(doc, view ? &*view : nullptr);
  const std::vector<Found> found = find(keys);
  model::Record record;
  for (size_t c = 0; c < columns_.size(); ++c) {
    const auto& [text, block] = found[c];
    const dom::NodeId node = text != nullptr ? text->node : block.node;
    if (node == dom::kNoNode) continue;
    std::string said =
        text != nullptr ? std::string(value_text(columns_[c], *text)) : block.text(doc);
    if (said.empty()) continue;
    record.set(
        columns_[c].name,
        model::Value::leaf(std::move(said), {dom::indexed_path(doc, node), doc.source_range(node)},
                           columns_[c].share));
  }
  if (lists_) {
    const GrammarParse parse = lists_->parse(*view);
    for (model::Record::Field& field : lists_->read_lists(doc, parse).fields)
      record.set(field.name, std::move(field.value));
  }
  if (record.fields.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "no column of the template is on this page"});
  } else {
    extraction.records.push_back(std::move(record));
  }
  return extraction;
}

std::vector<model::Explanation> ColumnsWrapper::explain(const model::Page& page,
                                                        dom::NodeId node) const {
  const PageKeys keys(page.document);
  const std::vector<Found> found = find(keys);
  std::vector<model::Explanation> out;
  if (lists_) {
    const GrammarParse parse = lists_->parse(PageView(page.document));
    if (nodes_in_lists(lists_->grammar(), parse, page.document)[index(node)])
      out = lists_->explain(page, node);
  }
  for (const KeyedText& text : keys.texts()) {
    if (!page.document.contains(node, text.node)) continue;
    for (size_t c = 0; c < columns_.size(); ++c) {
      const KeyColumn& column = columns_[c];
      if (text.keys[static_cast<size_t>(column.kind)] != column.key) continue;
      const bool first = found[c].text == &text;
      out.push_back({column.name,
                     first,
                     fmt::format("{}: {}", name_of(column.kind), column.at),
                     {first ? "it is the first text of the page at this place"
                            : "an earlier text of the page is at this place"}});
    }
  }
  for (size_t c = 0; c < columns_.size(); ++c) {
    const dom::NodeId block = found[c].block.node;
    if (block == dom::kNoNode || !page.document.contains(block, node)) continue;
    out.push_back({columns_[c].name,
                   true,
                   fmt::format("{}: {}", name_of(columns_[c].kind), columns_[c].at),
                   {"it is in the first element of the page at this place"}});
  }
  return out;
}

Json ColumnsWrapper::to_json() const {
  return write_json(
      ColumnsBody{columns_, lists_ ? lists_->grammar().nodes : std::vector<GrammarNode>()});
}

Result<std::unique_ptr<model::Wrapper>> ColumnsWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(ColumnsBody read, read_json<ColumnsBody>(body, "columns wrapper"));
  std::unique_ptr<const GrammarWrapper> lists;
  if (!read.lists.empty()) {
    Grammar grammar{std::move(read.lists)};
    WEFT_TRY(grammar.check());
    lists = std::make_unique<GrammarWrapper>(std::move(grammar));
  }
  return std::unique_ptr<model::Wrapper>(
      new ColumnsWrapper(std::move(read.columns), std::move(lists)));
}

}  // namespace weft::wrap
