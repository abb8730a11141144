// Pages that are drawn by a program carry their records as data:
//
//   <script> const contacts = [ {firstName: "John", phone: "123-456-7890"}, {…}, … ]; draw(contacts) </script>
//   <script type="application/ld+json"> {"@type": "ItemList", "itemListElement": [{…}, …]} </script>
//
// JSON, the state that frameworks leave (__NEXT_DATA__) and literals in code are read by one reader
// that knows no JavaScript, only how literals nest:
//
//   1. Cut the text into strings, numbers, words and marks; pass over comments.
//   2. Keep a stack of what is open: an array, an object, or code. An object expects names and values
//      in turn; at the first thing that does not fit it is code. A value that is an expression is
//      left out, its object stays.
//   3. An object inside an object gives its fields to it, with its name before theirs. An array that
//      closes with objects in it, and nothing else, is found.
//   4. Names that half of the objects have are columns. An array is a table for people if it has
//      two columns, rows differ, and one column reads like names or titles. The more text it has, the
//      earlier it comes.
//
// One pass over the text, a bounded stack, a bounded number of fields. A literal of a regular
// expression may look like the start of a string; such a string ends with its line.
//
// Tested by script_records_test.cc; measured by `weft eval listings`.

#include "mine/script_records.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/strings.h"
#include "mine/columns.h"
#include "value/whole_value.h"

namespace weft::mine {
namespace {

struct ScriptParameters {
  size_t max_depth = 200;          // No record is deeper; the script is read up to there.
  size_t max_fields = 200'000;     // Of all objects together.
  size_t max_fields_of_one = 200;  // Of an object, with those of the objects in it.
  size_t max_script = 8'000'000;   // Bytes that are read of a script.
  size_t min_objects = 4;          // Fewer are settings as often as records.
  double common = 0.5;             // Share of the objects that have a column.
  double readable = 0.7;           // Share of a column's cells that read like a name or title.
  double distinct = 0.7;           // Share of them that differ.
  // Just presentable: on the pages with a list in a script no list of the markup was surer.
  double confidence = 0.45;
};
constexpr ScriptParameters kScript;

// --- 1. tokens ---

struct ScriptToken {
  enum class Kind : uint8_t { kEnd, kString, kNumber, kWord, kMark };
  Kind kind = Kind::kEnd;
  char mark = 0;
  std::string text;  // Of strings decoded, of numbers and words as written.
};

bool is_word_byte(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class ScriptTokens {
 public:
  explicit ScriptTokens(std::string_view text) : text_(text) {}

  ScriptToken next() {
    skip_blank();
    if (at_ >= text_.size()) return {};
    const char c = text_[at_];
    if (c == '"' || c == '\'' || c == '`') return string();
    const bool sign = c == '-' && at_ + 1 < text_.size() && is_ascii_digit(text_[at_ + 1]);
    if (is_ascii_digit(c) || sign) return number();
    if (is_word_byte(c)) return word();
    ++at_;
    return {ScriptToken::Kind::kMark, c, {}};
  }

 private:
  void skip_blank() {
    for (;;) {
      while (at_ < text_.size() && is_html_space(text_[at_])) ++at_;
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  ScriptToken word() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_word_byte(text_[at_])) ++at_;
    return {ScriptToken::Kind::kWord, 0, std::string(text_.substr(begin, at_ - begin))};
  }

  ScriptToken number() {
    const size_t begin = at_++;
    while (at_ < text_.size() && (is_word_byte(text_[at_]) || text_[at_] == '.')) ++at_;
    return {ScriptToken::Kind::kNumber, 0, std::string(text_.substr(begin, at_ - begin))};
  }

  // A string that does not end, or has an expression in it, is a mark: no value.
  ScriptToken string() {
    const char quote = text_[at_++];
    ScriptToken token{ScriptToken::Kind::kString, 0, {}};
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == quote) return token;
      if (c == '\n' && quote != '`') break;
      if (quote == '`' && c == '$' && at_ < text_.size() && text_[at_] == '{')
        token.kind = ScriptToken::Kind::kMark;
      if (c == '\\') {
        escape(token.text);
      } else {
        token.text += c;
      }
    }
    return {ScriptToken::Kind::kMark, quote, {}};
  }

