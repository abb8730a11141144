#include "read/article_model.h"

#include <algorithm>

#include "base/check.h"
#include "base/enum_names.h"

namespace weft::read {
namespace {

Result<std::string_view> file_named(std::span<const EmbeddedFile> files, const std::string& name) {
  const auto file = std::find_if(files.begin(), files.end(),
                                 [&](const EmbeddedFile& one) { return one.name == name; });
  if (file == files.end()) return Error{ErrorCode::kNotFound, "model '" + name + "' is missing"};
  return file->text;
}

Result<ml::Forest> forest_named(std::span<const EmbeddedFile> files, const std::string& name,
                                const std::vector<std::string>& columns, size_t outputs) {
  WEFT_ASSIGN(const std::string_view text, file_named(files, name));
  auto forest = ml::read_forest(text);
  if (!forest.ok()) return forest.error().in(name);
  if (forest->columns() != columns || forest->outputs() != outputs)
    return Error{
        ErrorCode::kInvalidArgument,
        "model '" + name + "' was fitted to other columns than this program has; fit it again"};
  return forest;
}

}  // namespace

std::span<const std::string_view> names_of(PageType) {
  static constexpr std::array<std::string_view, kPageTypes> kNames = {
      "article", "forum", "product", "collection", "listing", "documentation", "service"};
  return kNames;
}

std::span<const std::string_view> names_of(Output) {
  static constexpr std::array<std::string_view, 2> kNames = {"content", "body"};
  return kNames;
}

Result<ArticleModel> read_article_model(std::span<const EmbeddedFile> files) {
  WEFT_ASSIGN(ml::Forest blocks, forest_named(files, "article-blocks", block_column_names(), 1));
  WEFT_ASSIGN(ml::Forest types,
              forest_named(files, "article-types", page_column_names(), kPageTypes));
  ArticleModel model{std::move(blocks), std::move(types), {}};
  for (size_t kind = 0; kind < kTables; ++kind) {
    const std::string name = "article-" + std::string(name_of(static_cast<TableKind>(kind)));
    WEFT_ASSIGN(const std::string_view text, file_named(files, name));
    auto table = ml::read_token_table(text);
    if (!table.ok()) return table.error().in(name);
    if (table->width() != kTableSides)
      return Error{ErrorCode::kInvalidArgument, "model '" + name + "' has another width"};
    model.tables[kind] = std::move(*table);
  }
  return model;
}

const ArticleModel& shipped_article_model() {
  static const ArticleModel kModel = [] {
    auto model = read_article_model(article_model_files());
    WEFT_CHECK(model.ok());  // It is part of the program.
    return std::move(*model);
  }();
  return kModel;
}

}  // namespace weft::read
