// weft_fit_articles: fits the models of main content (share/models/article-*.model) and says how good they are on domains that
// they have not seen.
//
//   build/weft_fit_articles                     three folds of whole registered domains: the figures
//   build/weft_fit_articles --without "page"    the same without the columns whose names begin so: what they are worth
//   build/weft_fit_articles --folds 1           one fold alone
//   build/weft_fit_articles --emit              fits to all pages and writes share/models, and the model without fold 0, by
//                                               which `weft eval articles` judges (apps/eval/models), from the project's folder
//
// Data: the sets `articles` (truth: all main content) and `bodies` (truth: the body alone), one joint model with the
// convention as a column. What it learns from:
//
//   1. Targets of blocks by alignment with the truth (eval/article_targets.h).
//   2. Token tables. For key k on a page: the share of positive blocks below k less that of the page (weights
//      sqrt(words + 1)); averaged over the pages of a domain; e(k) = sum over domains / (domains + 3). The rows of a
//      training page see tables without its own domain. One side of a table comes from each set.
//   3. Page types: softmax on page columns, from `articles`. Rows of training pages get probabilities of models
//      that have not seen their domain.
//   4. Blocks: a logistic forest; a row weighs what the block can change in its page's F1, words/(truth words + 150).
//
// Tables and type models are made anew in every fold.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/enum_names.h"
#include "base/file.h"
#include "base/parallel.h"
#include "eval/article_targets.h"
#include "eval/data.h"
#include "eval/import/articles.h"
#include "eval/metrics/article_text.h"
#include "html/parser.h"
#include "ml/boosting.h"
#include "read/article_model.h"
#include "read/choice.h"
#include "read/facts.h"

namespace weft {
namespace {

using read::kTables;
using read::kTableSides;
using read::TableKind;

constexpr size_t kFolds = eval::kArticleFolds;
// Domains without a say: a key of two domains is not believed much.
constexpr double kDomainPrior = 3;
constexpr std::array<int, kTables> kLeastDomains = {2, 6, 3, 4, 2};
constexpr double kTruthPrior = 150;
constexpr int kLeastValue = 2;  // Hundredths; keys that say less are not worth their place.

struct Settings {
  size_t trees = 150;
  size_t blocks_a_page = 150;
  size_t folds = kFolds;  // Of them, how many are fitted and judged.
  std::string without;
  bool emit = false;
  bool failures = false;
  unsigned workers = 2;
  ml::BoostingParameters boosting = {};
  read::ChoiceParameters choice = {};
};

using KeyValue = std::pair<uint64_t, float>;

struct Example {
  eval::ArticlePage page;
  bool body = false;  // Of `bodies`.
  size_t fold = 0;
  std::optional<size_t> type;
  dom::Document document;
  read::PageBlocks blocks;
  read::PageFacts facts;
  std::vector<float> targets;
  double truth_words = 0;
  std::array<std::vector<KeyValue>, kTables> keys;  // With what they say on this page.
  std::array<std::vector<std::pair<uint64_t, std::string>>, kTables> key_texts;  // Until collected.
};
using Examples = std::vector<std::unique_ptr<Example>>;

// What the keys of one page say.
class KeyCounter {
 public:
  void add(std::string_view text, double weight, double target) {
    Sum& sum = sums_[ml::TokenTable::key(text)];
    if (sum.text.empty()) sum.text = text;
    sum.weight += weight;
    sum.positive += weight * target;
  }
  void finish(double page_share, std::vector<KeyValue>& keys,
              std::vector<std::pair<uint64_t, std::string>>& texts) const {
    for (const auto& [key, sum] : sums_) {
      keys.emplace_back(key, static_cast<float>(sum.positive / sum.weight - page_share));
      texts.emplace_back(key, sum.text);
    }
    std::sort(keys.begin(), keys.end());
  }

