// Any bytes as a model file: a clear error, or a model that predicts and is written as it was read.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "ml/chain.h"
#include "ml/decision_tree.h"
#include "ml/forest.h"
#include "ml/token_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto forest = ml::read_forest(text);
  if (forest.ok()) {
    const std::string written = ml::write_forest(*forest, "again");
    const auto again = ml::read_forest(written);
    WEFT_CHECK(again.ok() && ml::write_forest(*again, "again") == written);
    const std::vector<float> rows(11 * forest->columns().size(), 0.5F);
    std::vector<float> out(11 * forest->outputs());
    forest->predict(rows, forest->columns().size(), out);
  }
  const auto tree = ml::read_decision_tree(text);
  if (tree.ok()) {
    const std::string written = ml::write_decision_tree(*tree, "again");
    const auto again = ml::read_decision_tree(written);
    WEFT_CHECK(again.ok() && ml::write_decision_tree(*again, "again") == written);
    (void)tree->classify(std::vector<float>(tree->attributes().size(), 0.5F));
  }
  const auto chain = ml::read_chain(text);
  if (chain.ok()) {
    std::vector<ml::FeatureList> items(3);
    for (ml::FeatureList& item : items) item.add("label", "mail");
    (void)chain->probabilities(items);
  }
  const auto table = ml::read_token_table(text);
  if (table.ok()) (void)table->find(ml::TokenTable::key("sidebar"));
  return 0;
}
