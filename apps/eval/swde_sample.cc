#include "eval/swde_sample.h"

#include <algorithm>

#include "base/file.h"
#include "eval/metrics/swde.h"
#include "group/outline.h"
#include "group/sample.h"
#include "html/parser.h"
#include "model/locate.h"

namespace weft::eval {
namespace {

constexpr size_t kUnlabelled = 25;
constexpr size_t kWeighed = 20;  // Pages chosen one by one; the order of the others says nothing.

// The pages to learn from: labelled ones first, then unlabelled ones spread evenly over the rest.
std::vector<uint32_t> choose_sample(const LoadedSwdeSite& loaded, size_t labelled) {
  const auto first_unlabelled = loaded.order.begin() + static_cast<std::ptrdiff_t>(labelled);
  std::vector<uint32_t> sample(loaded.order.begin(), first_unlabelled);
  std::vector<uint32_t> rest(first_unlabelled, loaded.order.end());
  std::sort(rest.begin(), rest.end());
  const size_t wanted = std::min(kUnlabelled, rest.size());
  for (size_t i = 0; i < wanted; ++i) sample.push_back(rest[i * rest.size() / wanted]);
  return sample;
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
  const size_t labelled = std::min<size_t>(labels, loaded.order.size());
  SwdeSample sample;
  sample.labelled.resize(loaded.pages.size());
  for (const uint32_t p : choose_sample(loaded, labelled)) {
    if (sample.input.pages.size() < labelled) {
      sample.labelled[p] = true;
      for (model::Label& label : swde_labels(loaded.site, loaded.pages[p], p))
        sample.input.labels.push_back(std::move(label));
    }
    sample.input.pages.push_back(&loaded.pages[p]);
  }
  return sample;
}

model::Record first_record(const model::Wrapper* wrapper, const model::Page& page) {
  if (wrapper == nullptr) return {};
  model::Extraction extraction = wrapper->apply(page);
  return extraction.records.empty() ? model::Record{} : std::move(extraction.records[0]);
}

double mean_swde_f1(const SwdeSite& site, const std::vector<model::Page>& pages,
                    const std::vector<bool>& labelled, const model::Wrapper& wrapper) {
  std::map<std::string, Counts> counts;
  for (size_t p = 0; p < pages.size(); ++p) {
    if (labelled[p]) continue;
    const model::Record record = first_record(&wrapper, pages[p]);
    for (const auto& [attribute, truth] : site.truth)
      counts[attribute] += compare_swde(value_texts(record.find(attribute)), truth[p]).pages;
  }
  std::vector<double> f1;
  for (const auto& [attribute, count] : counts) {
    if (count.truth != 0) f1.push_back(count.f1());
  }
  return mean(f1);
}

std::vector<std::string> value_texts(const model::Value* value) {
  std::vector<std::string> out;
  if (value == nullptr) return out;
  if (value->kind == model::Value::Kind::kLeaf) out.push_back(value->text);
  for (const model::Value& item : value->items) out.push_back(item.text);
  return out;
}

Result<std::vector<SwdeSite>> read_swde_sites(const TaskContext& context) {
  std::vector<SwdeSite> sites;
  for (const auto& directory : context.data) {
    WEFT_ASSIGN(std::vector<SwdeSite> some, read_swde(directory));
    for (SwdeSite& site : some) {
      if (keeps_site(context, site.name, sites.size())) sites.push_back(std::move(site));
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
