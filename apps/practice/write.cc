// The same pages three times: as pages with truth.jsonl, as the data set `swde` (detail pages, one
// truth file an attribute) and as the data set `records` (list pages, a table of their records),
// so that evaluation reads a made-up site with the importers that read the real ones.
#include "base/json.h"
#include "practice/site.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "practice/domain.h"

namespace weft::practice {
namespace fs = std::filesystem;
namespace {

Status write_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file.fail()) return Error{ErrorCode::kIo, fmt::format("cannot write {}", path.string())};
  return {};
}

// An empty or missing directory, or an earlier practice site, whose files are replaced.
Status make_room(const fs::path& directory) {
  std::error_code error;
  if (!fs::exists(directory, error) || fs::is_empty(directory, error)) return {};
  if (!fs::exists(directory / "site.json", error) ||
      !fs::exists(directory / "truth.jsonl", error)) {
    return Error{
        ErrorCode::kAlreadyExists,
        fmt::format("{} holds something else; give an empty directory", directory.string())};
  }
  for (const char* part : {"site.json", "truth.jsonl", "html", "swde", "records"})
    fs::remove_all(directory / part, error);
  return {};
}

constexpr std::string_view kFormNames[] = {"node", "spans", "part", "attribute"};

Json record_json(const TruthRecord& record) {
  Json values = Json::array();
  for (const TruthValue& value : record.values) {
    values.push_back({{"attribute", value.attribute},
                      {"text", value.text},
                      {"form", kFormNames[static_cast<size_t>(value.form)]},
                      {"bytes", {value.begin, value.end}}});
  }
  Json json = {{"id", record.id}, {"values", std::move(values)}};
  for (const TruthRecord& offer : record.offers) json["offers"].push_back(record_json(offer));
  return json;
}

// One line of truth.jsonl.
Json truth_json(const Page& page, std::string_view file) {
  Json records = Json::array();
  for (const TruthRecord& record : page.records) records.push_back(record_json(record));
  return {{"page", page.url},
          {"file", file},
          {"template", page.template_name},
          {"records", std::move(records)}};
}

std::string site_json(const Site& site) {
  const Options& options = site.options;
  Json redesigns = Json::array();
  for (const Redesign& redesign : options.redesigns) {
    redesigns.push_back(fmt::format("{}:{}", name_of(redesign.kind), redesign.seed));
  }
  Json attributes = Json::array();
  for (const AttributeSpec& spec : attributes_of(options.domain)) {
    attributes.push_back({{"name", spec.name},
                          {"mandatory", spec.presence == 100},
                          {"constant", spec.constant},
                          {"set", spec.kind == FactKind::kList},
                          {"in_list", spec.in_list}});
  }
  const Json json = {{"weft", "practice-site"},
                     {"version", 1},
                     {"name", site.name},
                     {"origin", site.origin},
                     {"domain", name_of(options.domain)},
                     {"seed", options.seed},
                     {"items", options.items},
                     {"page_size", options.page_size},
                     {"drift", options.drift},
                     {"crossed", options.crossed},
                     {"nested", options.nested},
                     {"results", options.results},
                     {"redesigns", redesigns},
                     {"attributes", attributes},
                     {"pages", site.pages.size()}};
  return json.dump(2) + "\n";
}

// --- the layout of swde: detail pages and one truth file an attribute ---

std::vector<std::string> texts_of(const TruthRecord& record, std::string_view attribute) {
  std::vector<std::string> texts;
  for (const TruthValue& value : record.values) {
    if (value.attribute == attribute && value.form != ValueForm::kAttribute)
      texts.push_back(value.text);
  }
  return texts;
}

