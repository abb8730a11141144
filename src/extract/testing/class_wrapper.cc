#include "extract/testing/class_wrapper.h"

#include "base/json.h"
#include "dom/path.h"
#include "dom/text.h"

namespace weft::extract::testing {
namespace {

class ClassWrapper final : public model::Wrapper {
 public:
  explicit ClassWrapper(std::map<std::string, std::string> classes)
      : classes_(std::move(classes)) {}

  [[nodiscard]] std::string_view kind() const override { return "class"; }

  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction extraction;
    model::Record record;
    for (const auto& [attribute, name] : classes_) {
      for (const dom::NodeId n : page.document.nodes()) {
        if (page.document.attribute(n, dom::atoms::kClass) != name) continue;
        record.set(attribute, model::Value::leaf(dom::normalized_text(page.document, n),
                                                 {dom::indexed_path(page.document, n),
                                                  page.document.source_range(n)}));
        break;
      }
    }
    if (!record.fields.empty()) extraction.records.push_back(std::move(record));
    return extraction;
  }

  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override {
    std::vector<model::Explanation> explanations;
    if (!page.document.is_element(node)) return explanations;
    const auto actual = page.document.attribute(node, dom::atoms::kClass);
    for (const auto& [attribute, name] : classes_) {
      const std::string rule = "//*[@class='" + name + "']";
      if (actual == name) explanations.push_back({attribute, true, rule, {"has class " + name}});
      // Half a miss: a class that begins alike.
      if (actual && actual != name && actual->substr(0, 2) == name.substr(0, 2)) {
        explanations.push_back({attribute, false, rule, {"has class " + std::string(*actual)}});
      }
    }
    return explanations;
  }

  [[nodiscard]] Json to_json() const override { return {{"classes", classes_}}; }

 private:
  std::map<std::string, std::string> classes_;
};

}  // namespace

std::shared_ptr<const model::Wrapper> class_wrapper(std::map<std::string, std::string> classes) {
  return std::make_shared<ClassWrapper>(std::move(classes));
}

}  // namespace weft::extract::testing
