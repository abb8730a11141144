// McpServer: the Model Context Protocol, as far as a server of tools needs it. One JSON-RPC message a
// line in, at most one out; whoever reads and writes the lines is the caller.
//
//   McpServer server({{"text", "The text of a page", schema, [](const Json& arguments) { … }}});
//   while (std::getline(in, line)) if (auto answer = server.answer(line)) out << *answer << '\n';
//
// Speaks both eras: `initialize` (2024-11-05 to 2025-11-25), and `server/discover` with the version in
// every request's _meta (2026-07-28), whose results also say that they are complete and how long they
// may be kept. Source: https://modelcontextprotocol.io/specification.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace weft::cli {

struct McpTool {
  std::string name;
  std::string description;
  Json schema;  // Of its arguments: a JSON Schema of type object.
  // An error is shown to the agent, which can do better then.
  std::function<Result<Json>(const Json& arguments)> call;
};

class McpServer {
 public:
  // `instructions`: what an agent should know before it calls any.
  McpServer(std::vector<McpTool> tools, std::string instructions);

  // The answer to a line, without a line feed; nothing for a notification.
  std::optional<std::string> answer(std::string_view line);

 private:
  Result<Json> dispatch(const std::string& method, const Json& params);
  Json initialize(const Json& params) const;
  Json discover() const;
  Json list_tools() const;
  Result<Json> call_tool(const Json& params) const;

  std::vector<McpTool> tools_;
  std::string instructions_;
};

}  // namespace weft::cli
