#include "render/devtools.h"

#include <fmt/format.h>

namespace weft::render {
namespace {

// A command is taken at once or the browser hangs.
constexpr std::chrono::seconds kSendTime{10};

// Half of a surrogate pair, which scripts can make, is no JSON for us: it becomes U+FFFD.
void mend_surrogates(std::string& text) {
  const auto unit_at = [&](size_t i) -> unsigned {
    unsigned unit = 0;
    for (size_t k = i + 2; k < i + 6; ++k) {
      const char c = k < text.size() ? text[k] : 'x';
      const unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                             : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                             : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                                    : 0x10000U;
      unit = unit * 16 + digit;
    }
    return unit;
  };
  const auto escape_at = [&](size_t i) {
    return i + 5 < text.size() && text[i] == '\\' && text[i + 1] == 'u';
  };
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') continue;
    if (text[i + 1] != 'u') {
      ++i;
      continue;
    }
    const unsigned unit = unit_at(i);
    const bool high = unit >= 0xD800 && unit < 0xDC00;
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    const unsigned after = high && escape_at(i + 6) ? unit_at(i + 6) : 0;
    if (high && after >= 0xDC00 && after < 0xE000)
      i += 11;
    else if (high || low)
      text.replace(i + 2, 4, "fffd");
  }
}

}  // namespace

Status DevTools::send(uint64_t id, std::string_view method, Json parameters,
                      std::string_view session, Deadline deadline) {
  Json command = {{"id", id}, {"method", method}, {"params", std::move(parameters)}};
  if (!session.empty()) command["sessionId"] = session;
  return process_.send(dump_json(command), deadline);
}

Status DevTools::post(std::string_view method, Json parameters, std::string_view session) {
  return send(++last_id_, method, std::move(parameters), session, Clock::now() + kSendTime);
}

Result<Json> DevTools::next(Deadline deadline) {
  WEFT_ASSIGN(std::optional<std::string> message, process_.receive(deadline));
  if (!message) return Json();
  auto json = parse_json(*message);
  if (!json.ok()) {
    mend_surrogates(*message);
    json = parse_json(*message);
  }
  if (!json.ok())
    return Error{ErrorCode::kIo, "the browser sends what is no JSON: " + json.error().message};
  if (json->find("method") != nullptr && handler_) handler_(*json);
  return json;
}

Status DevTools::pump(Deadline deadline) {
  WEFT_ASSIGN(const Json ignored, next(deadline));
  return {};
}

Result<Json> DevTools::call(std::string_view method, Json parameters, std::string_view session,
                            Deadline deadline) {
  const uint64_t id = ++last_id_;
  WEFT_TRY(send(id, method, std::move(parameters), session, deadline));
  while (true) {
    WEFT_ASSIGN(Json message, next(deadline));
    if (message.is_null()) {
      return Error{ErrorCode::kTimeout, fmt::format("the browser does not answer ({})", method)};
    }
    const Json* answered = message.find("id");
    if (answered == nullptr || !answered->is_number_unsigned() || answered->get<uint64_t>() != id)
      continue;
    if (const Json* error = message.find("error")) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("the browser refuses {}: {}", method, error->text_of("message"))};
    }
    Json result = Json::object();
    if (message.find("result") != nullptr) result = std::move(message["result"]);
    return result;
  }
}

}  // namespace weft::render
