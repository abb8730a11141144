// Every tokenizer case of the html5lib tests. Parse errors are not compared: the parser does not
// report them.

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "gtest/gtest.h"
#include "html/testing/html5lib.h"
#include "html/tokenizer.h"

namespace weft::html {
namespace {

using nlohmann::json;

// Appends a UTF-16 unit that is no part of a pair. Some cases hold lone surrogates; those become
// three bytes each (as in WTF-8), which the tokenizer passes through like any others.
void append_unit(std::string& out, uint32_t unit) {
  if (unit < 0xD800 || unit >= 0xE000) {
    append_utf8(out, unit);
    return;
  }
  out += static_cast<char>(0xE0 | unit >> 12);
  out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
  out += static_cast<char>(0x80 | (unit & 0x3F));
}

// Undoes the second escaping of cases marked "doubleEscaped".
std::string unescape(const std::string& text) {
  const auto unit_at = [&text](size_t i) -> uint32_t {
    if (text.compare(i, 2, "\\u") != 0) return UINT32_MAX;
    return static_cast<uint32_t>(std::stoul(text.substr(i + 2, 4), nullptr, 16));
  };
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const uint32_t unit = unit_at(i);
    if (unit == UINT32_MAX) {
      out += text[i++];
      continue;
    }
    i += 6;
    const uint32_t next =
        unit >= 0xD800 && unit < 0xDC00 && i < text.size() ? unit_at(i) : UINT32_MAX;
    if (next >= 0xDC00 && next < 0xE000) {
      append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00));
      i += 6;
    } else {
      append_unit(out, unit);
    }
  }
  return out;
}

json unescape(const json& value) {
  if (value.is_string()) return unescape(value.get<std::string>());
  if (value.is_array()) {
    json out = json::array();
    for (const json& item : value) out.push_back(unescape(item));
    return out;
  }
  if (value.is_object()) {
    json out = json::object();
    for (const auto& [key, item] : value.items()) out[unescape(key)] = unescape(item);
    return out;
  }
  return value;
}

ContentModel model_of(const std::string& state) {
  if (state == "RCDATA state") return ContentModel::kRcdata;
  if (state == "RAWTEXT state") return ContentModel::kRawtext;
  if (state == "Script data state") return ContentModel::kScriptData;
  if (state == "PLAINTEXT state") return ContentModel::kPlaintext;
  if (state == "CDATA section state") return ContentModel::kCdata;
  return ContentModel::kData;
}

// The tokens as the tests write them; text in one piece.
class Recorder {
 public:
  json run(std::string_view input, ContentModel model, const std::string& last_start_tag) {
    names_.reset(storage_);
    Tokenizer tokenizer(storage_, names_, UINT32_MAX);
    tokenizer.start(input);
    if (model != ContentModel::kData) tokenizer.set_content_model(model, last_start_tag);
    json tokens = json::array();
    for (TokenKind kind = tokenizer.next(); kind != TokenKind::kEndOfFile;
         kind = tokenizer.next()) {
      add(tokenizer, kind, tokens);
    }
    return tokens;
  }

 private:
  std::string spelling(const Tokenizer& tokenizer, dom::Atom atom) {
    if (dom::is_known(atom)) return std::string(dom::known_name(atom));
    for (const auto& name : storage_.unknown_names) {
      if (name.atom == atom) return std::string(tokenizer.view(name.text));
    }
    return {};
  }

  void add(Tokenizer& tokenizer, TokenKind kind, json& tokens) {
    const Token& token = tokenizer.token();
    switch (kind) {
      case TokenKind::kText: {
        const std::string text(tokenizer.view(token.text));
        if (text.empty()) break;
        if (!tokens.empty() && tokens.back()[0] == "Character") {
          tokens.back()[1] = tokens.back()[1].get<std::string>() + text;
        } else {
          tokens.push_back({"Character", text});
        }
        break;
      }
      case TokenKind::kComment:
        tokens.push_back({"Comment", std::string(tokenizer.view(token.text))});
        break;
      case TokenKind::kEndTag:
        tokens.push_back({"EndTag", spelling(tokenizer, token.name.atom)});
        break;
      case TokenKind::kStartTag: {
        json attributes = json::object();
        for (uint32_t i = 0; i < token.attribute_count; ++i) {
          const dom::AttributeEntry& entry = storage_.attributes[token.first_attribute + i];
          attributes[spelling(tokenizer, entry.name)] = std::string(tokenizer.view(entry.value));
        }
        json tag = {"StartTag", spelling(tokenizer, token.name.atom), attributes};
        if (token.self_closing) tag.push_back(true);
        tokens.push_back(tag);
        break;
      }
      case TokenKind::kDoctype: {
        const std::string name = spelling(tokenizer, token.name.atom);
        const auto id = [&](bool present, dom::StringRef text) {
          return present ? json(std::string(tokenizer.view(text))) : json();
        };
        tokens.push_back({"DOCTYPE", name.empty() ? json() : json(name),
                          id(token.has_public_id, token.public_id),
                          id(token.has_system_id, token.system_id), !token.force_quirks});
        break;
      }
      case TokenKind::kEndOfFile:
        break;
    }
  }

  dom::Storage storage_;
  NameTable names_;
};

std::string show(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

TEST(TokenizerConformanceTest, EveryHtml5libCaseGivesTheExpectedTokens) {
  const auto folder = testing::html5lib_folder();
  if (folder.empty()) GTEST_SKIP() << "the data set conformance is not unpacked";
  size_t run = 0;
  size_t failed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tokenizer")) {
    // xmlViolation.test is about a coercion to XML that is not part of parsing.
    if (entry.path().extension() != ".test" || entry.path().stem() == "xmlViolation") continue;
    std::ifstream file(entry.path());
    const json cases = json::parse(file);
    for (const json& original : cases.at("tests")) {
      const bool escaped = original.value("doubleEscaped", false);
      const json test = escaped ? unescape(original) : original;
      const auto input = test.at("input").get<std::string>();
      for (const json& state : test.value("initialStates", json::array({"Data state"}))) {
        ++run;
        const json actual = Recorder().run(input, model_of(state), test.value("lastStartTag", ""));
        if (actual == test.at("output")) continue;
        if (++failed <= 10) {
          ADD_FAILURE() << entry.path().filename() << ": " << show(test.at("description")) << " in "
                        << state << "\n"
                        << show(input) << "\nexpected " << show(test.at("output")) << "\ngot      "
                        << show(actual);
        }
      }
    }
  }
  EXPECT_EQ(failed, 0U) << "of " << run;
  EXPECT_GT(run, 6000U);
}

}  // namespace
}  // namespace weft::html
