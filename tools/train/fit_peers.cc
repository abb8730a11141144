// weft_fit_peers: fits the decision tree by which FiVaTech2 tells peer nodes (share/models/peers.model).
//
//   build/weft_fit_peers            accuracy on sites left out by groups of features, and Table 4
//   build/weft_fit_peers --curves   Figs. 6 to 9, from up to 800,000 pairs
//   build/weft_fit_peers --drawn    template blocks by pictures and by subtrees, with Chromium
//   build/weft_fit_peers --emit     also writes the model, from the project's folder
//
// Data: practice sites, whose truth is complete, and the SWDE sites that are here. An element is known by the
// attributes whose values stand below it. Pairs of elements share tag and level. Peers: the same attributes, or
// half of them; not peers: no attribute in common; other pairs say nothing and are left out.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <random>

#include <fmt/format.h>

#include "base/file.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "eval/data.h"
#include "eval/records_truth.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "html/parser.h"
#include "measure.h"
#include "practice/site.h"
#include "render/pool.h"
#include "site/drawn_pages.h"
#include "templates/peer_features.h"
#include "templates/template_blocks.h"

namespace weft {
namespace {

using bench::cpu_seconds;
using templates::kPeerFeatures;
using templates::PlacedNode;

constexpr size_t kPagesOfSite = 6;      // Of one template.
constexpr size_t kPairsOfSite = 6'000;  // Drawn; half that many of a template of SWDE.
constexpr size_t kManyPairs = 90'000;   // Of each site of the paper's curves.
constexpr uint64_t kPracticeSeeds = 8;  // Sites of each domain.
constexpr size_t kDrawnSites = 16;      // Of the set `records`.

struct Pair {
  std::array<float, kPeerFeatures> features{};
  uint32_t label = 0;
  double level = 0;  // 0 the root, 1 the deepest.
  bool same_page = false;
  bool rich = false;  // Both in the data-rich area.
};
struct SitePairs {
  std::string name;
  std::vector<Pair> pairs;
};

// Pages of one template, with the attributes below each node as bits.
struct LabelledPages {
  std::vector<model::Page> pages;
  std::vector<std::vector<uint64_t>> below;
  bool complete = false;  // What has no attribute is none.
};

void mark(LabelledPages& set, size_t page, dom::NodeId text, uint64_t bit) {
  const dom::Document& doc = set.pages[page].document;
  for (dom::NodeId n = text; n != dom::kNoNode; n = doc.parent(n))
    set.below[page][dom::index(n)] |= bit;
}

void draw_pairs(const LabelledPages& set, size_t wanted, std::mt19937_64& random,
                std::vector<Pair>& out) {
  std::vector<const model::Page*> pages;
  templates::PageViews views;
  for (const model::Page& page : set.pages) {
    pages.push_back(&page);
    views.push_back(std::make_unique<wrap::PageView>(page.document));
  }
  templates::PeerFeatures features(pages, views);
  const templates::TemplateBlocks blocks = templates::find_template_blocks(pages, views);
  const auto is_rich = [&](const PlacedNode& at) {
    return !blocks.rich.empty() && pages[at.page]->document.contains(blocks.rich[at.page], at.node);
  };
  std::map<std::pair<std::string, uint32_t>, std::vector<PlacedNode>> buckets;
  uint32_t deepest = 1;
  for (uint32_t p = 0; p < pages.size(); ++p) {
    const dom::Document& doc = pages[p]->document;
    for (const dom::NodeId n : doc.nodes()) {
      if (!doc.is_element(n) || !views[p]->keeps(n)) continue;
      buckets[{std::string(doc.name_text(n)), doc.depth(n)}].push_back({p, n});
      deepest = std::max(deepest, doc.depth(n));
    }
  }
  std::vector<const std::vector<PlacedNode>*> drawn;
  for (const auto& [key, nodes] : buckets) {
    if (nodes.size() > 1) drawn.push_back(&nodes);
  }
  size_t taken = 0;
  for (size_t tries = 0; tries < 20 * wanted && taken < wanted && !drawn.empty(); ++tries) {
    const auto& nodes = *drawn[random() % drawn.size()];
    const PlacedNode a = nodes[random() % nodes.size()];
    const PlacedNode b = nodes[random() % nodes.size()];
    if (a.page == b.page && a.node == b.node) continue;
    const uint64_t x = set.below[a.page][dom::index(a.node)];
    const uint64_t y = set.below[b.page][dom::index(b.node)];
    if ((x | y) == 0 || (!set.complete && (x == 0 || y == 0))) continue;
    const int both = __builtin_popcountll(x & y);
    const int either = __builtin_popcountll(x | y);
    if (both > 0 && 2 * both < either) continue;
    out.push_back({features.compare(a, b), both > 0 ? 1U : 0U,
                   pages[a.page]->document.depth(a.node) / static_cast<double>(deepest),
                   a.page == b.page, is_rich(a) && is_rich(b)});
    ++taken;
  }
}

std::vector<SitePairs> practice_pairs(size_t pairs_of_site) {
  std::vector<SitePairs> sites;
  for (const practice::Domain domain : practice::kDomains) {
    for (uint64_t seed = 1; seed <= kPracticeSeeds; ++seed) {
      const practice::Site site = practice::generate({.domain = domain,
                                                      .seed = 100 + seed,
                                                      .items = 24,
                                                      .page_size = 8,
                                                      .nested = seed % 2 == 0});
      std::map<std::string, LabelledPages> sets;
      std::map<std::string, uint64_t> bits;
      for (const practice::Page& page : site.pages) {
        LabelledPages& set = sets[page.template_name];
        if (page.records.empty() || set.pages.size() == kPagesOfSite) continue;
        set.complete = true;
        model::Page parsed = model::html_page(page.html);
        set.below.emplace_back(parsed.document.size(), 0);
        set.pages.push_back(std::move(parsed));
        const auto add = [&](const practice::TruthRecord& record, const auto& again) -> void {
          for (const practice::TruthValue& value : record.values) {
            const uint64_t bit = uint64_t{1}
                                 << (bits.emplace(value.attribute, bits.size()).first->second % 64);
            const dom::Document& doc = set.pages.back().document;
            for (const dom::NodeId n : doc.nodes()) {
              const dom::SourceRange range = doc.source_range(n);
              if (doc.is_text(n) && range.begin < value.end && range.end > value.begin &&
                  range.begin < range.end)
                mark(set, set.pages.size() - 1, n, bit);
            }
          }
          for (const practice::TruthRecord& offer : record.offers) again(offer, again);
        };
        for (const practice::TruthRecord& record : page.records) add(record, add);
      }
      SitePairs pairs{fmt::format("{}-{}", name_of(domain), seed), {}};
      std::mt19937_64 random(seed);
      for (const auto& [name, set] : sets) {
        if (set.pages.size() > 1) draw_pairs(set, pairs_of_site / 2, random, pairs.pairs);
      }
      sites.push_back(std::move(pairs));
    }
  }
  return sites;
}

void add_swde_pairs(std::vector<SitePairs>& sites, size_t pairs_of_site) {
  eval::TaskContext context;
  eval::TaskContext::SiteCount count;
  context.sites = &count;
  for (const std::string& set : eval::kSwdeSets) {
    if (const auto directory = eval::find_data_set(set)) context.data.push_back(*directory);
  }
  const auto known = eval::read_swde_sites(context);
  if (!known.ok()) {
    std::fprintf(stderr, "without SWDE: %s\n", known.error().message.c_str());
    return;
  }
  const size_t first = sites.size();
  sites.resize(first + known->size());
  eval::for_each_swde_site(context, *known, [&](size_t s, const eval::LoadedSwdeSite& loaded) {
    LabelledPages set;
    for (size_t k = 0; k < kPagesOfSite; ++k) {
      const size_t p = k * loaded.pages.size() / kPagesOfSite;
      model::Page page = model::html_page(loaded.pages[p].document.source());
      set.below.emplace_back(page.document.size(), 0);
      set.pages.push_back(std::move(page));
      const dom::Document& doc = set.pages.back().document;
      uint64_t bit = 1;
      for (const auto& [attribute, truth] : loaded.site.truth) {
        for (const std::string& text : truth[p]) {
          for (const dom::NodeId n : doc.nodes()) {
            if (doc.is_text(n) && normalize_space(doc.text(n)) == text)
              mark(set, set.pages.size() - 1, n, bit);
          }
        }
        bit <<= 1;
      }
    }
    std::mt19937_64 random(s);
    sites[first + s].name = loaded.site.name;
    draw_pairs(set, pairs_of_site / 2, random, sites[first + s].pairs);
  });
}

// Fewer questions than the data would bear: the model is small, and sites differ more than pairs.
constexpr ml::C45Parameters kShipped = {.confidence = 0.05, .least_cases = 50};

// Which features are used: groups of Table 4.
struct Groups {
  bool visual = true;
  bool tree = true;
  bool content = true;
};

ml::TreeCases cases_of(const std::vector<const SitePairs*>& sites, size_t most, uint64_t seed,
                       const Groups& groups = {}) {
  ml::TreeCases cases{templates::peer_attributes(), {"no", "yes"}, {}, {}};
  std::vector<const Pair*> all;
  for (const SitePairs* site : sites) {
    for (const Pair& pair : site->pairs) all.push_back(&pair);
  }
  std::mt19937_64 random(seed);
  std::shuffle(all.begin(), all.end(), random);
  if (all.size() > most) all.resize(most);
  for (const Pair* pair : all) {
    auto row = pair->features;
    for (size_t f = 0; f < kPeerFeatures; ++f) {
      const bool used = f < templates::kVisualFeatures ? groups.visual
                        : f < templates::kVisualFeatures + templates::kTreeFeatures
                            ? groups.tree
                            : groups.content;
      if (!used) row[f] = 0;
    }
    cases.add(row, pair->label);
  }
  return cases;
}

template <typename Which>
double accuracy(const ml::DecisionTree& tree, const std::vector<const SitePairs*>& sites,
                Which&& which) {
  double right = 0;
  double count = 0;
  for (const SitePairs* site : sites) {
    for (const Pair& pair : site->pairs) {
      if (!which(pair)) continue;
      right += tree.classify(pair.features).label == pair.label ? 1 : 0;
      ++count;
    }
  }
  return count > 0 ? right / count : 0;
}
constexpr auto kEvery = [](const Pair&) { return true; };

// As the paper has it: five sites to test, ten to learn from.
void print_curves(const std::vector<SitePairs>& sites) {
  std::vector<const SitePairs*> shuffled = pointers_to(sites);
  std::mt19937_64 random(5);
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const std::vector<const SitePairs*> test(shuffled.begin(), shuffled.begin() + 5);
  const std::vector<const SitePairs*> train(shuffled.begin() + 5, shuffled.begin() + 15);
  std::printf("Fig. 6, training sites: accuracy on ten training sites, on five others\n");
  for (size_t n = 1; n <= 10; ++n) {
    double own = 0;
    double other = 0;
    for (size_t i = 0; i < 10; ++i) {
      std::vector<const SitePairs*> chosen;
      for (size_t k = 0; k < n; ++k) chosen.push_back(train[(i + k) % 10]);
      const ml::DecisionTree tree = ml::train_c45(cases_of(chosen, SIZE_MAX, 1));
      own += accuracy(tree, train, kEvery) / 10;
      other += accuracy(tree, test, kEvery) / 10;
    }
    std::printf("  %2zu  %.3f  %.3f\n", n, own, other);
  }
  std::printf("Fig. 7, training pairs\n");
  for (const size_t n : {20, 60, 100, 200, 600, 1'000, 2'000, 6'000, 10'000, 20'000, 60'000,
                         100'000, 200'000, 400'000, 800'000}) {
    double own = 0;
    double other = 0;
    for (uint64_t round = 0; round < 10; ++round) {
      const ml::DecisionTree tree = ml::train_c45(cases_of(train, n, round));
      own += accuracy(tree, train, kEvery) / 10;
      other += accuracy(tree, test, kEvery) / 10;
    }
    std::printf("  %6zu  %.3f  %.3f\n", n, own, other);
  }
  const ml::DecisionTree tree = ml::train_c45(cases_of(train, SIZE_MAX, 1));
  std::printf("Fig. 8, levels\n");
  for (int k = 0; k < 10; ++k) {
    std::printf("  %3d %%  %.3f\n", 10 * k, accuracy(tree, test, [&](const Pair& pair) {
                  return pair.level > k / 10.0 && pair.level <= (k + 1) / 10.0;
                }));
  }
  std::printf("Fig. 9: one page %.3f, different pages %.3f, data-rich area %.3f, all %.3f\n",
              accuracy(tree, test, [](const Pair& pair) { return pair.same_page; }),
              accuracy(tree, test, [](const Pair& pair) { return !pair.same_page; }),
              accuracy(tree, test, [](const Pair& pair) { return pair.rich; }),
              accuracy(tree, test, kEvery));
}

// Groups of features: accuracy on sites left out, and, as in Table 4, data records of pages on which no tree
// learned (the set `records`), from the three pages of a site.
constexpr std::pair<const char*, Groups> kGroups[] = {
    {"visual", {true, false, false}},
    {"dom", {false, true, false}},
    {"content", {false, false, true}},
    {"visual + dom", {true, true, false}},
    {"dom + content", {false, true, true}},
    {"visual + content", {true, false, true}},
    {"all", {true, true, true}},
};

// Pages of the set `records`, three of a site; none, with a word about it, where it is not here.
std::vector<eval::RecordsPage> records_pages() {
  const auto directory = eval::find_data_set("records");
  auto pages = directory ? eval::import_records(*directory)
                         : Result<std::vector<eval::RecordsPage>>(
                               Error{ErrorCode::kNotFound, "no data set records"});
  if (!pages.ok()) std::fprintf(stderr, "without records: %s\n", pages.error().message.c_str());
  return pages.ok() ? *std::move(pages) : std::vector<eval::RecordsPage>();
}

struct BlockCounts {
  size_t sites = 0, by_trees = 0, by_pictures = 0, both = 0;
};

BlockCounts operator+(const BlockCounts& a, const BlockCounts& b) {
  return {a.sites + b.sites, a.by_trees + b.by_trees, a.by_pictures + b.by_pictures,
          a.both + b.both};
}

// Template blocks of drawn pages, on their first page.
BlockCounts count_blocks(const std::vector<const model::Page*>& pages,
                         const templates::BlockOptions& pictures) {
  templates::PageViews views;
  for (const model::Page* page : pages)
    views.push_back(std::make_unique<wrap::PageView>(page->document));
  const auto trees = templates::find_template_blocks(pages, views).fixed[0];
  const auto drawn = templates::find_template_blocks(pages, views, pictures).fixed[0];
  BlockCounts out{.sites = 1};
  for (size_t n = 0; n < trees.size(); ++n) {
    out.by_trees += trees[n] ? 1 : 0;
    out.by_pictures += drawn[n] ? 1 : 0;
    out.both += trees[n] && drawn[n] ? 1 : 0;
  }
  return out;
}

using PageSets = std::map<std::string, std::vector<model::Page>>;  // By template.

PageSets records_sets() {
  PageSets sets;
  for (const eval::RecordsPage& page : records_pages()) {
    const auto html = read_file(page.html);
    if (!html.ok() || (sets.size() == kDrawnSites && !sets.contains(page.site))) continue;
    sets[page.site].push_back(model::html_page(*html));
  }
  return sets;
}

PageSets practice_sets() {
  PageSets sets;
  for (const practice::Domain domain : practice::kDomains) {
    for (const practice::Page& page :
         practice::generate({.domain = domain, .seed = 101, .items = 24, .page_size = 8}).pages) {
      auto& set = sets[fmt::format("{} {}", name_of(domain), page.template_name)];
      if (page.records.empty() || set.size() == kPagesOfSite) continue;
      set.push_back(model::html_page(page.html));
    }
  }
  return sets;
}

// [Fiva] 4.1 both ways: blocks that are equal as pictures, and as subtrees.
void print_drawn(const char* name, const PageSets& sets) {
  render::BrowserPool pool({});
  BlockCounts counts;
  for (const auto& [site, pages] : sets) {
    site::DrawnPages drawn(pool);
    for (const model::Page& page : pages) (void)drawn.add(page);
    if (drawn.pages().size() < 2) continue;
    std::vector<const model::Page*> given;
    for (const model::Page& page : drawn.pages()) given.push_back(&page);
    counts = counts + count_blocks(given, {.look = drawn.look()});
  }
  std::printf("%s, %zu templates: blocks by subtrees %zu, by pictures %zu, both %zu\n", name,
              counts.sites, counts.by_trees, counts.by_pictures, counts.both);
}

void print_table4(const std::vector<SitePairs>& sites) {
  const std::vector<eval::RecordsPage> pages = records_pages();
  if (pages.empty()) return;
  std::vector<const SitePairs*> all = pointers_to(sites);
  const auto print = [&](const std::string& name, const templates::TemplateMethod& method) {
    const double begin = cpu_seconds();
    const auto lists =
        eval::judge_template_lists(pages, method, eval::TemplatePages::kSite, Limits());
    if (!lists.ok()) return;
    const eval::Counts& counts = lists->records.counts;
    std::printf("  %-22s recall %.3f  precision %.3f  F %.3f  %.1f s\n", name.c_str(),
                counts.recall(), counts.precision(), counts.f1(), cpu_seconds() - begin);
  };
  std::printf("Table 4: records of %zu pages, three of a site together\n", pages.size());
  for (const auto& [name, used] : kGroups) {
    const ml::DecisionTree tree = ml::train_c45(cases_of(all, 60'000, 1, used), kShipped);
    for (const bool filter : {true, false}) {
      if (!filter && std::strcmp(name, "all") != 0) continue;
      print(filter ? name : "all, no blocks filtered",
            [&, filter](const std::vector<const model::Page*>& given) {
              return templates::find_by_peers(given, tree, {.least_area = filter ? 0.4 : 2.0});
            });
    }
  }
  print("FiVaTech", templates::find_by_fivatech);
}

void print_folds(const std::vector<SitePairs>& sites) {
  constexpr size_t kFolds = 5;
  std::printf("Features (Table 4's groups): accuracy on sites left out, %zu folds\n", kFolds);
  for (const auto& [name, used] : kGroups) {
    double sum = 0;
    for (size_t fold = 0; fold < kFolds; ++fold) {
      std::vector<const SitePairs*> train;
      std::vector<const SitePairs*> test;
      for (size_t s = 0; s < sites.size(); ++s)
        (s % kFolds == fold ? test : train).push_back(&sites[s]);
      sum += accuracy(ml::train_c45(cases_of(train, 60'000, 1, used)), test, kEvery) / kFolds;
    }
    std::printf("  %-18s %.3f\n", name, sum);
  }
}

std::vector<SitePairs> all_pairs(size_t pairs_of_site) {
  std::vector<SitePairs> sites = practice_pairs(pairs_of_site);
  add_swde_pairs(sites, pairs_of_site);
  return sites;
}

int run(bool emit, bool curves, bool drawn) {
  if (curves) {
    print_curves(all_pairs(kManyPairs));
    return 0;
  }
  if (drawn) {
    print_drawn("records", records_sets());
    print_drawn("practice", practice_sets());
    return 0;
  }
  const std::vector<SitePairs> sites = all_pairs(kPairsOfSite);
  size_t pairs = 0;
  for (const SitePairs& site : sites) pairs += site.pairs.size();
  std::printf("%zu sites, %zu pairs\n", sites.size(), pairs);
  print_folds(sites);
  print_table4(sites);
  if (!emit) return 0;
  std::vector<const SitePairs*> all = pointers_to(sites);
  const ml::DecisionTree tree = ml::train_c45(cases_of(all, SIZE_MAX, 1), kShipped);
  std::ofstream("share/models/peers.model")
      << ml::write_decision_tree(tree, "Peer nodes of template pages; weft_fit_peers");
  std::printf("wrote a tree of %zu leaves\n", tree.leaves());
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  const auto asked = [&](const char* option) {
    return argc > 1 && std::strcmp(argv[1], option) == 0;
  };
  return weft::run(asked("--emit"), asked("--curves"), asked("--drawn"));
}