 private:
  struct Sum {
    double weight = 0, positive = 0;
    std::string text;
  };
  std::unordered_map<uint64_t, Sum> sums_;
};

void count_keys(Example& example) {
  std::array<KeyCounter, kTables> counters;
  const auto counter = [&](TableKind kind) -> KeyCounter& {
    return counters[static_cast<size_t>(kind)];
  };
  const dom::Document& doc = example.document;
  double all = 0, positive = 0;
  std::vector<std::string> heading;
  for (size_t b = 0; b < example.blocks.blocks.size(); ++b) {
    const read::Block& block = example.blocks.blocks[b];
    const double weight = std::sqrt(block.words() + 1.0), target = example.targets[b];
    all += weight;
    positive += weight * target;
    for (dom::NodeId n = block.node; n != dom::kNoNode; n = doc.parent(n)) {
      read::for_each_class_word(doc, n, [&](std::string_view word) {
        counter(TableKind::kClasses).add(word, weight, target);
      });
    }
    std::vector<std::string> words;
    if (block.words() <= read::kTableWords || block.heading != 0) {
      read::for_each_word(read::block_text(doc, block),
                          [&](std::string_view word) { words.emplace_back(word); });
    }
    if (block.words() <= read::kTableWords) {
      for (const std::string& word : words) counter(TableKind::kWords).add(word, weight, target);
    }
    if (!words.empty() && words.size() <= read::kTextWords) {
      std::string text;
      for (const std::string& word : words) (text += text.empty() ? "" : " ") += word;
      counter(TableKind::kTexts).add(text, weight, target);
    }
    if (block.heading != 0) heading = words;
    for (const std::string& word : heading) counter(TableKind::kHeadings).add(word, weight, target);
    for (const size_t length : {read::kShortPath, read::kLongPath})
      counter(TableKind::kPaths).add(read::tag_path(doc, block.node, length), weight, target);
  }
  if (all == 0) return;
  for (size_t kind = 0; kind < kTables; ++kind)
    counters[kind].finish(positive / all, example.keys[kind], example.key_texts[kind]);
}

std::unique_ptr<Example> load(const eval::ArticlePage& page, bool body) {
  const auto html = read_file(page.html);
  if (!html.ok()) return nullptr;
  auto example = std::make_unique<Example>();
  example->page = page;
  example->body = body;
  example->fold = eval::article_fold(page.domain);
  if (const auto type = enum_named<read::PageType>(page.type))
    example->type = static_cast<size_t>(*type);
  example->document = html::parse(*html).document;
  example->blocks = read::blocks_of(example->document);
  example->facts =
      read::facts_of(example->document, read::data_for_reading(example->document), page.url);
  example->targets = eval::block_targets(example->blocks, page.text);
  read::for_each_word(page.text, [&](std::string_view) { ++example->truth_words; });
  count_keys(*example);
  return example;
}

// Calls work(i) for i below count on all workers; results in order.
template <typename Work, typename Take>
void in_parallel(unsigned workers, size_t count, Work work, Take take) {
  size_t next = 0;
  parallel_ordered(
      {.workers = workers},
      [&]() -> std::optional<size_t> {
        return next < count ? std::optional(next++) : std::nullopt;
      },
      [&](unsigned, size_t i) { return work(i); },
      [&](auto made) { return take(std::move(made)), Flow::kContinue; });
}

// --- tables ---

class TableStatistics {
 public:
  // Averages over the pages of each domain; the texts of keys.
  explicit TableStatistics(Examples& examples) {
    std::map<std::pair<bool, std::string>,
             std::array<std::unordered_map<uint64_t, std::pair<double, int>>, kTables>>
        sums;
    for (const auto& example : examples) {
      auto& of_domain = sums[{example->body, example->page.domain}];
      for (size_t kind = 0; kind < kTables; ++kind) {
        for (const auto& [key, value] : example->keys[kind]) {
          auto& [sum, count] = of_domain[kind][key];
          sum += value;
          ++count;
        }
        for (auto& [key, text] : example->key_texts[kind])
          texts_[kind].emplace(key, std::move(text));
        example->key_texts[kind].clear();
      }
    }
    for (const auto& [domain, kinds] : sums) {
      auto& values = domains_[domain];
      for (size_t kind = 0; kind < kTables; ++kind) {
        for (const auto& [key, sum] : kinds[kind])
          values[kind].emplace(key, static_cast<float>(sum.first / sum.second));
      }
    }
  }