std::string swde_truth(const std::vector<const Page*>& pages, const std::string& vertical,
                       const std::string& site, std::string_view attribute) {
  std::string lines;
  std::set<std::string> distinct;
  size_t with_value = 0;
  size_t count = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    const std::vector<std::string> texts = texts_of(pages[i]->records.front(), attribute);
    lines += fmt::format("{:04}\t{}", i, texts.size());
    if (texts.empty()) lines += "\t<NULL>";
    for (const std::string& text : texts) lines += "\t" + text;
    lines += "\n";
    with_value += texts.empty() ? 0 : 1;
    count += texts.size();
    distinct.insert(texts.begin(), texts.end());
  }
  return fmt::format("{}\t{}\t{}\n{}\t{}\t{}\t{}\n", vertical, site, attribute, pages.size(),
                     with_value, count, distinct.size()) +
         lines;
}

Status write_swde(const Site& site, const fs::path& directory) {
  std::vector<const Page*> pages;
  for (const Page& page : site.pages) {
    if (page.template_name.starts_with("detail")) pages.push_back(&page);
  }
  const std::string vertical(name_of(site.options.domain));
  const std::string name = fmt::format("practice{}", site.options.seed);
  for (size_t i = 0; i < pages.size(); ++i) {
    const fs::path file =
        directory / "pages" / (vertical + "-" + name) / fmt::format("{:04}.htm", i);
    WEFT_TRY(write_file(file, fmt::format("<base href=\"{}\"/>", pages[i]->url) + pages[i]->html));
  }
  for (const AttributeSpec& spec : attributes_of(site.options.domain)) {
    if (spec.kind == FactKind::kImage || spec.kind == FactKind::kProse) continue;
    const fs::path file =
        directory / "groundtruth" / fmt::format("{}-{}-{}.txt", vertical, name, spec.name);
    WEFT_TRY(write_file(file, swde_truth(pages, vertical, name, spec.name)));
  }
  return {};
}

// --- the layout of records: list pages and a table of their records ---

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_row(const TruthRecord& record) {
  std::string row;
  const auto add = [&](const TruthRecord& from) {
    for (const TruthValue& value : from.values) {
      if (value.form != ValueForm::kAttribute)
        row += (row.empty() ? "" : ",") + csv_field(value.text);
    }
  };
  add(record);
  for (const TruthRecord& offer : record.offers) add(offer);
  return row + "\n";
}

Status write_records(const Site& site, const fs::path& directory) {
  std::string manifest = "category\tsite\tkeyword_dir\thtml\trecords\tcols\ttitle_found_frac\n";
  const std::string category = fmt::format("1- {}", name_of(site.options.domain));
  const std::string name = fmt::format("1- practice{}.example.org", site.options.seed);
  size_t number = 0;
  for (const Page& page : site.pages) {
    if (page.template_name != "list" || page.records.empty()) continue;
    const std::string keyword = fmt::format("{}- page-keyword", ++number);
    std::string csv;
    size_t columns = 0;
    for (const TruthRecord& record : page.records) {
      csv += csv_row(record);
      columns = std::max(columns, record.values.size());
    }
    const fs::path folder = directory / category / name / keyword;
    WEFT_TRY(write_file(folder / "page.htm", page.html));
    WEFT_TRY(write_file(folder / "data records.csv", csv));
    manifest += fmt::format("{}\t{}\t{}\tpage.htm\t{}\t{}\t1.00\n", category, name, keyword,
                            page.records.size(), columns);
  }
  return write_file(directory / "manifest.tsv", manifest);
}

}  // namespace

Status write_site(const Site& site, const fs::path& directory) {
  WEFT_TRY(make_room(directory));
  std::string truth;
  for (size_t i = 0; i < site.pages.size(); ++i) {
    const std::string file = fmt::format("html/{:04}.html", i);
    WEFT_TRY(write_file(directory / file, site.pages[i].html));
    truth += truth_json(site.pages[i], file).dump() + "\n";
  }
  WEFT_TRY(write_file(directory / "truth.jsonl", truth));
  WEFT_TRY(write_swde(site, directory / "swde"));
  WEFT_TRY(write_records(site, directory / "records"));
  return write_file(directory / "site.json", site_json(site));
}

}  // namespace weft::practice