  void escape(std::string& text) {
    if (at_ >= text_.size()) return;
    const char c = text_[at_++];
    if (c == 'u') {
      text += "\\u";  // Put together by decode_units().
      return;
    }
    constexpr std::string_view kBlank = "ntrfvb\n";
    text += kBlank.find(c) == std::string_view::npos ? c : ' ';
  }

  std::string_view text_;
  size_t at_ = 0;
};

// "\u00e9" as the character; pairs of surrogates as one. Others stay as they are written.
std::string decode_units(std::string_view text) {
  const auto unit_at = [&](size_t at) -> int {
    if (!text.substr(at).starts_with("\\u") || at + 6 > text.size()) return -1;
    int unit = 0;
    for (const char c : text.substr(at + 2, 4)) {
      const char lower = ascii_lower(c);
      const bool letter = lower >= 'a' && lower <= 'f';
      if (!letter && !is_ascii_digit(c)) return -1;
      unit = unit * 16 + (letter ? lower - 'a' + 10 : c - '0');
    }
    return unit;
  };
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const int unit = unit_at(at);
    if (unit < 0) {
      out += text[at++];
      continue;
    }
    at += 6;
    const int low = unit >= 0xD800 && unit < 0xDC00 ? unit_at(at) : -1;
    const bool pair = low >= 0xDC00 && low < 0xE000;
    if (pair) at += 6;
    append_utf8(out, pair ? 0x10000 + (static_cast<char32_t>(unit - 0xD800) << 10) +
                                static_cast<char32_t>(low - 0xDC00)
                          : static_cast<char32_t>(unit));
  }
  return out;
}

// --- 2, 3. what is open ---

struct OpenLiteral {
  enum class Kind : uint8_t { kArray, kObject, kCode } kind = Kind::kCode;
  enum class Expects : uint8_t { kName, kColon, kValue, kEnd, kRest } expects = Expects::kValue;
  char closes = 0;
  std::string name;                   // Object: of the field at hand.
  ScriptObject fields;                // Object: so far.
  std::vector<ScriptObject> objects;  // Array: so far.
  bool mixed = false;                 // Array: something else than objects is in it.
};

class ScriptReader {
 public:
  explicit ScriptReader(std::string_view script) : tokens_(script.substr(0, kScript.max_script)) {
    stack_.emplace_back();
  }

  std::vector<std::vector<ScriptObject>> run() {
    for (ScriptToken token = tokens_.next(); token.kind != ScriptToken::Kind::kEnd;
         token = tokens_.next()) {
      if (fields_ > kScript.max_fields || stack_.size() > kScript.max_depth) break;
      if (token.kind == ScriptToken::Kind::kMark && std::string_view("[{(").find(token.mark) < 3) {
        open(token.mark);
      } else if (token.kind == ScriptToken::Kind::kMark &&
                 std::string_view("]})").find(token.mark) < 3) {
        close(token.mark);
      } else {
        take(std::move(token));
      }
    }
    return std::move(found_);
  }

 private:
  using Kind = OpenLiteral::Kind;
  using Expects = OpenLiteral::Expects;

  void open(char mark) {
    OpenLiteral& around = stack_.back();
    const bool a_value = around.kind == Kind::kCode || around.expects == Expects::kValue;
    if (around.kind == Kind::kObject && !a_value) {
      if (around.expects == Expects::kEnd || around.expects == Expects::kRest) {
        drop_value(around);
      } else {
        around.kind = Kind::kCode;
      }
    }
    if (around.kind == Kind::kArray && mark != '{') around.mixed = true;
    OpenLiteral inner;
    inner.closes = mark == '[' ? ']' : mark == '{' ? '}' : ')';
    if (mark != '(' && a_value) inner.kind = mark == '[' ? Kind::kArray : Kind::kObject;
    if (inner.kind == Kind::kObject) inner.expects = Expects::kName;
    stack_.push_back(std::move(inner));
  }

