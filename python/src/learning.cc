// Stages: mine, read, learn, extract, group; each for one page, those that people run over many also on
// all cores.

#include <memory>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "records.h"

namespace weft::python {
namespace {

using namespace nb::literals;

// --- batches ---

// Pages as they wait for a batch: their bytes are copied, for Python's may go while it runs.
RawPage raw_page(nb::handle item) {
  if (nb::isinstance<RawPage>(item)) return nb::cast<RawPage>(item);
  const Bytes bytes(item);
  RawPage page{std::string(bytes.view()), {}};
  if (bytes.is_text()) page.options.content_type = "text/html; charset=utf-8";
  return page;
}

// Runs `work` on every page; `show` makes an object of what it gave.
template <typename Work, typename Show>
nb::list batch(const nb::list& pages, unsigned workers, const Work& work, const Show& show) {
  using Given = std::invoke_result_t<Work, const Page&>;
  std::vector<RawPage> raw;
  raw.reserve(nb::len(pages));
  for (const nb::handle page : pages) raw.push_back(raw_page(page));
  std::vector<std::pair<Page, Given>> done;
  {
    const nb::gil_scoped_release released;
    size_t next = 0;
    map_pages(
        [&] { return next < raw.size() ? std::optional(std::move(raw[next++])) : std::nullopt; },
        [&](const Page& page) { return std::any(work(page)); },
        [&](const Page& page, std::any given) {
          done.emplace_back(page, std::move(*std::any_cast<Given>(&given)));
          return true;
        },
        workers);
  }
  nb::list out;
  for (auto& [page, given] : done) out.append(show(page, std::move(given)));
  return out;
}

// --- mine, read ---

Records table_records(Table table) {
  Schema schema;
  for (size_t i = 0; i < table.columns.size(); ++i)
    schema.attributes.push_back({.name = table.columns[i], .type = table.types[i]});
  return as_records(std::move(table.records), std::move(schema));
}

nb::list table_list(std::vector<Table> tables) {
  nb::list list;
  for (Table& table : tables) {
    const double confidence = table.confidence;
    list.append(nb::make_tuple(nb::cast(table_records(std::move(table))), confidence));
  }
  return list;
}

MineOptions mine_options(unsigned max_tables, double min_confidence, const std::string& method) {
  return {.max_tables = max_tables, .min_confidence = min_confidence, .method = method};
}

nb::list mine(const Page& page, unsigned max_tables, double min_confidence,
              const std::string& method) {
  Result<std::vector<Table>> tables = [&] {
    const nb::gil_scoped_release released;
    return mine_tables(page, mine_options(max_tables, min_confidence, method));
  }();
  return table_list(take(std::move(tables)));
}

nb::list mine_all(const nb::list& pages, unsigned workers, unsigned max_tables,
                  double min_confidence, const std::string& method) {
  const MineOptions options = mine_options(max_tables, min_confidence, method);
  return batch(
      pages, workers, [&](const Page& page) { return mine_tables(page, options); },
      [](const Page&, Result<std::vector<Table>> tables) {
        return table_list(take(std::move(tables)));
      });
}

Article article(const Page& page, bool body_alone) {
  const nb::gil_scoped_release released;
  return read_article(page, {.body_alone = body_alone});
}

nb::list article_all(const nb::list& pages, unsigned workers, bool body_alone) {
  return batch(
      pages, workers,
      [&](const Page& page) { return read_article(page, {.body_alone = body_alone}); },
      [](const Page&, Article given) { return nb::cast(std::move(given)); });
}

nb::list parse_all(const nb::list& pages, unsigned workers) {
  return batch(
      pages, workers, [](const Page&) { return true; },
      [](const Page& page, bool) { return nb::cast(page); });
}

// --- learn, extract ---

nb::tuple learn_wrapper(const std::vector<Page>& pages, const nb::list& given,
                        const std::string& schema, const std::string& inducer) {
  std::vector<Label> labels;
  for (const nb::handle one : given) {
    const auto label = nb::cast<nb::tuple>(one);
    labels.push_back({.page = nb::cast<size_t>(label[0]),
                      .attribute = nb::cast<std::string>(label[2]),
                      .value = nb::cast<std::string>(label[3]),
                      .record = nb::cast<std::string>(label[1])});
  }
  LearnOptions options{.schema = {}, .inducer = inducer};
  if (!schema.empty()) options.schema = take(Schema::parse(schema));
  Result<Learned> learned = [&] {
    const nb::gil_scoped_release released;
    return learn(pages, labels, options);
  }();
  Learned got = take(std::move(learned));
  return nb::make_tuple(nb::cast(std::move(got.wrapper)), texts(got.problems));
}

// Page id, template, records, missing attributes.
nb::tuple site_tuple(const Page& page, const Site& site, SiteRecords found) {
  return nb::make_tuple(text(page.id()), text(found.template_name),
                        nb::cast(as_records(std::move(found.records), site.schema())),
                        texts(found.missing));
}

nb::tuple site_extract(const Site& site, const Page& page) {
  SiteRecords found = [&] {
    const nb::gil_scoped_release released;
    return site.extract(page);
  }();
  return site_tuple(page, site, std::move(found));
}

// Template, number, JSON and missing attributes of each record: what a table of strings wants, without the objects
// between.
nb::list site_rows(const Site& site, const RawPage& raw) {
  std::vector<std::string> lines;
  SiteRecords found;
  {
    const nb::gil_scoped_release released;
    found = site.extract(Page::parse(raw.html, raw.options));
    for (const Record& record : found.records) lines.push_back(record.to_json(site.schema()));
  }
  nb::list rows;
  for (size_t number = 0; number < lines.size(); ++number)
    rows.append(nb::make_tuple(text(found.template_name), number, text(lines[number]),
                               texts(found.missing)));
  return rows;
}

nb::list site_extract_all(const Site& site, const nb::list& pages, unsigned workers) {
  return batch(
      pages, workers, [&](const Page& page) { return site.extract(page); },
      [&](const Page& page, SiteRecords found) {
        return site_tuple(page, site, std::move(found));
      });
}

nb::list watch(const std::string& directory, const std::vector<Page>& pages, bool repair) {
  Result<std::vector<TemplateHealth>> health = [&] {
    const nb::gil_scoped_release released;
    return Site::watch(directory, pages, repair);
  }();
  nb::list all;
  for (const TemplateHealth& one : take(std::move(health), PyExc_FileNotFoundError))
    all.append(
        nb::make_tuple(text(one.name), text(one.health), text(one.summary), texts(one.repaired)));
  return all;
}

Records wrapper_extract(const Wrapper& wrapper, const Page& page) {
  std::vector<Record> records = [&] {
    const nb::gil_scoped_release released;
    return wrapper.extract(page);
  }();
  return as_records(std::move(records), wrapper.schema());
}

nb::list explain(const Wrapper& wrapper, const Node& node) {
  nb::list all;
  for (const Explanation& one : wrapper.explain(node))
    all.append(
        nb::make_tuple(text(one.attribute), one.extracted, text(one.rule), texts(one.reasons)));
  return all;
}

nb::list group(const std::vector<Page>& pages) {
  const std::vector<PageGroup> groups = [&] {
    const nb::gil_scoped_release released;
    return group_pages(pages);
  }();
  nb::list all;
  for (const PageGroup& one : groups)
    all.append(nb::make_tuple(text(one.url_pattern), nb::cast(one.pages)));
  return all;
}

nb::list vector_groups(const std::vector<uint64_t>& vectors) {
  const std::vector<VectorGroup> groups = [&] {
    const nb::gil_scoped_release released;
    return group_vectors(vectors);
  }();
  nb::list all;
  for (const VectorGroup& one : groups)
    all.append(nb::make_tuple(one.signature, one.fixed, one.importance));
  return all;
}

// Which of the groups of vector_groups(), by their place; None if none.
std::optional<size_t> place_in(const nb::list& groups, uint64_t vector) {
  std::vector<VectorGroup> own;
  for (const nb::handle one : groups) {
    const auto group = nb::cast<nb::tuple>(one);
    own.push_back({nb::cast<uint64_t>(group[0]), nb::cast<uint8_t>(group[1]), 0});
  }
  return find_group(own, vector);
}

nb::tuple by_domain(const std::vector<Page>& pages, const std::string& domain, bool is_name,
                    const std::string& directory) {
  const Domain known = take(is_name ? Domain::shipped(domain) : Domain::parse(domain));
  Result<DomainSite> site = [&] {
    const nb::gil_scoped_release released;
    return learn_by_domain(pages, known, directory);
  }();
  const DomainSite learned = take(std::move(site));
  nb::list templates;
  for (const DomainTemplate& one : learned.templates)
    templates.append(
        nb::make_tuple(nb::cast(one.wrapper), texts(one.attributes), nb::cast(one.pages)));
  return nb::make_tuple(templates, texts(learned.questions));
}

nb::tuple template_of(const std::vector<Page>& pages, const std::string& method) {
  Result<PageTemplate> found = [&] {
    const nb::gil_scoped_release released;
    return find_template(pages, method);
  }();
  PageTemplate one = take(std::move(found));
  return nb::make_tuple(nb::cast(std::move(one.wrapper)), texts(one.problems));
}

void put(const std::string& directory, const Wrapper& wrapper, const std::vector<Page>& pages,
         const std::string& name) {
  const Status status = [&] {
    const nb::gil_scoped_release released;
    return Site::put(directory, wrapper, pages, name);
  }();
  take(status);
}

template <auto kMember>
nb::str article_text(const Article& article) {
  return text(article.*kMember);
}

}  // namespace

void bind_learning(nb::module_& module) {
  module.def("parse_all", &parse_all);
  module.def("mine", &mine);
  module.def("mine_all", &mine_all);
  module.def("article", &article);
  module.def("article_all", &article_all);
  module.def("learn", &learn_wrapper);
  module.def("group", &group);
  module.def("page_vector", &page_vector);
  module.def("group_vectors", &vector_groups);
  module.def("find_group", &place_in);
  module.def("domains", [] { return texts(Domain::all_shipped()); });
  module.def("learn_by_domain", &by_domain);
  module.def("find_template", &template_of);

  nb::class_<Article>(module, "Article")
      .def_prop_ro("title", &article_text<&Article::title>)
      .def_prop_ro("author", &article_text<&Article::author>)
      .def_prop_ro("date", &article_text<&Article::date>)
      .def_prop_ro("language", &article_text<&Article::language>)
      .def_prop_ro("type", &article_text<&Article::type>)
      .def_prop_ro("text", &article_text<&Article::text>)
      .def_prop_ro("markdown", &article_text<&Article::markdown>)
      .def_prop_ro("html", &article_text<&Article::html>)
      .def_ro("confidence", &Article::confidence)
      .def_prop_ro("contradictions",
                   [](const Article& one) {
                     return nb::typed<nb::list, nb::str>(texts(one.contradictions));
                   })
      .def("__repr__",
           [](const Article& one) { return nb::str("<Article {!r}>").format(text(one.title)); });

  nb::class_<Wrapper>(module, "Wrapper")
      .def_static("parse", [](std::string_view json) { return take(Wrapper::parse(json)); })
      .def("to_json", [](const Wrapper& wrapper) { return text(wrapper.to_json()); })
      .def_prop_ro("kind", &Wrapper::kind)
      .def("schema", [](const Wrapper& wrapper) { return text(wrapper.schema().to_json()); })
      .def("extract", &wrapper_extract)
      .def("explain", &explain);

  nb::class_<Site>(module, "Site")
      .def_static(
          "open",
          [](const std::string& path) { return take(Site::open(path), PyExc_FileNotFoundError); })
      .def_static("put", &put)
      .def_static("watch", &watch)
      .def("schema", [](const Site& site) { return text(site.schema().to_json()); })
      .def("extract", &site_extract)
      .def("rows", &site_rows)
      .def("extract_all", &site_extract_all);
}

}  // namespace weft::python
