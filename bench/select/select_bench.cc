// weft_bench_select: how long scraping expressions take, against libxml2 and pugixml.
//
// Every engine gets the tree that html::parse made, in its own form, and compiled expressions; the
// nodes found are compared before anything is timed. Times are microseconds of processor time a
// page, the best of several rounds over all pages.
//
//   weft_bench_select [--smoke] [PAGES]   pages from $WEFT_DATA or ~/.cache/weft-data: recipes,
//                                         swde-*

#include <libxml/xpath.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "dom/xml/xml_view.h"
#include "html/parser.h"
#include "measure.h"
#include "select/query.h"

namespace weft::bench {
namespace {

namespace fs = std::filesystem;
using select::NodeRef;
using select::NodeSet;

// What scrapers ask: ids, classes, text, positions, neighbours, attributes.
constexpr const char* kExpressions[] = {
    "//div[@class='price']/span",
    "//*[@id='content']//text()",
    "//li[preceding-sibling::li[1][a]]/a",
    "//h2/following-sibling::p[1]",
    "/html/body/div[1]//a/@href",
    "//*[contains(concat(' ',normalize-space(@class),' '),' title ')]",
    "//a[contains(@href,'recipe')]/text()",
    "//table//tr[position()>1]/td[2]",
    "//meta[@property='og:title']/@content",
    "//*[normalize-space(text())='Ingredients']/following-sibling::*[1]",
    "//span[preceding-sibling::span[contains(.,'Cook')]]",
    "//p[string-length(normalize-space(.))>80]",
    "/html/body/div[2]/div[1]/div[1]/div[2]",
    "//div[count(preceding-sibling::div)=1]/a[last()]",
    "//ul/li[1] | //ol/li[last()]",
    "//a[starts-with(@href,'http') and not(img)]/@href",
    "//td[b]/ancestor::table[1]//tr[2]/td",
    "//img[@alt!='']/@src",
    "(//h1 | //h2)[1]",
    "//text()[contains(.,'minutes')]/..",
};

// `wanted` pages, spread evenly over the folders.
std::vector<std::string> read_pages(size_t wanted) {
  std::vector<std::string> pages;
  const std::vector<std::string> folders = {"recipes", "swde-book/pages", "swde-camera/pages",
                                            "swde-job/pages", "swde-restaurant/pages"};
  for (const std::string& folder : folders) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(data_root() / folder, error), end; !error && it != end;
         it.increment(error)) {
      const std::string extension = it->path().extension().string();
      if (extension == ".testhtml" || extension == ".htm") files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    // Half of the pages are recipes: modern, of many hosts.
    const size_t share = folder == "recipes" ? wanted / 2 : wanted / 8;
    for (size_t i = 0; i < share && !files.empty(); ++i) {
      if (auto bytes = read_file(files[i * files.size() / share].string()); bytes.ok())
        pages.push_back(std::move(*bytes));
    }
  }
  return pages;
}

// One page as each engine wants it.
struct Page {
  explicit Page(const std::string& bytes)
      : doc(html::parse(bytes).document),
        xml(doc),
        xpath(xmlXPathNewContext(xml.get()), xmlXPathFreeContext) {
    std::vector<pugi::xml_node> nodes(doc.size());
    nodes[0] = pugi.document_element();
    for (const dom::NodeId n : doc.nodes()) add_to_pugi(n, nodes);
  }

  void add_to_pugi(dom::NodeId n, std::vector<pugi::xml_node>& nodes) {
    if (n == dom::kRoot) {
      nodes[0] = pugi;
      ids.emplace(static_cast<pugi::xml_node&>(pugi).internal_object(), 0);
      return;
    }
    pugi::xml_node parent = nodes[index(doc.parent(n))];
    pugi::xml_node node;
    switch (doc.kind(n)) {
      case dom::NodeKind::kElement:
        node = parent.append_child(std::string(doc.name_text(n)).c_str());
        for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
          const dom::Attribute attribute = doc.attribute_at(n, i);
          node.append_attribute(std::string(attribute.name_text).c_str())
              .set_value(std::string(attribute.value).c_str());
        }
        break;
      case dom::NodeKind::kText:
        node = parent.append_child(pugi::node_pcdata);
        node.set_value(std::string(doc.text(n)).c_str());
        break;
      case dom::NodeKind::kComment:
        node = parent.append_child(pugi::node_comment);
        node.set_value(std::string(doc.text(n)).c_str());
        break;
      default:
        return;
    }
    nodes[index(n)] = node;
    ids.emplace(node.internal_object(), index(n));
  }

  dom::Document doc;
  dom::XmlView xml;
  std::unique_ptr<xmlXPathContext, decltype(&xmlXPathFreeContext)> xpath;
  pugi::xml_document pugi;
  std::unordered_map<const void*, uint32_t> ids;
};

// --- engines: the element (or owner of the attribute) of every node found ---

using Ids = std::vector<uint32_t>;

class Weft {
 public:
  explicit Weft(const char* expression) : query_(*select::Query::xpath(expression)) {}
  size_t run(Page& page) {
    if (!query_.select_into(page.doc, {}, scratch_, found_).ok()) std::abort();
    return found_.size();
  }
  Ids ids(Page& page) {
    run(page);
    Ids out;
    for (const NodeRef node : found_) out.push_back(index(node.node));
    return out;
  }

