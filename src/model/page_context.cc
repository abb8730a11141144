// The currency of plain signs, by the first of these that names exactly one:
//
//   1. what the page declares: og:price:currency, itemprop=priceCurrency, "priceCurrency" in scripts
//   2. codes that its text mentions as words: "All prices in CAD"
//   3. the region of its language: en-US, sv
//
// A page that names several (a currency switch) says nothing.

#include "model/page_context.h"

#include <algorithm>

#include "base/strings.h"
#include "value/currency.h"

namespace weft::model {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kCodeLength = 3;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Codes named so far: none, one, or several.
class Named {
 public:
  void add(std::string_view code) {
    if (code.size() != kCodeLength || !std::all_of(code.begin(), code.end(), is_upper)) return;
    several_ |= !code_.empty() && code_ != code;
    code_ = code;
  }
  [[nodiscard]] bool any() const { return !code_.empty(); }
  [[nodiscard]] std::string_view only() const { return several_ ? std::string_view() : code_; }

 private:
  std::string_view code_;
  bool several_ = false;
};

// "priceCurrency": "USD", in JSON or in a script.
void add_from_script(std::string_view script, Named& declared) {
  for (const std::string_view key : {"priceCurrency\"", "currencyCode\"", "\"currency\""}) {
    for (size_t at = script.find(key); at != std::string_view::npos; at = script.find(key, at)) {
      at += key.size();
      const size_t code = script.find_first_not_of(" \t\r\n:\"'", at);
      if (code != std::string_view::npos && code > at)
        declared.add(script.substr(code, kCodeLength));
    }
  }
}

void add_mentions(std::string_view text, Named& mentioned) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_ascii_alpha(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.size() == kCodeLength && is_upper(word[0]) && value::has_shared_sign(word))
      mentioned.add(word);
    at = end + 1;
  }
}

bool declares_currency(std::string_view name) {
  return name == "priceCurrency" || name == "og:price:currency" ||
         name == "product:price:currency" || name == "og:product:price:currency";
}

std::string_view currency_of(const dom::Document& doc, std::string_view language) {
  Named declared;
  Named mentioned;
  for (uint32_t i = 0; i < doc.size(); ++i) {
    const NodeId n{i};
    if (doc.is_text(n)) {
      const bool script =
          doc.parent(n) != dom::kNoNode && doc.name(doc.parent(n)) == atoms::kScript;
      script ? add_from_script(doc.text(n), declared) : add_mentions(doc.text(n), mentioned);
    } else if (doc.is_element(n)) {
      for (const dom::Atom name : {atoms::kItemprop, atoms::kProperty}) {
        const auto value = doc.attribute(n, name);
        if (value && declares_currency(*value))
          declared.add(trim(doc.attribute(n, atoms::kContent).value_or("")));
      }
    }
  }
  if (declared.any()) return declared.only();
  if (mentioned.any()) return mentioned.only();
  return value::currency_of_language(language);
}

bool any_money(const std::vector<Attribute>& attributes) {
  return std::any_of(attributes.begin(), attributes.end(), [](const Attribute& a) {
    return a.type == ValueType::kMoney || any_money(a.attributes);
  });
}

}  // namespace

PageContext::PageContext(const Page& page, Prices prices) : base_url_(page.url) {
  const dom::Document& doc = page.document;
  const NodeId html = doc.document_element();
  if (html == dom::kNoNode) return;
  language_ = doc.attribute(html, atoms::kLang).value_or("");
  if (prices == Prices::kSome) currency_ = currency_of(doc, language_);
}

PageContext::Prices prices_in(const Schema& schema) {
  return any_money(schema.attributes) ? PageContext::Prices::kSome : PageContext::Prices::kNone;
}

}  // namespace weft::model
