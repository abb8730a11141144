#include "model/wrapper.h"

#include "base/json.h"
#include "gtest/gtest.h"

namespace weft::model {
namespace {

// Extracts the text of one path.
class PathWrapper final : public Wrapper {
 public:
  explicit PathWrapper(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] std::string_view kind() const override { return "test-path"; }
  [[nodiscard]] Extraction apply(const Page&) const override { return {}; }
  [[nodiscard]] std::vector<Explanation> explain(const Page&, dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {{"path", path_}}; }
  static Result<std::unique_ptr<Wrapper>> from_json(const Json& body) {
    return std::unique_ptr<Wrapper>(new PathWrapper(body.text_of("path")));
  }

 private:
  std::string path_;
};
constexpr WrapperKind kKinds[] = {{"test-path", &PathWrapper::from_json}};

TEST(WrapperTest, SavesAndLoadsByKind) {
  const auto json = save_wrapper(PathWrapper("/html[1]"));
  EXPECT_EQ(json.dump(), R"({"weft":"wrapper","version":1,"kind":"test-path","path":"/html[1]"})");
  const auto loaded = load_wrapper(json, kKinds);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(save_wrapper(**loaded), json);
}

TEST(WrapperTest, RefusesWhatItDidNotWrite) {
  const auto code = [](const char* text) {
    return load_wrapper(*parse_json(text), kKinds).error().code;
  };
  EXPECT_EQ(code("[]"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code(R"({"weft":"wrapper"})"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code(R"({"weft":"wrapper","version":99,"kind":"test-path"})"), ErrorCode::kUnsupported);
  EXPECT_EQ(code(R"({"weft":"wrapper","version":1,"kind":"nobody"})"), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace weft::model
