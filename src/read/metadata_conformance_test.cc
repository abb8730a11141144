// Structured data as another reader sees it: the samples of the data set `conformance` (extruct_samples), pages of W3C's and
// schema.org's examples and of sites, each with what extruct makes of it. Where extruct leaves the standard we do not follow:
//
//   SearchAction.001   extruct takes query-input apart; it is a text
//   product-ref        an itemref to an item without itemprop adds nothing (HTML, "the properties of an item")
//   microdata-with-description   a text is textContent; extruct adds spaces between blocks

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/strings.h"
#include "html/parser.h"
#include "read/metadata.h"

namespace weft::read {
namespace {

namespace fs = std::filesystem;

fs::path sample_folder() {
  const char* data = std::getenv("WEFT_DATA");
  const char* home = std::getenv("HOME");
  const fs::path root = data != nullptr
                            ? fs::path(data)
                            : fs::path(home == nullptr ? "." : home) / ".cache/weft-data";
  return root / "conformance/extruct_samples/tests/samples";
}

// One form for what means the same: a value for an array of one, white space folded, members sorted.
Json canonical(const Json& json) {
  if (json.is_string()) {
    std::string text = normalize_space(json.text());
    if (text.ends_with(".com/")) text.pop_back();  // A URL as it was parsed, and as it was written.
    if (text.starts_with("_:")) text = "_:";       // A node without a name.
    return text;
  }
  if (json.is_array()) {
    if (json.size() == 1) return canonical(json[0]);
    Json array = Json::array();
    for (const Json& one : json) array.push_back(canonical(one));
    return array;
  }
  if (!json.is_object()) return json;
  std::set<std::string> names;
  for (const auto& member : json.items()) names.insert(member.first);
  Json object = Json::object();
  for (const std::string& name : names) object[name] = canonical(json[name]);
  return object;
}

// The array in an order of its own: that of its members' texts.
std::vector<std::string> sorted_members(const Json& array) {
  std::vector<std::string> texts;
  for (const Json& one : array) texts.push_back(canonical(one).dump());
  std::sort(texts.begin(), texts.end());
  return texts;
}

Json metadata_of(const fs::path& page, const std::string& url) {
  const auto html = read_file(page);
  return metadata_json(structured_data(html::parse(html.ok() ? *html : "").document, url));
}

Json truth_of(const fs::path& file) {
  const auto text = read_file(file);
  const auto json = parse_json(text.ok() ? *text : "");
  EXPECT_TRUE(json.ok()) << file;
  return json.ok() ? *json : Json();
}

std::vector<fs::path> truths(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (file.path().string().ends_with(ending)) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path page_of_truth(const fs::path& truth, const std::string& ending) {
  const std::string name = truth.string();
  return name.substr(0, name.size() - ending.size()) + ".html";
}

TEST(MetadataConformanceTest, JsonLd) {
  if (!fs::exists(sample_folder())) GTEST_SKIP() << "the data set conformance is not there";
  size_t checked = 0;
  for (const fs::path& truth : truths(sample_folder(), ".jsonld")) {
    const fs::path page = page_of_truth(truth, ".jsonld");
    const Json wanted = truth_of(truth);
    if (!fs::exists(page) || wanted.is_object()) continue;  // Objects are answers of a service.
    ++checked;
    EXPECT_EQ(canonical(metadata_of(page, "")["json_ld"]).dump(), canonical(wanted).dump()) << page;
  }
  EXPECT_GE(checked, 9U);
}

TEST(MetadataConformanceTest, Microdata) {
  if (!fs::exists(sample_folder())) GTEST_SKIP() << "the data set conformance is not there";
  const std::set<std::string> others = {"SearchAction.001", "product-ref",
                                        "microdata-with-description"};
  size_t checked = 0;
  for (const char* folder : {"schema.org", "w3c", "websites"}) {
    for (const fs::path& truth : truths(sample_folder() / folder, ".json")) {
      const fs::path page = page_of_truth(truth, ".json");
      if (!fs::exists(page) || others.contains(truth.stem().string())) continue;
      ++checked;
      const std::string url =
          truth.stem() == "microdata.7.1"      ? "http://blog.example.com/progress-report"
          : truth.stem() == "microdata.object" ? "http://www.example.com/microdata/test"
                                               : "";
      EXPECT_EQ(canonical(metadata_of(page, url)["microdata"]).dump(),
                canonical(truth_of(truth)).dump())
          << page;
    }
  }
  EXPECT_GE(checked, 18U);
}

TEST(MetadataConformanceTest, Rdfa) {
  if (!fs::exists(sample_folder())) GTEST_SKIP() << "the data set conformance is not there";
  const std::string ending = ".expanded.json";
  size_t checked = 0;
  for (const fs::path& truth : truths(sample_folder() / "w3crdfa", ending)) {
    const fs::path page = page_of_truth(truth, ending);
    ++checked;
    EXPECT_EQ(sorted_members(metadata_of(page, "http://www.example.com/index.html")["rdfa"]),
              sorted_members(truth_of(truth)))
        << page;
  }
  EXPECT_GE(checked, 12U);
}

TEST(MetadataConformanceTest, OpenGraphAndDublinCore) {
  if (!fs::exists(sample_folder())) GTEST_SKIP() << "the data set conformance is not there";
  const auto has = [](const Json& object, const std::string& name, const std::string& value) {
    const Json& found = object[name];
    if (found.is_string()) return normalize_space(found.text()) == normalize_space(value);
    const auto all = found.texts();
    return std::any_of(all.begin(), all.end(), [&](const std::string& one) {
      return normalize_space(one) == normalize_space(value);
    });
  };
  const fs::path misc = sample_folder() / "misc";
  const Json graph = metadata_of(misc / "opengraph_test.html", "")["opengraph"];
  const Json pairs = truth_of(misc / "opengraph_test.json")[0]["properties"];
  for (const Json& pair : pairs)
    EXPECT_TRUE(has(graph, pair[0].text(), pair[1].text())) << pair.dump();
  const Json core = metadata_of(misc / "dublincore_test.html", "")["dublin_core"];
  const Json wanted = truth_of(misc / "dublincore_test.json")[0];
  for (const char* kind : {"elements", "terms"}) {
    for (const Json& one : wanted[kind]) {
      const std::string name =
          ascii_lower(one.contains("name") ? one.text_of("name") : one.text_of("rel"));
      const std::string value =
          one.contains("content") ? one.text_of("content") : one.text_of("href");
      EXPECT_TRUE(has(core, name, value)) << one.dump();
    }
  }
}

}  // namespace
}  // namespace weft::read