  // Sums over domains of the folds that `in` lets in.
  template <typename In>
  void sum_up(In in) {
    for (auto& side : sums_) {
      for (auto& kind : side) kind.clear();
    }
    for (const auto& [domain, kinds] : domains_) {
      if (!in(eval::article_fold(domain.second))) continue;
      for (size_t kind = 0; kind < kTables; ++kind) {
        for (const auto& [key, value] : kinds[kind]) {
          Sum& sum = sums_[domain.first ? 1 : 0][kind][key];
          sum.value += value;
          ++sum.domains;
        }
      }
    }
  }

  // The tables as far as the page has their keys; without what its own domain says where `leave_out`.
  [[nodiscard]] read::Tables tables_for(const Example& example, bool leave_out) const {
    read::Tables tables;
    for (size_t kind = 0; kind < kTables; ++kind) {
      std::vector<std::pair<uint64_t, std::vector<int>>> values;
      for (const auto& [key, unused] : example.keys[kind]) {
        std::vector<int> of_key = values_of(kind, key, leave_out ? &example.page.domain : nullptr);
        if (of_key[0] != ml::kUnknownValue || of_key[1] != ml::kUnknownValue)
          values.emplace_back(key, std::move(of_key));
      }
      tables[kind] = ml::TokenTable(values, kTableSides);
    }
    return tables;
  }

  // All keys, to be written.
  [[nodiscard]] ml::TokenValues all(size_t kind) const {
    ml::TokenValues values;
    for (const auto& side : sums_) {
      for (const auto& [key, sum] : side[kind]) {
        std::vector<int> of_key = values_of(kind, key, nullptr);
        if (of_key[0] != ml::kUnknownValue || of_key[1] != ml::kUnknownValue)
          values.emplace(texts_[kind].at(key), std::move(of_key));
      }
    }
    return values;
  }

 private:
  struct Sum {
    double value = 0;
    int domains = 0;
  };

  [[nodiscard]] std::vector<int> values_of(size_t kind, uint64_t key,
                                           const std::string* without) const {
    std::vector<int> values(kTableSides, ml::kUnknownValue);
    for (size_t side = 0; side < kTableSides; ++side) {
      const auto found = sums_[side][kind].find(key);
      if (found == sums_[side][kind].end()) continue;
      Sum sum = found->second;
      if (without != nullptr) {
        const auto domain = domains_.find({side == 1, *without});
        if (domain != domains_.end()) {
          const auto own = domain->second[kind].find(key);
          if (own != domain->second[kind].end()) {
            sum.value -= own->second;
            --sum.domains;
          }
        }
      }
      if (sum.domains < kLeastDomains[kind]) continue;
      const auto value =
          static_cast<int>(std::lround(100 * sum.value / (sum.domains + kDomainPrior)));
      if (std::abs(value) >= kLeastValue) values[side] = std::clamp(value, -100, 100);
    }
    return values;
  }

