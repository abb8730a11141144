// Cost per pair of the alignment algorithms, and its growth: weft_align_bench.
//
// Each benchmark checks its answer before it is timed.

#include <random>
#include <string>

#include <benchmark/benchmark.h>

#include "align/edit_distance.h"
#include "align/partial_tree_alignment.h"
#include "align/simple_tree_matching.h"
#include "align/tree_edit_distance.h"
#include "base/check.h"

namespace weft::align {
namespace {

std::vector<Symbol> random_symbols(size_t length, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Symbol> symbols(length);
  for (Symbol& symbol : symbols) symbol = random() % 12;
  return symbols;
}

// A tree shaped like a list page: items of about ten nodes, each with small differences.
Tree list_page(uint32_t nodes, uint32_t seed) {
  std::mt19937 random(seed);
  Tree tree;
  tree.append(1, 0);
  while (tree.size() < nodes) {
    tree.append(2, 1);
    for (int part = 0; part < 3; ++part) {
      tree.append(3 + random() % 2, 2);
      tree.append(5, 3);
      if (random() % 3 != 0) tree.append(6 + random() % 3, 3);
    }
  }
  tree.close_ends();
  return tree;
}

void edit_distance_pair(benchmark::State& state) {
  const auto a = random_symbols(static_cast<size_t>(state.range(0)), 1);
  const auto b = random_symbols(static_cast<size_t>(state.range(0)), 2);
  WEFT_CHECK(*edit_distance(a, b) == edit_matrix(a, b)->back());
  for (auto _ : state) benchmark::DoNotOptimize(*edit_distance(a, b));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(edit_distance_pair)->RangeMultiplier(4)->Range(64, 4096)->Complexity();

void edit_alignment_pair(benchmark::State& state) {
  const auto a = random_symbols(static_cast<size_t>(state.range(0)), 1);
  const auto b = random_symbols(static_cast<size_t>(state.range(0)), 2);
  WEFT_CHECK(edit_alignment(a, b)->distance == *edit_distance(a, b));
  for (auto _ : state) benchmark::DoNotOptimize(edit_alignment(a, b)->distance);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(edit_alignment_pair)->RangeMultiplier(4)->Range(64, 4096)->Complexity();

void simple_tree_matching_pair(benchmark::State& state) {
  const Tree a = list_page(static_cast<uint32_t>(state.range(0)), 1);
  const Tree b = list_page(static_cast<uint32_t>(state.range(0)), 2);
  TreeMatcher matcher;
  WEFT_CHECK(*matcher.score(a, a) == a.size());
  WEFT_CHECK(*matcher.score(a, b) == matcher.mapping(a, b)->size());
  for (auto _ : state) benchmark::DoNotOptimize(*matcher.score(a, b));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(simple_tree_matching_pair)->RangeMultiplier(2)->Range(125, 4000)->Complexity();

void tree_edit_distance_pair(benchmark::State& state) {
  const Tree a = list_page(static_cast<uint32_t>(state.range(0)), 1);
  const Tree b = list_page(static_cast<uint32_t>(state.range(0)), 2);
  WEFT_CHECK(*tree_edit_distance(a, a) == 0);
  for (auto _ : state) benchmark::DoNotOptimize(*tree_edit_distance(a, b));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(tree_edit_distance_pair)->RangeMultiplier(2)->Range(64, 512)->Complexity();

void partial_tree_alignment_of_records(benchmark::State& state) {
  std::vector<Tree> trees;
  for (uint32_t i = 0; i < static_cast<uint32_t>(state.range(0)); ++i)
    trees.push_back(list_page(60, i));
  WEFT_CHECK(partial_tree_alignment(trees)->node.size() == trees.size());
  for (auto _ : state) benchmark::DoNotOptimize(partial_tree_alignment(trees)->seed.size());
}
BENCHMARK(partial_tree_alignment_of_records)->Arg(10)->Arg(40);

}  // namespace
}  // namespace weft::align
