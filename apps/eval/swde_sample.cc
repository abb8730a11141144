// What somebody learns from on an SWDE site.
//
//   pages   0 1 2 3 4 5 6 …      order: 4 0 5 …  (the most telling first, as `weft sample` chooses)
//   k = 2   labelled 4 and 0; unlabelled 25 of the others, spread evenly; judged on all but 4 and 0
//
// A biased choice is the opposite of a good one: pages whose values of one attribute share how they
// begin or end, a word or a length, as careless labelling would have it ("all books by one
// publisher"). Rules that take what these share for the template fail on the rest.

#include "eval/swde_sample.h"

#include <algorithm>

#include "base/file.h"
#include "eval/metrics/swde.h"
#include "eval/metrics/text.h"
#include "group/outline.h"
#include "group/sample.h"
#include "html/parser.h"
#include "model/locate.h"

namespace weft::eval {
namespace {

constexpr size_t kUnlabelled = 25;
constexpr size_t kEdge = 4;      // Bytes of a value's first and last word that pages may share.
constexpr size_t kWeighed = 20;  // Pages chosen one by one; the order of the others says nothing.

// The pages to learn from: labelled ones first, then unlabelled ones spread evenly over the rest.
std::vector<uint32_t> choose_sample(const LoadedSwdeSite& loaded,
                                    std::span<const uint32_t> labelled) {
  std::vector<uint32_t> sample(labelled.begin(), labelled.end());
  std::vector<uint32_t> rest;
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (std::find(labelled.begin(), labelled.end(), p) == labelled.end()) rest.push_back(p);
  }
  const size_t wanted = std::min(kUnlabelled, rest.size());
  for (size_t i = 0; i < wanted; ++i) sample.push_back(rest[i * rest.size() / wanted]);
  return sample;
}

// What a value may have in common with others, by the name of the bias: how it begins and ends, each
// of its words, and its length.
std::vector<std::pair<std::string, std::string>> shared_parts(const std::string& value) {
  const std::vector<std::string> words = word_tokens(value);
  std::vector<std::pair<std::string, std::string>> parts = {
      {"length", std::to_string(value.size())}};
  if (words.empty()) return parts;
  const auto edge = [](const std::string& word) { return word.size() > kEdge; };
  parts.emplace_back("prefix",
                     edge(words.front()) ? words.front().substr(0, kEdge) : words.front());
  parts.emplace_back("suffix", edge(words.back()) ? words.back().substr(words.back().size() - kEdge)
                                                  : words.back());
  for (const std::string& word : words) parts.emplace_back("word", word);
  return parts;
}

}  // namespace

LoadedSwdeSite load_swde_site(SwdeSite site, const Limits& limits) {
  LoadedSwdeSite loaded;
  std::vector<group::PageOutline> outlines;
  for (const auto& path : site.pages) {
    model::Page page;
    page.id = path.stem().string();
    if (const auto bytes = read_file(path); bytes.ok()) {
      page.document = html::parse(*bytes, {.limits = limits}).document;
    }
    outlines.push_back(group::outline_of(page.document));
    loaded.pages.push_back(std::move(page));
  }
  for (const auto& pick : group::choose_pages(outlines, {.size = kWeighed}))
    loaded.order.push_back(pick.page);
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (std::find(loaded.order.begin(), loaded.order.end(), p) == loaded.order.end())
      loaded.order.push_back(p);
  }
  loaded.site = std::move(site);
  return loaded;
}

std::vector<model::Label> swde_labels(const SwdeSite& site, const model::Page& page,
                                      size_t number) {
  std::vector<model::Label> labels;
  for (const auto& [attribute, truth] : site.truth) {
    for (const std::string& value : truth[number]) {
      for (const model::Occurrence& occurrence : model::locate(page.document, value)) {
        labels.push_back({.page = page.id,
                          .attribute = attribute,
                          .path = model::label_path(page.document, occurrence),
                          .span = occurrence.span,
                          .value = value,
                          .source = model::LabelSource::kTruth});
      }
    }
  }
  return labels;
}