  std::map<std::pair<bool, std::string>, std::array<std::unordered_map<uint64_t, float>, kTables>>
      domains_;
  std::array<std::unordered_map<uint64_t, std::string>, kTables> texts_;
  std::array<std::array<std::unordered_map<uint64_t, Sum>, kTables>, kTableSides> sums_;
};

// --- page types ---

ml::Forest fit_types(const std::vector<const Example*>& examples,
                     const std::vector<std::vector<float>>& pages) {
  ml::Samples samples(read::page_column_names());
  for (size_t i = 0; i < examples.size(); ++i) {
    if (examples[i]->type) samples.add(pages[i], static_cast<float>(*examples[i]->type));
  }
  ml::BoostingParameters parameters{.rounds = 60, .column_share = 0.5, .row_share = 0.8};
  parameters.tree = {.leaves = 8, .depth = 5, .least_rows = 10, .l2 = 2};
  return ml::train_softmax(samples, read::kPageTypes, parameters);
}

std::vector<float> type_probabilities(const ml::Forest& types, const std::vector<float>& page) {
  std::vector<float> out(read::kPageTypes);
  types.predict(page, page.size(), out);
  return out;
}

// --- one fit ---

struct Fitted {
  ml::Forest types;
  ml::Forest blocks;
};

std::vector<float> page_columns(const Example& example) {
  const read::PageFeatures features(example.document, example.blocks, example.facts);
  return {features.page().begin(), features.page().end()};
}

struct Rows {
  std::vector<float> values;
  std::vector<float> targets, weights;
};

// Blocks of a page to learn from: a sample, weighted up for what was left out.
Rows rows_of(const Example& example, const TableStatistics& statistics,
             const std::vector<float>& types, const Settings& settings) {
  Rows rows;
  read::PageFeatures features(example.document, example.blocks, example.facts);
  features.add_tables(statistics.tables_for(example, /*leave_out=*/true));
  features.add_types(types);
  features.set_convention(example.body ? 1 : 0);
  const size_t blocks = example.blocks.blocks.size();
  const size_t most = settings.blocks_a_page;
  const double chance =
      std::min(1.0, static_cast<double>(most) / std::max<double>(1, static_cast<double>(blocks)));
  for (size_t b = 0; b < blocks; ++b) {
    const double drawn =
        static_cast<double>(mix64(hash_bytes(example.page.id) + b) >> 11) * 0x1.0p-53;
    if (drawn >= chance) continue;
    const std::vector<float> row = features.row_of(b);
    rows.values.insert(rows.values.end(), row.begin(), row.end());
    rows.targets.push_back(example.targets[b]);
    rows.weights.push_back(static_cast<float>(example.blocks.blocks[b].words() /
                                              (example.truth_words + kTruthPrior) / chance));
  }
  return rows;
}

Fitted fit(const std::vector<const Example*>& training, const TableStatistics& statistics,
           const Settings& settings) {
  std::vector<std::vector<float>> pages;
  in_parallel(
      settings.workers, training.size(), [&](size_t i) { return page_columns(*training[i]); },
      [&](std::vector<float> columns) { pages.push_back(std::move(columns)); });
  // Step 3: types of training pages by models that have not seen their domain.
  std::vector<ml::Forest> inner;
  for (size_t part = 0; part < kFolds; ++part) {
    std::vector<const Example*> others;
    std::vector<std::vector<float>> their_pages;
    for (size_t i = 0; i < training.size(); ++i) {
      if (hash_bytes(training[i]->page.domain, 1) % kFolds == part) continue;
      others.push_back(training[i]);
      their_pages.push_back(pages[i]);
    }
    inner.push_back(fit_types(others, their_pages));
  }
  // Step 4.
  ml::Samples samples(read::block_column_names());
  const std::vector<std::string>& names = samples.columns();
  in_parallel(
      settings.workers, training.size(),
      [&](size_t i) {
        const size_t part = hash_bytes(training[i]->page.domain, 1) % kFolds;
        return rows_of(*training[i], statistics, type_probabilities(inner[part], pages[i]),
                       settings);
      },
      [&](Rows rows) {
        for (size_t r = 0; r < rows.targets.size(); ++r) {
          const auto row =
              std::span(rows.values).subspan(r * read::kBlockColumns, read::kBlockColumns);
          for (size_t c = 0; !settings.without.empty() && c < row.size(); ++c)
            row[c] = names[c].starts_with(settings.without) ? 0 : row[c];
          samples.add(row, rows.targets[r], rows.weights[r]);
        }
      });
  std::fprintf(stderr, "  %zu pages, %zu rows\n", training.size(), samples.size());
  ml::BoostingParameters boosting = settings.boosting;
  boosting.rounds = settings.trees;
  return {fit_types(training, pages), ml::train_logistic(samples, boosting)};
}

// --- judging ---

struct Judged {
  const Example* example = nullptr;
  eval::TextScore score;       // Token score of contents, shingle score of bodies.
  eval::TextScore as_content;  // Of bodies, asked for content.
  eval::TextScore best;        // With targets for probabilities.
  size_t type = 0;
  double expected = 0;  // F1, by the probabilities.
};

std::string chosen_text(const Example& example, const std::vector<uint8_t>& chosen) {
  std::string text;
  for (size_t b = 0; b < chosen.size(); ++b) {
    if (chosen[b] != 0) text += read::block_text(example.document, example.blocks.blocks[b]) + "\n";
  }
  return text;
}

Judged judge(const Example& example, const TableStatistics& statistics, const Fitted& fitted,
             const Settings& settings) {
  Judged judged{.example = &example};
  read::PageFeatures features(example.document, example.blocks, example.facts);
  features.add_tables(statistics.tables_for(example, /*leave_out=*/false));
  const std::vector<float> page(features.page().begin(), features.page().end());
  const std::vector<float> types = type_probabilities(fitted.types, page);
  judged.type = static_cast<size_t>(std::max_element(types.begin(), types.end()) - types.begin());
  features.add_types(types);
  const std::span<const read::Block> blocks = example.blocks.blocks;
  const auto answer = [&](float convention) {
    features.set_convention(convention);
    std::vector<float> tiles(features.tiles().begin(), features.tiles().end());
    const std::vector<std::string>& names = fitted.blocks.columns();
    for (size_t i = 0; !settings.without.empty() && i < tiles.size(); ++i) {
      const std::string& name = names[i / ml::kTileRows % names.size()];
      tiles[i] = name.starts_with(settings.without) ? 0 : tiles[i];
    }
    std::vector<float> p(blocks.size());
    fitted.blocks.predict_tiles(tiles, p);
    p = read::mixed(blocks, features.path_groups(), p, settings.choice);
    read::Choice choice = read::choose(example.document, blocks, p, settings.choice);
    if (convention == 0)
      read::complete_lists(example.document, blocks, features.path_groups(), p, choice.chosen);
    judged.expected = choice.expected_f1;
    return chosen_text(example, choice.chosen);
  };
  const auto score = [&](const std::string& text) {
    return example.body ? eval::shingle_score(text, example.page.text)
                        : eval::token_score(text, example.page.text);
  };
  judged.score = score(answer(example.body ? 1 : 0));
  if (example.body) judged.as_content = score(answer(0));
  judged.best = score(chosen_text(
      example, read::choose(example.document, blocks, example.targets, settings.choice).chosen));
  return judged;
}

struct Means {
  double precision = 0, recall = 0, f1 = 0, best = 0, content_precision = 0, content_recall = 0;
  size_t pages = 0;

