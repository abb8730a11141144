// 1. fetch the page, following redirects;
// 2. find the form that has a control for each field;
// 3. send what a browser would: the controls as the page sets them (hidden tokens among them), ours
//    filled in;
// 4. follow redirects; we are in if the page says so, or at least does not ask again.
//
// Tested by crawl_requests_test.cc.

#include "crawl/fetch/login.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "html/parser.h"
#include "url/encode.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr int kLoginRedirects = 10;
constexpr uint64_t kMaxLoginPage = uint64_t{8} << 20;

struct LoginPage {
  std::string url;
  std::string body;
};

struct LoginForm {
  std::string action;
  bool post = false;
  std::vector<std::pair<std::string, std::string>> fields;
};

Result<LoginPage> follow(Fetcher& fetcher, std::string url, std::string body,
                         const RequestOptions* with) {
  for (int hop = 0; hop < kLoginRedirects; ++hop) {
    const FetchResult result = fetcher.fetch({.url = url, .body = std::move(body), .with = with});
    if (result.status != FetchStatus::kOk)
      return Error{ErrorCode::kIo, fmt::format("login: cannot fetch {}: {}", url, result.error)};
    const auto response = warc::parse_http(result.message);
    if (!response.ok()) return response.error();
    if (!is_redirect(result.http_status)) {
      if (result.http_status >= 400)
        return Error{result.http_status == 404 ? ErrorCode::kNotFound : ErrorCode::kPermission,
                     fmt::format("login: {} answers with status {}", url, result.http_status)};
      return LoginPage{url, warc::decode_body(*response, kMaxLoginPage).bytes};
    }
    body.clear();  // As browsers do after 301, 302 and 303.
    url = url::resolve(response->header("Location"), url);
  }
  return Error{ErrorCode::kIo, fmt::format("login: too many redirects, the last to {}", url)};
}

std::string value_of(const Document& doc, NodeId n, dom::Atom name) {
  return std::string(doc.attribute(n, name).value_or(""));
}

// The text of a <textarea>, or the chosen option of a <select>.
std::string content_of(const Document& doc, NodeId control) {
  std::string first;
  for (const NodeId n : doc.descendants(control)) {
    if (doc.name(control) == atoms::kTextarea) {
      if (doc.is_text(n)) first += doc.text(n);
    } else if (doc.name(n) == atoms::kOption) {
      const std::string value = value_of(doc, n, atoms::kValue);
      if (doc.attribute(n, atoms::kSelected).has_value()) return value;
      if (first.empty()) first = value;
    }
  }
  return first;
}

// Whether a browser sends an <input> of this type without its being clicked.
bool is_sent(const Document& doc, NodeId input) {
  const std::string type = ascii_lower(value_of(doc, input, atoms::kType));
  if (type == "checkbox" || type == "radio")
    return doc.attribute(input, atoms::kChecked).has_value();
  return type != "submit" && type != "button" && type != "image" && type != "reset" &&
         type != "file";
}

LoginForm read_form(const Document& doc, NodeId form, const std::string& page_url) {
  LoginForm read{.action = url::resolve(value_of(doc, form, atoms::kAction), page_url),
                 .post = equals_ignoring_ascii_case(value_of(doc, form, atoms::kMethod), "post")};
  for (const NodeId n : doc.descendants(form)) {
    const dom::Atom name = doc.name(n);
    const std::string field = doc.is_element(n) ? value_of(doc, n, atoms::kName) : std::string();
    if (field.empty()) continue;
    if (name == atoms::kInput && is_sent(doc, n))
      read.fields.emplace_back(field, value_of(doc, n, atoms::kValue));
    else if (name == atoms::kSelect || name == atoms::kTextarea)
      read.fields.emplace_back(field, content_of(doc, n));
  }
  return read;
}

// The first form with a control for every field of the recipe.
std::optional<LoginForm> find_form(const LoginPage& page, const LoginRecipe& recipe) {
  html::Parser parser;
  const Document doc = parser.parse(dom::Source::borrow(page.body)).document;
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != atoms::kForm) continue;
    LoginForm form = read_form(doc, n, page.url);
    const bool fits =
        std::all_of(recipe.fields.begin(), recipe.fields.end(), [&](const auto& wanted) {
          return std::any_of(form.fields.begin(), form.fields.end(),
                             [&](const auto& field) { return field.first == wanted.first; });
        });
    if (fits) return form;
  }
  return std::nullopt;
}

std::string encoded(const LoginForm& form) {
  std::string text;
  for (const auto& [name, value] : form.fields) {
    if (!text.empty()) text += '&';
    url::append_percent_encoded(text, name, url::EncodeSet::kComponent);
    text += '=';
    url::append_percent_encoded(text, value, url::EncodeSet::kComponent);
  }
  return text;
}

std::string field_names(const LoginRecipe& recipe) {
  std::string names;
  for (const auto& [name, value] : recipe.fields) names += (names.empty() ? "" : ", ") + name;
  return names;
}

}  // namespace

Status log_in(Fetcher& fetcher, const LoginRecipe& recipe, const RequestOptions* with) {
  WEFT_ASSIGN(const LoginPage page, follow(fetcher, recipe.url, "", with));  // 1.
  auto form = find_form(page, recipe);                                       // 2.
  if (!form)
    return Error{ErrorCode::kNotFound, fmt::format("login: {} has no form with the fields {}",
                                                   page.url, field_names(recipe))};
  for (const auto& [name, value] : recipe.fields) {  // 3.
    for (auto& [field, content] : form->fields) {
      if (field == name) content = value;
    }
  }
  const std::string sent = encoded(*form);
  std::string target = form->action;
  if (!form->post) target = target.substr(0, target.find('?')) + "?" + sent;
  WEFT_ASSIGN(const LoginPage after,
              follow(fetcher, target, form->post ? sent : std::string(), with));  // 4.
  if (!recipe.expect.empty()) {
    if (after.body.find(recipe.expect) != std::string::npos) return {};
    return Error{ErrorCode::kPermission,
                 fmt::format("login: not let in: {} does not say '{}'", after.url, recipe.expect)};
  }
  if (find_form(after, recipe))
    return Error{ErrorCode::kPermission,
                 fmt::format("login: not let in: {} asks again", after.url)};
  return {};
}

}  // namespace weft::crawl