  // What does not match closes everything up to what does; with nothing that does it is ignored.
  void close(char mark) {
    size_t at = stack_.size();
    while (at > 1 && stack_[at - 1].closes != mark) --at;
    if (at <= 1) return;
    while (stack_.size() > at) stack_.pop_back();
    OpenLiteral inner = std::move(stack_.back());
    stack_.pop_back();
    OpenLiteral& around = stack_.back();
    const bool statement = inner.kind == Kind::kObject && inner.expects == Expects::kColon;
    if (statement) inner.kind = Kind::kCode;  // {next}
    if (inner.kind == Kind::kObject) {
      give_object(inner, around);
    } else if (inner.kind == Kind::kArray && !inner.mixed && inner.objects.size() >= 2) {
      found_.push_back(std::move(inner.objects));
    } else if (inner.kind == Kind::kCode && around.kind == Kind::kArray) {
      around.mixed = true;
    }
    if (around.kind != Kind::kCode) around.expects = Expects::kEnd;
  }

  void give_object(OpenLiteral& inner, OpenLiteral& around) {
    if (around.kind == Kind::kArray) {
      around.objects.push_back(std::move(inner.fields));
    } else if (around.kind == Kind::kObject) {
      for (ScriptField& field : inner.fields) {
        if (around.fields.size() >= kScript.max_fields_of_one) return;
        around.fields.push_back({around.name + "." + field.name, std::move(field.text)});
      }
    }
  }

  void drop_value(OpenLiteral& object) {
    if (object.expects == Expects::kEnd && !object.fields.empty() &&
        object.fields.back().name == object.name)
      object.fields.pop_back();
    object.expects = Expects::kRest;
  }

  void take(ScriptToken token) {
    OpenLiteral& top = stack_.back();
    if (top.kind == Kind::kArray) return take_in_array(token, top);
    if (top.kind == Kind::kObject) take_in_object(std::move(token), top);
  }

  static void take_in_array(const ScriptToken& token, OpenLiteral& array) {
    if (token.kind == ScriptToken::Kind::kMark && token.mark == ',') {
      array.expects = Expects::kValue;
    } else {
      array.mixed = true;
    }
  }

  void take_in_object(ScriptToken token, OpenLiteral& object) {
    const bool mark = token.kind == ScriptToken::Kind::kMark;
    switch (object.expects) {
      case Expects::kName:
        if (mark && token.mark == ',') return;
        if (mark) {
          object.kind = Kind::kCode;
          return;
        }
        object.name = std::move(token.text);
        object.expects = Expects::kColon;
        return;
      case Expects::kColon:
        if (!mark || token.mark != ':') {
          object.kind = Kind::kCode;
          return;
        }
        object.expects = Expects::kValue;
        return;
      case Expects::kValue:
        return take_value(token, object);
      case Expects::kEnd:
      case Expects::kRest:
        if (mark && token.mark == ',') {
          object.expects = Expects::kName;
        } else if (mark && token.mark == ';') {
          object.kind = Kind::kCode;
        } else {
          drop_value(object);
        }
        return;
    }
  }

  void take_value(const ScriptToken& token, OpenLiteral& object) {
    const bool nothing = token.text == "null" || token.text == "undefined";
    const bool truth = token.text == "true" || token.text == "false";
    const bool word = token.kind == ScriptToken::Kind::kWord;
    if (token.kind == ScriptToken::Kind::kMark || (word && !nothing && !truth)) {
      object.expects = Expects::kRest;
      return;
    }
    object.expects = Expects::kEnd;
    std::string text = normalize_space(decode_units(token.text));
    if ((word && nothing) || text.empty()) return;
    if (object.fields.size() >= kScript.max_fields_of_one) return;
    ++fields_;
    object.fields.push_back({object.name, std::move(text)});
  }

  ScriptTokens tokens_;
  std::vector<OpenLiteral> stack_;
  std::vector<std::vector<ScriptObject>> found_;
  size_t fields_ = 0;
};

// --- 4. tables ---