 private:
  select::Query query_;
  select::Scratch scratch_;
  NodeSet found_;
};

class Libxml2 {
 public:
  explicit Libxml2(const char* expression)
      : compiled_(xmlXPathCompile(reinterpret_cast<const xmlChar*>(expression)),
                  xmlXPathFreeCompExpr) {}
  size_t run(Page& page) {
    page.xpath->node = reinterpret_cast<xmlNode*>(page.xml.get());
    result_.reset(xmlXPathCompiledEval(compiled_.get(), page.xpath.get()));
    return result_->nodesetval == nullptr ? 0 : static_cast<size_t>(result_->nodesetval->nodeNr);
  }
  Ids ids(Page& page) {
    const size_t count = run(page);
    Ids out;
    for (size_t i = 0; i < count; ++i)
      out.push_back(index(page.xml.id(result_->nodesetval->nodeTab[i])));
    return out;
  }

 private:
  std::unique_ptr<xmlXPathCompExpr, decltype(&xmlXPathFreeCompExpr)> compiled_;
  std::unique_ptr<xmlXPathObject, decltype(&xmlXPathFreeObject)> result_{nullptr,
                                                                         xmlXPathFreeObject};
};

class Pugixml {
 public:
  explicit Pugixml(const char* expression) : query_(expression) {}
  size_t run(Page& page) {
    found_ = query_.evaluate_node_set(page.pugi);
    found_.sort();  // The others give document order too.
    return found_.size();
  }
  Ids ids(Page& page) {
    run(page);
    Ids out;
    for (const pugi::xpath_node& node : found_) {
      out.push_back(
          page.ids.at((node.attribute() ? node.parent() : node.node()).internal_object()));
    }
    return out;
  }

 private:
  pugi::xpath_query query_;
  pugi::xpath_node_set found_;
};

// --- measuring ---

template <typename Engine>
double microseconds_a_page(Engine& engine, std::vector<std::unique_ptr<Page>>& pages, int rounds) {
  double best = 1e18;
  size_t sink = 0;
  for (int round = 0; round < rounds; ++round) {
    const double begin = 1e6 * cpu_seconds();
    for (const auto& page : pages) sink += engine.run(*page);
    best = std::min(best, (1e6 * cpu_seconds() - begin) / static_cast<double>(pages.size()));
  }
  if (sink == SIZE_MAX) std::abort();
  return best;
}

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int run(size_t wanted, int rounds) {
  std::vector<std::unique_ptr<Page>> pages;
  for (const std::string& bytes : read_pages(wanted))
    pages.push_back(std::make_unique<Page>(bytes));
  if (pages.empty()) {
    fmt::print("no pages: the data sets recipes and swde-* are not there\n");
    return 0;
  }
  uint64_t nodes = 0;
  for (const auto& page : pages) nodes += page->doc.size();
  fmt::print("{} pages, {} nodes a page; microseconds a page\n\n", pages.size(),
             nodes / pages.size());
  fmt::print(
      "| expression | matches | weft | libxml2 | pugixml | x libxml2 | x pugixml "
      "|\n|---|---|---|---|---|---|---|\n");
  std::vector<double> over_libxml2;
  std::vector<double> over_pugixml;
  int different = 0;
  for (const char* expression : kExpressions) {
    Weft weft(expression);
    Libxml2 libxml2(expression);
    Pugixml pugixml(expression);
    size_t matches = 0;
    bool pugixml_differs = false;
    for (const auto& page : pages) {
      const Ids expected = weft.ids(*page);
      matches += expected.size();
      if (sorted(libxml2.ids(*page)) != expected) ++different;
      pugixml_differs |= sorted(pugixml.ids(*page)) != expected;
    }
    const double ours = microseconds_a_page(weft, pages, rounds);
    const double theirs = microseconds_a_page(libxml2, pages, std::max(1, rounds / 3));
    const double pugis = microseconds_a_page(pugixml, pages, std::max(1, rounds / 3));
    over_libxml2.push_back(theirs / ours);
    over_pugixml.push_back(pugis / ours);
    std::string shown = expression;
    for (size_t at = shown.find('|'); at != std::string::npos; at = shown.find('|', at + 2))
      shown.insert(at, "\\");
    fmt::print("| `{}` | {} | {:.2f} | {:.1f} | {:.1f}{} | {:.0f} | {:.1f} |\n", shown, matches,
               ours, theirs, pugis, pugixml_differs ? " (other nodes)" : "", theirs / ours,
               pugis / ours);
  }
  fmt::print(
      "\nmedian {:.1f} x libxml2 (least {:.1f}), {:.1f} x pugixml (least {:.1f}); {} pages differ "
      "from libxml2\n",
      median(over_libxml2), *std::min_element(over_libxml2.begin(), over_libxml2.end()),
      median(over_pugixml), *std::min_element(over_pugixml.begin(), over_pugixml.end()), different);
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  size_t pages = 160;
  int rounds = 15;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--smoke") == 0) {
      pages = 16;
      rounds = 1;
    } else {
      pages = std::strtoul(argv[i], nullptr, 10);
    }
  }
  return weft::bench::run(pages, rounds);
}
