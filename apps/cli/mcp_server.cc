// Requests are told by their method alone. A request of the new era names its protocol version in
// params._meta; its result then carries resultType, and those that may be cached ttlMs and cacheScope.
// Errors of a tool are results with isError, so that the agent sees them; errors of the protocol are
// JSON-RPC's: -32700 no JSON, -32600 no request, -32601 no such method, -32602 no such tool.

#include "cli/mcp_server.h"

#include <algorithm>
#include <array>

#include "base/json.h"

namespace weft::cli {
namespace {

constexpr const char* kModern = "2026-07-28";
constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kServerKey = "io.modelcontextprotocol/serverInfo";
// The newest first: what is offered to a client that asks for one we do not know.
constexpr std::array kHandshakeVersions = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr int kCacheMilliseconds = 3'600'000;  // Tools do not change while the program runs.

Json server_info() { return {{"name", "weft"}, {"version", WEFT_VERSION}}; }
Json capabilities() { return {{"tools", Json::object()}}; }

bool is_modern(const Json& params) { return params["_meta"].contains(kVersionKey); }

Json failure(const Json& id, int code, std::string_view message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

}  // namespace

McpServer::McpServer(std::vector<McpTool> tools, std::string instructions)
    : tools_(std::move(tools)), instructions_(std::move(instructions)) {}

std::optional<std::string> McpServer::answer(std::string_view line) {
  const auto message = parse_json(line);
  if (!message.ok()) return failure(nullptr, -32700, message.error().message).dump();
  const Json id = (*message)["id"];
  const std::string method = message->text_of("method");
  if (method.empty()) return failure(id, -32600, "a request needs a method").dump();
  if (id.is_null()) return std::nullopt;  // A notification.
  const Json& params = (*message)["params"];
  Result<Json> result = dispatch(method, params);
  if (!result.ok()) {
    const bool no_tool = result.error().code == ErrorCode::kInvalidArgument;
    return failure(id, no_tool ? -32602 : -32601, result.error().message).dump();
  }
  if (is_modern(params)) {
    (*result)["resultType"] = "complete";
    (*result)["_meta"][kServerKey] = server_info();
  }
  const Json whole = {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(*result)}};
  return whole.dump();
}

Result<Json> McpServer::dispatch(const std::string& method, const Json& params) {
  if (method == "initialize") return initialize(params);
  if (method == "server/discover") return discover();
  if (method == "ping") return Json::object();
  if (method == "tools/list") return list_tools();
  if (method == "tools/call") return call_tool(params);
  return Error{ErrorCode::kUnsupported, "there is no method " + method};
}

Json McpServer::initialize(const Json& params) const {
  const std::string asked = params.text_of("protocolVersion");
  const bool known = std::find(kHandshakeVersions.begin(), kHandshakeVersions.end(), asked) !=
                     kHandshakeVersions.end();
  return {{"protocolVersion", known ? asked : kHandshakeVersions.front()},
          {"capabilities", capabilities()},
          {"serverInfo", server_info()},
          {"instructions", instructions_}};
}

Json McpServer::discover() const {
  Json versions = Json::array({kModern});
  for (const char* version : kHandshakeVersions) versions.push_back(version);
  return {{"supportedVersions", versions},
          {"capabilities", capabilities()},
          {"instructions", instructions_},
          {"ttlMs", kCacheMilliseconds},
          {"cacheScope", "public"}};
}

Json McpServer::list_tools() const {
  Json tools = Json::array();
  for (const McpTool& tool : tools_)
    tools.push_back(
        {{"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.schema}});
  return {{"tools", tools}, {"ttlMs", kCacheMilliseconds}, {"cacheScope", "public"}};
}

Result<Json> McpServer::call_tool(const Json& params) const {
  const std::string name = params.text_of("name");
  const auto tool = std::find_if(tools_.begin(), tools_.end(),
                                 [&](const McpTool& one) { return one.name == name; });
  if (tool == tools_.end()) return Error{ErrorCode::kInvalidArgument, "there is no tool " + name};
  const Result<Json> given = [&]() -> Result<Json> {
    for (const std::string& required : tool->schema["required"].texts()) {
      if (!params["arguments"].contains(required))
        return Error{ErrorCode::kInvalidArgument, name + " needs the argument " + required};
    }
    return tool->call(params["arguments"]);
  }();
  const std::string text =
      given.ok() ? given->dump()
                 : std::string(error_code_name(given.error().code)) + ": " + given.error().message;
  Json result = Json::object();
  result["content"] = Json::array({{{"type", "text"}, {"text", text}}});
  result["isError"] = !given.ok();
  if (given.ok()) result["structuredContent"] = *given;
  return result;
}

}  // namespace weft::cli
