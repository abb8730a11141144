#include "cli/json_log.h"

#include <string>

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

namespace weft::cli {
namespace {

std::string contents(std::FILE* file) {
  std::string text(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  return text;
}

TEST(JsonLogTest, WritesOneObjectPerEvent) {
  std::FILE* file = std::tmpfile();
  JsonLog log(file, LogLevel::kInfo);
  log.event(LogLevel::kDebug, "crawl", "ignored", {});
  log.event(LogLevel::kWarning, "crawl", "fetched", {{"url", "http://a/\"x\""}, {"status", "404"}});
  const std::string text = contents(file);
  std::fclose(file);
  ASSERT_EQ(text.find('\n'), text.size() - 1);
  const auto event = nlohmann::json::parse(text);
  EXPECT_EQ(event["level"], "warning");
  EXPECT_EQ(event["stage"], "crawl");
  EXPECT_EQ(event["event"], "fetched");
  EXPECT_EQ(event["url"], "http://a/\"x\"");
  EXPECT_EQ(event["time"].get<std::string>().size(),
            std::string("2026-11-15T23:04:05.678Z").size());
}

}  // namespace
}  // namespace weft::cli