// "Ergonomic chair", "John", but not "en-US", "btn_primary", "/a/b" or "#fff".
bool is_readable(std::string_view text) {
  if (text.size() < 2 || text.find_first_of("<>{}[]=_/\\#") != std::string_view::npos) return false;
  const unsigned char first = static_cast<unsigned char>(text[0]);
  const bool capital = (first >= 'A' && first <= 'Z') || first >= 0x80;
  const bool lower = std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
  });
  return lower && (capital || text.find(' ') != std::string_view::npos);
}

bool is_readable_column(const Column& column) {
  double filled = 0;
  double readable = 0;
  std::unordered_set<std::string_view> different;
  for (const Cell& cell : column.cells) {
    if (cell.node == dom::kNoNode) continue;
    ++filled;
    readable += is_readable(cell.text) ? 1 : 0;
    different.insert(cell.text);
  }
  return readable >= kScript.readable * filled &&
         static_cast<double>(different.size()) >= kScript.distinct * filled;
}

model::ValueType script_column_type(const Column& column) {
  std::vector<std::string_view> texts;
  for (const Cell& cell : column.cells) {
    if (cell.node != dom::kNoNode) texts.push_back(cell.text);
  }
  return value::column_type(texts);
}

// The last part says what a field is: "item.name".
std::string_view last_part(std::string_view name) {
  const size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::vector<Column> columns_of(const std::vector<ScriptObject>& objects, dom::NodeId script) {
  std::vector<std::string> names;
  std::unordered_map<std::string_view, size_t> counts;
  for (const ScriptObject& object : objects) {
    for (const ScriptField& field : object) {
      if (++counts[field.name] == 1) names.push_back(field.name);
    }
  }
  std::vector<Column> columns;
  std::unordered_map<std::string_view, size_t> places;
  for (const std::string& name : names) {
    const bool common =
        static_cast<double>(counts[name]) >= kScript.common * static_cast<double>(objects.size());
    if (!common || last_part(name).starts_with('@')) continue;  // "@type" of JSON-LD
    places.emplace(name, columns.size());
    Column column;
    column.name = last_part(name);
    column.origin = "name in a script";
    column.path = name;
    column.cells.resize(objects.size());
    columns.push_back(std::move(column));
  }
  for (size_t r = 0; r < objects.size(); ++r) {
    for (const ScriptField& field : objects[r]) {
      const auto place = places.find(field.name);
      if (place != places.end())
        columns[place->second].cells[r] = {script, dom::kNoAtom, field.text};
    }
  }
  for (Column& column : columns) column.type = script_column_type(column);
  make_names_unique(columns);
  return columns;
}

// Words of the table: what a reader would see of it.
double text_in(const Region& region) {
  double bytes = 0;
  for (const Column& column : region.columns) {
    if (!is_readable_column(column)) continue;
    for (const Cell& cell : column.cells) bytes += static_cast<double>(cell.text.size());
  }
  return bytes;
}

}  // namespace

std::vector<std::vector<ScriptObject>> arrays_of_objects(std::string_view script) {
  return ScriptReader(script).run();
}

std::vector<Region> script_regions(const dom::Document& doc) {
  std::vector<Region> regions;
  for (uint32_t i = 0; i < doc.size(); ++i) {
    const dom::NodeId n{i};
    if (!doc.is_text(n) || doc.name(doc.parent(n)) != dom::atoms::kScript) continue;
    if (doc.text(n).find('{') == std::string_view::npos) continue;
    for (const auto& objects : arrays_of_objects(doc.text(n))) {
      if (objects.size() < kScript.min_objects) continue;
      Region region;
      region.columns = columns_of(objects, n);
      const bool table =
          region.columns.size() >= 2 &&
          std::any_of(region.columns.begin(), region.columns.end(), is_readable_column);
      if (!table) continue;
      region.records.assign(objects.size(), {n, doc.end(n)});
      region.found_by = "script";
      region.confidence = kScript.confidence;
      region.score = text_in(region);
      region.reasons.push_back({"readable text in a script's array", region.score, region.score});
      regions.push_back(std::move(region));
    }
  }
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Region& a, const Region& b) { return a.score > b.score; });
  return regions;
}

}  // namespace weft::mine