SwdeSample sample_swde_site(const LoadedSwdeSite& loaded, unsigned labels) {
  const std::span order(loaded.order);
  return sample_swde_site(loaded, order.first(std::min<size_t>(labels, order.size())));
}

SwdeSample sample_swde_site(const LoadedSwdeSite& loaded, std::span<const uint32_t> labelled) {
  SwdeSample sample;
  sample.labelled.resize(loaded.pages.size());
  for (const uint32_t p : choose_sample(loaded, labelled)) {
    if (sample.input.pages.size() < labelled.size()) {
      sample.labelled[p] = true;
      for (model::Label& label : swde_labels(loaded.site, loaded.pages[p], p))
        sample.input.labels.push_back(std::move(label));
    }
    sample.input.pages.push_back(&loaded.pages[p]);
  }
  return sample;
}

std::vector<BiasedChoice> biased_choices(const LoadedSwdeSite& loaded, const std::string& attribute,
                                         unsigned labels) {
  const auto& truth = loaded.site.truth.at(attribute);
  std::map<std::string, std::map<std::string, std::vector<uint32_t>>> groups;  // By bias and part.
  size_t with_value = 0;
  for (const uint32_t p : loaded.order) {
    if (truth[p].empty() || truth[p][0].empty()) continue;
    ++with_value;
    for (const auto& [bias, part] : shared_parts(truth[p][0])) {
      std::vector<uint32_t>& group = groups[bias][part];
      if (group.empty() || group.back() != p) group.push_back(p);
    }
  }
  std::vector<BiasedChoice> choices;
  for (auto& [bias, of_bias] : groups) {
    std::vector<uint32_t> most;
    for (auto& [part, pages] : of_bias) {
      const bool some = pages.size() >= labels && 2 * pages.size() <= with_value;
      if (some && pages.size() > most.size()) most = pages;
    }
    if (most.empty()) continue;
    most.resize(labels);
    choices.push_back({bias, std::move(most)});
  }
  return choices;
}

model::Record first_record(const model::Wrapper* wrapper, const model::Page& page) {
  if (wrapper == nullptr) return {};
  model::Extraction extraction = wrapper->apply(page);
  return extraction.records.empty() ? model::Record{} : std::move(extraction.records[0]);
}

void add_page_counts(const SwdeSite& site, size_t page_number, const model::Page& page,
                     const model::Wrapper* wrapper, AttributeCounts& counts) {
  const model::Record record = first_record(wrapper, page);
  for (const auto& [attribute, truth] : site.truth) {
    counts[attribute] +=
        compare_swde(model::leaf_texts(record.find(attribute)), truth[page_number]).pages;
  }
}

double mean_swde_f1(const SwdeSite& site, const std::vector<model::Page>& pages,
                    const std::vector<bool>& labelled, const model::Wrapper& wrapper) {
  AttributeCounts counts;
  for (size_t p = 0; p < pages.size(); ++p) {
    if (!labelled[p]) add_page_counts(site, p, pages[p], &wrapper, counts);
  }
  std::vector<double> f1;
  for (const auto& [attribute, count] : counts) {
    if (count.truth != 0) f1.push_back(count.f1());
  }
  return mean(f1);
}

Result<std::vector<SwdeSite>> read_swde_sites(const TaskContext& context) {
  std::vector<SwdeSite> sites;
  for (const auto& directory : context.data) {
    WEFT_ASSIGN(std::vector<SwdeSite> some, read_swde(directory));
    for (SwdeSite& site : some) {
      if (keeps_site(context, site.name)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

void for_each_swde_site(const TaskContext& context, const std::vector<SwdeSite>& sites,
                        const std::function<void(size_t, const LoadedSwdeSite&)>& work) {
  for_each_parallel(context, "learning sites", sites.size(),
                    [&](size_t s) { work(s, load_swde_site(sites[s], context.limits)); });
}

}  // namespace weft::eval
