#include "cli/mcp_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::cli {
namespace {

using testing::HasSubstr;

McpServer echo_server() {
  McpTool echo{"echo",
               "Says it again",
               {{"type", "object"}, {"required", Json::array({"word"})}},
               [](const Json& arguments) -> Result<Json> {
                 if (arguments.text_of("word") == "fail")
                   return Error{ErrorCode::kNotFound, "no such word"};
                 return Json{{"said", arguments.text_of("word")}};
               }};
  return McpServer({echo}, "Echoes.");
}

Json ask(McpServer& server, const std::string& request) {
  const auto answer = server.answer(request);
  EXPECT_TRUE(answer.has_value()) << request;
  return *parse_json(answer.value_or("null"));
}

TEST(McpServerTest, ShakesHandsInTheOldWay) {
  McpServer server = echo_server();
  const auto version = [&](const std::string& asked) {
    return ask(server,
               R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
                   asked + R"("}})")["result"]
        .text_of("protocolVersion");
  };
  EXPECT_EQ(version("2024-11-05"), "2024-11-05");
  EXPECT_EQ(version("1999-01-01"), "2025-11-25");
  EXPECT_EQ(server.answer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
            std::nullopt);
  const Json pong = ask(server, R"({"jsonrpc":"2.0","id":"p","method":"ping"})");
  EXPECT_EQ(pong, (Json{{"jsonrpc", "2.0"}, {"id", "p"}, {"result", Json::object()}}));
}

TEST(McpServerTest, IsDiscoveredInTheNewWay) {
  McpServer server = echo_server();
  const Json result = ask(
      server,
      R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})")
      ["result"];
  EXPECT_EQ(result["supportedVersions"][0].text(), "2026-07-28");
  EXPECT_EQ(result.text_of("resultType"), "complete");
  EXPECT_TRUE(result.contains("ttlMs") && result.contains("cacheScope"));
  // Older clients do not know these members.
  EXPECT_FALSE(ask(server, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")["result"].contains(
      "resultType"));
}

TEST(McpServerTest, CallsToolsAndShowsTheirErrors) {
  McpServer server = echo_server();
  const auto call = [&](const std::string& name, const std::string& arguments) {
    return ask(server, R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" +
                           name + R"(","arguments":)" + arguments + "}}");
  };
  const Json good = call("echo", R"({"word":"tea"})")["result"];
  EXPECT_EQ(good["structuredContent"].text_of("said"), "tea");
  EXPECT_FALSE(good["isError"].get<bool>());
  const Json bad = call("echo", R"({"word":"fail"})")["result"];
  EXPECT_TRUE(bad["isError"].get<bool>());
  EXPECT_EQ(bad["content"][0].text_of("text"), "not-found: no such word");
  EXPECT_THAT(call("echo", "{}")["result"]["content"][0].text_of("text"), HasSubstr("needs"));
  EXPECT_EQ(call("shout", "{}")["error"]["code"].get<int>(), -32602);
}

TEST(McpServerTest, RefusesWhatIsNoRequest) {
  McpServer server = echo_server();
  const auto code = [&](const std::string& line) {
    return ask(server, line)["error"]["code"].get<int>();
  };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code("[]"), -32600);
  EXPECT_EQ(code("17"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})"), -32601);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]})"), -32602);
}

}  // namespace
}  // namespace weft::cli