  void add(const Judged& one) {
    ++pages;
    precision += one.score.precision;
    recall += one.score.recall;
    f1 += one.score.f1();
    best += one.best.f1();
    content_precision += one.as_content.precision;
    content_recall += one.as_content.recall;
  }
};

void report(const std::vector<Judged>& judged) {
  std::map<std::string, Means> by;
  size_t right_types = 0, typed = 0;
  for (const Judged& one : judged) {
    by[one.example->body ? "bodies" : "articles"].add(one);
    by[(one.example->body ? "bodies " : "articles ") + one.example->page.type].add(one);
    if (one.example->body && one.example->page.is_modern()) by["bodies modern"].add(one);
    if (one.example->type) {
      ++typed;
      right_types += *one.example->type == one.type ? 1 : 0;
    }
  }
  for (const auto& [name, means] : by) {
    const auto n = static_cast<double>(means.pages);
    if (name.starts_with("bodies")) {
      std::printf("%-24s %5zu pages  4-gram F1 %.4f (P %.4f R %.4f)  asked for content %.4f\n",
                  name.c_str(), means.pages, eval::f1_of(means.precision / n, means.recall / n),
                  means.precision / n, means.recall / n,
                  eval::f1_of(means.content_precision / n, means.content_recall / n));
    } else {
      std::printf("%-24s %5zu pages  token F1 %.4f (P %.4f R %.4f)  perfect choice %.4f\n",
                  name.c_str(), means.pages, means.f1 / n, means.precision / n, means.recall / n,
                  means.best / n);
    }
  }
  std::printf("page types right %.3f\n",
              static_cast<double>(right_types) / static_cast<double>(std::max<size_t>(1, typed)));
}

void list_failures(std::vector<Judged> judged) {
  std::sort(judged.begin(), judged.end(),
            [](const Judged& a, const Judged& b) { return a.score.f1() < b.score.f1(); });
  for (size_t i = 0; i < std::min<size_t>(judged.size(), 150); ++i) {
    const Judged& one = judged[i];
    std::printf("%.3f (P %.2f R %.2f, expected %.2f, best %.2f) %s %s %s\n", one.score.f1(),
                one.score.precision, one.score.recall, one.expected, one.best.f1(),
                one.example->page.type.c_str(), one.example->page.id.c_str(),
                one.example->page.domain.c_str());
  }
}

// --- writing ---

void write(const std::filesystem::path& folder, const Fitted& fitted,
           const TableStatistics& statistics, const std::string& about) {
  std::filesystem::create_directories(folder);
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / ("article-" + name + ".model")) << text;
  };
  put("blocks", ml::write_forest(fitted.blocks, "Blocks of main content or of a body; " + about));
  put("types", ml::write_forest(fitted.types, "Types of pages; " + about));
  for (size_t kind = 0; kind < kTables; ++kind) {
    const std::string name(name_of(static_cast<TableKind>(kind)));
    put(name, ml::write_token_table(statistics.all(kind), kTableSides,
                                    "How content and bodies stand below " + name + "; " + about));
  }
}

