// Weft's own: what repeats by merging trees, what does not by keys.
//
//   page 1: <h1>Pen</h1> <ul><li>red $2 <li>blue $3</ul>     title  Pen  Ink
//   page 2: <h1>Ink</h1> <ul><li>black $5</ul>               items { text, price }
//
//   1  The pages' trees are merged as FiVaTech merges them (tree_merging.h), but the cells of a row
//      are no set. What repeats in the merged tree may be a list, nested where the tree nests it.
//   2  It is none if its texts have places of their own (labelled facts, parts of a page), if its
//      items have little in common, or if few pages have several of them. Lists that say most are
//      chosen.
//   3  Other columns are found by keys (key_columns.h): for what a page says once, a label or a class
//      finds more than an alignment of whole pages. Of the texts in lists only those with a place of
//      their own are columns, too.
//   4  The wrapper reads lists by the merged tree, which is a grammar, and all else by keys.
//
// One page will do if it has a list.
//
// Tested by lists_and_keys_test.cc; measured by `weft eval templates` and `weft eval schemas`.

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"
#include "templates/key_columns.h"
#include "templates/running_text.h"
#include "templates/single_texts.h"
#include "templates/templates.h"
#include "templates/tree_merging.h"
#include "wrap/columns/columns_wrapper.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::templates {
namespace {

constexpr double kOwnShare = 0.3;  // Of the pages: fewer make no place of a text's own.

struct ListOptions {
  size_t rows_with_cells = 4;  // Fewer rows of the same length are chance.
  // Of a list's texts that have places of their own: more, and it is labelled facts or parts of a
  // page.
  double max_single = 0.3;
  double min_filled = 0.5;  // Of the fields of its items; fewer, and they have little in common.
  double min_share = 0.3;   // Of the pages that have the list,
  double min_items = 2;     // with so many items each.
  // In lists beside the one that says most: what a page says once is wanted more often.
  size_t more_columns = 12;
  size_t most_columns = 40;  // Of that one.
};

size_t count_columns(const std::vector<model::Attribute>& attributes) {
  size_t count = 0;
  for (const model::Attribute& attribute : attributes)
    count += attribute.attributes.empty() ? 1 : count_columns(attribute.attributes);
  return count;
}

// How many texts a list has; 0 if it is none.
size_t list_texts(const ListOnPages& list, const SingleTexts& singles, const RunningTexts& running,
                  const ListOptions& options) {
  const size_t pages = running.inside.size();
  size_t all = 0;
  size_t single = 0;
  size_t in_sentences = 0;
  std::vector<const PlacedNode*> firsts(pages,
                                        nullptr);  // By page: what the heading stands before.
  for (const auto& field : list.fields) {
    all += field.size();
    for (const PlacedNode& at : field) {
      single += singles.contains(at) ? 1 : 0;
      in_sentences += running.sentences[at.page][dom::index(at.node)] ? 1 : 0;
      const PlacedNode*& first = firsts[at.page];
      if (first == nullptr || at.node < first->node) first = &at;
    }
  }
  size_t with = 0;
  for (const PlacedNode* first : firsts) {
    with += first != nullptr ? 1 : 0;
    single -= first != nullptr && singles.contains(*first) ? 1 : 0;
  }
  const auto texts = static_cast<double>(all);
  const auto items = static_cast<double>(list.items);
  const auto pages_with = static_cast<double>(with);
  const bool is_list =
      static_cast<double>(single) <= options.max_single * texts && 2 * in_sentences <= all &&
      texts >= options.min_filled * items * static_cast<double>(list.fields.size()) &&
      with >= std::min<size_t>(pages, 2) &&
      pages_with >= options.min_share * static_cast<double>(pages) &&
      items >= options.min_items * pages_with;
  return is_list ? all : 0;
}

// Those that say most, until there are enough.
std::vector<bool> choose_lists(const std::vector<ListOnPages>& lists, const SingleTexts& singles,
                               const RunningTexts& running, const ListOptions& options) {
  std::vector<std::pair<size_t, size_t>> order;  // Texts, and which.
  for (size_t i = 0; i < lists.size(); ++i) {
    if (const size_t texts = list_texts(lists[i], singles, running, options); texts > 0)
      order.emplace_back(texts, i);
  }
  std::sort(order.rbegin(), order.rend());
  std::vector<bool> chosen(lists.size(), false);
  size_t columns = 0;
  for (const auto& [texts, i] : order) {
    const size_t most = columns == 0 ? options.most_columns : options.more_columns;
    if (columns + lists[i].columns > most) continue;
    columns += lists[i].columns;
    chosen[i] = true;
  }
  return chosen;
}

// Steps 1 and 2: the template of whole pages with its lists as the schema; no wrapper if nothing repeats.
Result<ListTemplate> find_lists(const PageViews& views, const SingleTexts& singles,
                                const RunningTexts& running) {
  const ListOptions options;
  WEFT_ASSIGN(MergedTree merged,
              merge_by_scores(views, {.rows_with_cells = options.rows_with_cells}));
  WEFT_ASSIGN(ListTemplate lists,
              lists_of(merged.expressions, merged.root, views, std::move(merged.problems),
                       [&](const std::vector<ListOnPages>& lists) {
                         return choose_lists(lists, singles, running, options);
                       }));
  if (lists.found.schema.attributes.empty()) lists.found.wrapper = nullptr;
  return lists;
}

}  // namespace

Result<PageTemplate> find_lists_and_keys(const std::vector<const model::Page*>& pages) {
  const PageViews views = views_of(pages);
  const KeyedPages keyed(pages, views);
  const SingleTexts singles(keyed, kOwnShare);
  const RunningTexts running = find_running_texts(keyed, singles);
  WEFT_ASSIGN(ListTemplate listed, find_lists(views, singles, running));
  PageTemplate& found = listed.found;
  std::unique_ptr<const wrap::GrammarWrapper> lists(
      dynamic_cast<const wrap::GrammarWrapper*>(found.wrapper.release()));
  UniqueNames names;
  for (const model::Attribute& list : found.schema.attributes) names.take(list.name);
  const size_t in_all = count_columns(found.schema.attributes);
  KeyColumns keys =
      find_key_columns(keyed, listed.inside, running, kMaxColumns - std::min(kMaxColumns, in_all),
                       names);  // Step 3.
  if (!lists && keys.columns.empty()) {
    return Error{ErrorCode::kNotFound,
                 "the pages share no place at which they say different things"};
  }
  found.schema.attributes.insert(found.schema.attributes.begin(),
                                 std::make_move_iterator(keys.attributes.begin()),
                                 std::make_move_iterator(keys.attributes.end()));
  found.wrapper =
      std::make_unique<wrap::ColumnsWrapper>(std::move(keys.columns), std::move(lists));  // Step 4.
  return std::move(found);
}

}  // namespace weft::templates