Examples load_all(const Settings& settings) {
  std::vector<std::pair<eval::ArticlePage, bool>> pages;
  for (const bool body : {false, true}) {
    const auto folder = eval::find_data_set(body ? "bodies" : "articles");
    if (!folder) continue;
    const auto imported = body ? eval::import_bodies(*folder) : eval::import_articles(*folder);
    if (!imported.ok()) continue;
    for (const eval::ArticlePage& page : *imported) pages.emplace_back(page, body);
  }
  Examples examples;
  in_parallel(
      settings.workers, pages.size(),
      [&](size_t i) { return load(pages[i].first, pages[i].second); },
      [&](std::unique_ptr<Example> example) {
        if (example != nullptr) examples.push_back(std::move(example));
      });
  return examples;
}

int run(int argc, char** argv) {
  Settings settings;
  settings.boosting.tree = {.leaves = 31, .depth = 8, .least_rows = 40, .l2 = 2};
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0; };
    const auto next = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (is("--emit")) settings.emit = true;
    if (is("--folds")) settings.folds = static_cast<size_t>(std::atoi(next()));
    if (is("--failures")) settings.failures = true;
    if (is("--trees")) settings.trees = static_cast<size_t>(std::atoi(next()));
    if (is("--blocks")) settings.blocks_a_page = static_cast<size_t>(std::atoi(next()));
    if (is("--without")) settings.without = next();
    if (is("--symmetric")) settings.boosting.tree.symmetric = true;  // With --depth 6 --trees 400…
    if (is("--leaves")) settings.boosting.tree.leaves = static_cast<size_t>(std::atoi(next()));
    if (is("--depth")) settings.boosting.tree.depth = static_cast<size_t>(std::atoi(next()));
    if (is("--rate")) settings.boosting.rate = std::atof(next());
    if (is("--l2")) settings.boosting.tree.l2 = std::atof(next());
    if (is("--columns")) settings.boosting.column_share = std::atof(next());
    if (is("--least")) settings.boosting.tree.least_rows = static_cast<size_t>(std::atoi(next()));
    if (is("--seed")) settings.boosting.seed = static_cast<uint64_t>(std::atoi(next()));
    if (is("--workers")) settings.workers = static_cast<unsigned>(std::atoi(next()));
    if (is("--mix")) settings.choice.path_mix = static_cast<float>(std::atof(next()));
  }
  Examples examples = load_all(settings);
  if (examples.empty()) {
    std::fprintf(stderr,
                 "weft_fit_articles: neither `articles` nor `bodies` found; set WEFT_DATA\n");
    return 1;
  }
  TableStatistics statistics(examples);
  std::vector<Judged> judged;
  for (size_t fold = 0; fold < std::min(kFolds, settings.folds); ++fold) {
    std::vector<const Example*> training, others;
    for (const auto& example : examples)
      (example->fold == fold ? others : training).push_back(example.get());
    statistics.sum_up([&](size_t other) { return other != fold; });
    const Fitted fitted = fit(training, statistics, settings);
    in_parallel(
        settings.workers, others.size(),
        [&](size_t i) { return judge(*others[i], statistics, fitted, settings); },
        [&](const Judged& one) { judged.push_back(one); });
    if (settings.emit && fold == 0)
      write("apps/eval/models", fitted, statistics, "weft_fit_articles, without fold 0");
  }
  report(judged);
  if (settings.failures) list_failures(judged);
  if (settings.emit) {
    std::vector<const Example*> all;
    for (const auto& example : examples) all.push_back(example.get());
    statistics.sum_up([](size_t) { return true; });
    write("share/models", fit(all, statistics, settings), statistics, "weft_fit_articles");
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
