// One handler answers every request: a front page, a search, a section, an item, a trap.
#include "practice/web.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json.h"
#include "base/pointers.h"
#include "base/strings.h"

namespace weft::practice {
namespace vocab = vocabulary;
namespace {

constexpr size_t kPageSize = 12;
constexpr size_t kMostShown = 24;  // Of a search that shows a part.
constexpr std::string_view kForbiddenPaths[] = {"/delete/",      "/logout",  "/cart/add",
                                                "/vote/",        "/account", "/order",
                                                "/contact/send", "/buy/now", "/newsletter"};

std::string decoded(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      plain +=
          static_cast<char>(std::strtol(std::string(text.substr(i + 1, 2)).c_str(), nullptr, 16));
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

template <typename Query>
void read_query(std::string_view text, Query& query) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = std::min(pair.find('='), pair.size());
    query[std::string(pair.substr(0, equals))] =
        decoded(pair.substr(std::min(equals + 1, pair.size())));
  }
}

template <typename Query>
std::string write_query(const Query& query) {
  std::string text;
  for (const auto& [name, value] : query) {
    if (name == "page" || name == "start" || name == "from") continue;
    text += text.empty() ? "" : "&";
    text += name + "=";
    for (const char c : value) {
      if (is_ascii_alpha(c) || is_ascii_digit(c))
        text += c;
      else
        text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return text;
}

int64_t price_of(const Item& item) {
  for (const std::string_view name : {"price", "salary"}) {
    if (const Fact* fact = item.find(name)) return fact->number / 100;
  }
  return 0;
}

// Prices that part the items into three.
std::pair<int64_t, int64_t> price_bands(const std::vector<Item>& items) {
  std::vector<int64_t> prices;
  for (const Item& item : items) prices.push_back(price_of(item));
  std::sort(prices.begin(), prices.end());
  return {prices[prices.size() / 3], prices[2 * prices.size() / 3]};
}

std::string value_of(const auto& query, std::string_view name) {
  const auto found = query.find(name);
  return found == query.end() ? "" : found->second;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// A page that writes itself.
std::string by_script(const std::string& html) {
  std::string text = Json(html).dump();
  replace_all(text, "</", "<\\/");
  return "<!DOCTYPE html><html><body><script>document.body.innerHTML = " + text +
         ";</script></body></html>";
}

// Shows what is at an address in place of the page; and what scripts of that page wait for. A list that
// grows is asked for from its beginning.
constexpr std::string_view kActing = R"(<script>
const show = async address => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  document.body.innerHTML = page.body.innerHTML;
  listen();
};
const listen = () => {
  const search = document.querySelector('.search-form');
  const send = () => show('/search/?' + new URLSearchParams(
      [...search.querySelectorAll('input, select')].map(field => [field.name, field.value])));
  if (search && search.tagName === 'FORM')
    search.addEventListener('submit', event => { event.preventDefault(); send(); });
  else if (search)
    search.querySelector('button').addEventListener('click', send);
  const next = document.querySelector('[data-next]');
  if (next) next.addEventListener('click', event => { event.preventDefault(); show(next.dataset.next); });
};
let growing = false;
addEventListener('scroll', async () => {
  const end = document.querySelector('[data-end]');
  const near = innerHeight + scrollY >= document.documentElement.scrollHeight - 100;
  if (!end || !near || growing) return;
  growing = true;
  await show(end.dataset.end);
  growing = false;
});
addEventListener('DOMContentLoaded', listen);
</script>)";

bool is_bare(Entry entry) {
  return entry != Entry::kLinks && entry != Entry::kOneList && entry != Entry::kSearchForm;
}

}  // namespace

std::span<const std::string_view> names_of(Entry) {
  static constexpr std::array<std::string_view, kEntries> kNames = {
      "links",        "one list",  "queries",   "search form",     "required words", "any choice",
      "ranges",       "dependent", "no button", "hidden required", "truncated",      "autocomplete",
      "styled links", "same page", "post",      "sidebar frame",   "result frame"};
  return kNames;
}
std::span<const std::string_view> names_of(Pager) {
  static constexpr std::array<std::string_view, kPagers> kNames = {
      "numbers", "numbers only", "next",     "arrows", "older", "offset",
      "more",    "ranges",       "pictures", "path",   "rel"};
  return kNames;
}
std::span<const std::string_view> names_of(Scripts) {
  static constexpr std::string_view kNames[] = {"none", "pages", "fields", "form",
                                                "next", "more",  "scroll"};
  return kNames;
}

Web::Web(const Options& options, WebDesign design)
    : options_(options),
      web_(design),
      site_(make_context(options_)),
      design_(redesigned(options_, 0)) {
  design_.bare = is_bare(design.entry);
  std::vector<const Item*> all = pointers_to(site_.items);
  truth_ = result_page(site_, design_, {}, all, "").records;
  for (const TruthRecord& record : truth_) texts_.push_back(ascii_lower(shown_text(record)));
  if (!web_.beside) return;
  Options other = options;
  other.domain = *web_.beside;
  WebDesign plain = design;
  plain.beside.reset();
  beside_ = std::make_unique<Web>(other, plain);
}

const std::vector<TruthRecord>& Web::truth_beside() const {
  static const std::vector<TruthRecord> kNone;
  return beside_ == nullptr ? kNone : beside_->truth_;
}

std::vector<TruthRecord> Web::details() const {
  std::vector<TruthRecord> records;
  for (const Item& item : site_.items)
    records.push_back(detail_page(site_, design_, item, 0).records.at(0));
  return records;
}

const AttributeSpec& Web::kind() const {
  static constexpr AttributeSpec kNoKind{};
  for (const AttributeSpec& spec : attributes_of(options_.domain)) {
    if (spec.in_list && !spec.terms.empty()) return spec;
  }
  return kNoKind;
}

std::string Web::shell(const std::string& main) const {
  return fmt::format(
      "<!DOCTYPE html><html lang={}><title>{}</title><body><h1>{}</h1>{}</body></html>",
      name_of(language()), site_.name, site_.name, main);
}

std::string Web::traps() const {
  return fmt::format(
      "<div class=tools><a href=/delete/1>Delete this</a> <a href=/logout>Abmelden</a> "
      "<a href='/cart/add?id=1'>Ajouter au panier</a> <a href=/vote/1>Votar</a> "
      "<a href=/buy/now/17>Buy now</a> <a href=/calendar/2020/1>January 2020</a> "
      "<a href='http://elsewhere.example.com/'>Partner</a></div>"
      "<form action=/account/login><label>{0} <input name=user></label>"
      "<label>Password <input type=password name=password></label><button>{0}</button></form>"
      "<form action=/order><label>Quantity <input name=qty value=1></label>"
      "<input type=hidden name=sku value=7><button>Buy now</button></form>"
      "<form action=/newsletter><label>E-mail <input name=email></label><button>{1}</button></form>"
      "<form action=/contact/send><label>E-mail <input name=email></label>"
      "<textarea name=message></textarea><button>{2}</button></form>",
      word(vocab::kLogin), word(vocab::kSubscribe), word(vocab::kContact));
}

// What looks like pagination and is not.
std::string Web::decoys() const {
  if (options_.seed % 2 == 0)
    return "<div class=slider><a href='#'>&lsaquo;</a> <a href='#'>&rsaquo;</a></div>";
  std::string days = "<table class=calendar><caption>May 2020</caption><tr>";
  for (int day = 1; day <= 7; ++day)
    days += fmt::format("<td><a href=/calendar/2020/{0}>{0}</a>", day);
  return days + "</table>";
}

std::string Web::section_choice(std::string_view first) const {
  std::string html = fmt::format("<label>{} <select name=cat>", word(vocab::kSection));
  html += first;
  for (size_t i = 0; i < site_.categories.size(); ++i)
    html += fmt::format("<option value={}>{}</option>", i, site_.categories[i]);
  return html + "</select></label>";
}

std::string Web::kind_choice(std::string_view first) const {
  std::string html = fmt::format("<label>{} <select name=kind>{}", word(kind().labels), first);
  for (size_t i = 0; i < kind().terms.size(); ++i)
    html += fmt::format("<option value={}>{}</option>", i, word(kind().terms[i]));
  if (kind().presence < 100)
    html += fmt::format("<option value=other>{}</option>", word(vocab::kOther));
  return html + "</select></label>";
}

std::string Web::search_form() const {
  const std::string button = fmt::format("<button>{}</button></form>", word(vocab::kSearch));
  const std::string words =
      fmt::format("<input type=search name=q placeholder='{}'>", word(vocab::kSearch));
  const std::string all = fmt::format("<option value=''>{}</option>", word(vocab::kAll));
  const std::string form = "<form action=/search/ class=search-form>";
  switch (web_.entry) {
    case Entry::kRequiredWords:
      return form +
             fmt::format("<input type=search name=q required placeholder='{}'>",
                         word(vocab::kLookingFor)) +
             button;
    case Entry::kAnyChoice:
      return form + words +
             section_choice(
                 fmt::format("<option value=none selected>{}</option><option value=all>{}</option>",
                             word(vocab::kArchive), word(vocab::kAll))) +
             button;
    case Entry::kRanges:
      return form +
             fmt::format(
                 "<fieldset><legend>{}</legend><input name=min> – <input name=max></fieldset>",
                 word(vocab::kPriceRange)) +
             kind_choice(all) + button;
    case Entry::kDependent:
      return form +
             section_choice(fmt::format("<option value=''>{}</option>", word(vocab::kChoose))) +
             "<input type=hidden name=step value=1>" + button;
    case Entry::kNoButton:
      return form + words + section_choice(all) + "</form>";
    case Entry::kHiddenRequired:
      return form + fmt::format("<label>{} <input name=q></label>", word(vocab::kLookingFor)) +
             kind_choice(all) + button;
    case Entry::kTruncated:
      return form + words + kind_choice(all) + button;
    case Entry::kAutocomplete: {
      std::string html =
          form +
          fmt::format(
              "<label>{} <input name=kindname list=known required></label><datalist id=known>",
              word(kind().labels));
      for (const Term& term : kind().terms) html += fmt::format("<option value='{}'>", word(term));
      if (kind().presence < 100) html += fmt::format("<option value='{}'>", word(vocab::kOther));
      return html + "</datalist>" + button;
    }
    case Entry::kStyledLinks: {
      std::string html =
          fmt::format("<form id=find><input name=q placeholder='{}'>", word(vocab::kLookingFor));
      for (size_t i = 0; i < site_.categories.size(); ++i)
        html +=
            fmt::format(" <a class=button href='/search/?cat={}'>{}</a>", i, site_.categories[i]);
      return html + "</form>";
    }
    case Entry::kSamePage:
      return "<form class=search-form><input type=hidden name=go value=1>" + words +
             section_choice(all) + button;
    case Entry::kPost:
      return "<form method=post action=/find/ class=search-form>" + words + section_choice(all) +
             button;
    case Entry::kSidebarFrame:
      return "<form action=/search/ target=_top class=search-form>" + words + section_choice(all) +
             button;
    default:
      return form + words + section_choice("") + button;
  }
}

std::string Web::front_page() const {
  std::string main;
  const auto [low, high] = price_bands(site_.items);
  switch (web_.entry) {
    case Entry::kLinks:
    case Entry::kResultFrame: {
      main = "<ul class=teasers>";
      const auto add = [&](const std::string& path, const std::string& name) {
        main += fmt::format("<li><a href='{}'>{}</a></li>", path, name);
      };
      for (size_t i = 0; beside_ != nullptr && i < beside_->site_.categories.size(); ++i)
        add(list_path(beside_->site_, i, 1), beside_->site_.categories[i]);
      for (size_t i = 0; i < site_.categories.size(); ++i)
        add(web_.entry == Entry::kLinks ? list_path(site_, i, 1) : fmt::format("/browse/{}/", i),
            site_.categories[i]);
      main += "</ul>";
      break;
    }
    case Entry::kQueries:
      main = fmt::format(
          "<p>{0}: <a class=button href='/search/?max={1}'>{2} {3}</a> "
          "<a class=button href='/search/?min={1}&amp;max={4}'>{3} – {5}</a> "
          "<a class=button href='/search/?min={4}'>{6} {5}</a></p>",
          word(vocab::kPriceRange), low, word(vocab::kUpTo),
          format_money(low * 100, design_.locale), high, format_money(high * 100, design_.locale),
          word(vocab::kOver));
      break;
    case Entry::kSidebarFrame:
      main = "<iframe src=/frames/search></iframe>";
      break;
    default:
      main = search_form();
  }
  return shell(main + traps());
}

std::string Web::page_address(const std::string& path, const std::string& query,
                              size_t number) const {
  const std::string mark = query.empty() ? "" : "?" + query;
  if (number == 1) return path + mark;
  if (web_.pager == Pager::kPath) return fmt::format("{}page/{}/{}", path, number, mark);
  const std::string more = mark.empty() ? "?" : mark + "&amp;";
  if (web_.pager == Pager::kOffset)
    return fmt::format("{}{}start={}", path, more, (number - 1) * kPageSize);
  return fmt::format("{}{}page={}", path, more, number);
}

std::string Web::pager(const std::string& path, const std::string& query, size_t number,
                       size_t count) const {
  if (count < 2) return "";
  const auto link = [&](size_t n, std::string_view text) {
    return fmt::format("<a href='{}'>{}</a> ", page_address(path, query, n), text);
  };
  const auto numbers = [&](bool ranges) {
    std::string html;
    for (size_t n = 1; n <= count; ++n) {
      const std::string text =
          ranges ? fmt::format("{}-{}", (n - 1) * kPageSize + 1, n * kPageSize) : std::to_string(n);
      html += n == number ? fmt::format("<b>{}</b> ", text) : link(n, text);
    }
    return html;
  };
  // What leads back and forth, where there is something.
  const auto both = [&](std::string_view back, std::string_view forth, const std::string& between) {
    return (number > 1 ? link(number - 1, back) : "") + between +
           (number < count ? link(number + 1, forth) : "");
  };
  // With a script in place of an address.
  if (web_.scripts >= Scripts::kNext) {
    if (number == count) return "";
    const std::string next = page_address(path, query, number + 1);
    const std::string longer =
        next + (next.find('?') == std::string::npos ? "?" : "&amp;") + "from=1";
    if (web_.scripts == Scripts::kNext)
      return fmt::format("<a href='#' data-next='{}'>{}</a>", next, word(vocab::kNext));
    if (web_.scripts == Scripts::kMore)
      return fmt::format("<button data-next='{}'>{}</button>", longer, word(vocab::kShowMore));
    return fmt::format("<p data-end='{}' style='margin-top:3000px'>…</p>", longer);
  }
  std::string html;
  switch (web_.pager) {
    case Pager::kNumbersOnly:
      html = numbers(false);
      break;
    case Pager::kNext:
      html = both(word(vocab::kPrevious), word(vocab::kNext), "");
      break;
    case Pager::kArrows:
      html = (number > 1 ? link(1, "«") : "") + both("‹", "›", numbers(false)) +
             (number < count ? link(count, "»") : "");
      break;
    case Pager::kOlder:
      html = both(word(vocab::kNewer), word(vocab::kOlder), "");
      break;
    case Pager::kMore:
      html = number < count
                 ? fmt::format("<a class=load-more href='{}'>{}</a>",
                               page_address(path, query, number + 1), word(vocab::kShowMore))
                 : "";
      break;
    case Pager::kRanges:
      html = numbers(true);
      break;
    case Pager::kPictures:
      html = both(fmt::format("<img src=/i/l.gif alt='{}'>", word(vocab::kPrevious)),
                  fmt::format("<img src=/i/r.gif alt='{}'>", word(vocab::kNext)), "");
      break;
    case Pager::kRel:
      return number < count
                 ? fmt::format("<link rel=next href='{}'>", page_address(path, query, number + 1))
                 : "";
    default:
      html = both(word(vocab::kPrevious), word(vocab::kNext), numbers(false));
  }
  return fmt::format("<div class={}>{}</div>",
                     design_.classes == ClassScheme::kHashed ? "css-p" : "pagination", html);
}

bool Web::matches(size_t i, const Query& query) const {
  const Item& item = site_.items[i];
  const std::string words = ascii_lower(value_of(query, "q"));
  if (!words.empty() && texts_[i].find(words) == std::string::npos) return false;
  const std::string section = value_of(query, "cat");
  if (section == "none") return false;
  if (!section.empty() && section != "all" && std::to_string(item.category) != section)
    return false;
  const Fact* fact = item.find(kind().name);
  if (const std::string choice = value_of(query, "kind"); !choice.empty()) {
    if (fact == nullptr ? choice != "other" : std::to_string(fact->number) != choice) return false;
  }
  if (const std::string name = value_of(query, "kindname"); !name.empty()) {
    const std::string_view own = fact == nullptr
                                     ? word(vocab::kOther)
                                     : word(kind().terms[static_cast<size_t>(fact->number)]);
    if (name != own) return false;
  }
  const int64_t price = price_of(item);
  const std::string least = value_of(query, "min");
  const std::string most = value_of(query, "max");
  return (least.empty() || price > std::atoll(least.c_str())) &&
         (most.empty() || price <= std::atoll(most.c_str()));
}

std::vector<const Item*> Web::matching(const Query& query) const {
  std::vector<const Item*> items;
  for (size_t i = 0; i < site_.items.size(); ++i) {
    if (matches(i, query)) items.push_back(&site_.items[i]);
  }
  return items;
}

WebAnswer Web::list(const std::string& title, const std::string& path, const Query& query,
                    const std::vector<const Item*>& items, size_t number) const {
  if (items.empty()) return {200, shell(fmt::format("<p>{}.</p>", word(vocab::kNothingFound))), ""};
  const size_t shown =
      web_.entry == Entry::kTruncated ? std::min(items.size(), kMostShown) : items.size();
  const size_t count = (shown + kPageSize - 1) / kPageSize;
  if (number == 0 || number > count) return {404, shell("<p>404</p>"), ""};
  const size_t first = query.contains("from") ? 0 : (number - 1) * kPageSize;
  const auto begin = items.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = items.begin() + static_cast<std::ptrdiff_t>(std::min(shown, number * kPageSize));
  const std::string parameters = write_query(query);
  return {200,
          result_page(site_, design_,
                      {title, path, number, items.size(),
                       web_.areas ? static_cast<size_t>(end - begin + 1) / 2 : 0},
                      {begin, end}, decoys() + pager(path, parameters, number, count))
              .html,
          ""};
}

WebAnswer Web::search(const std::string& path, const Query& query, size_t number) const {
  const bool words_missing = value_of(query, "q").empty() && value_of(query, "kindname").empty();
  const bool needs_words = web_.entry == Entry::kRequiredWords ||
                           web_.entry == Entry::kAutocomplete ||
                           web_.entry == Entry::kHiddenRequired;
  if (needs_words && words_missing) {
    std::string form = search_form();
    if (const size_t field = form.find("<input"); field != std::string::npos)
      form.insert(field + 6, " class=error aria-invalid=true");
    return {200, shell(fmt::format("<p class=error>{}</p>", word(vocab::kRequired)) + form), ""};
  }
  if (web_.entry == Entry::kDependent && !query.contains("kind")) {
    if (value_of(query, "cat").empty())
      return {200,
              shell(fmt::format("<p class=error>{}</p>", word(vocab::kRequired)) + search_form()),
              ""};
    return {200,
            shell(fmt::format("<form action=/search/ class=search-form id=second><input "
                              "type=hidden name=cat value={}>",
                              value_of(query, "cat")) +
                  kind_choice(fmt::format("<option value=''>{}</option>", word(vocab::kAll))) +
                  fmt::format("<button>{}</button></form>", word(vocab::kSearch))),
            ""};
  }
  return list(std::string(word(vocab::kSearch)), path, query, matching(query), number);
}

WebAnswer Web::answer(const std::string& path, Query query, const WebRequest& request) {
  size_t number = 1;
  std::string base = path;
  if (const size_t at = path.rfind("page/");
      at != std::string::npos && web_.pager == Pager::kPath) {
    number = static_cast<size_t>(std::atoi(path.c_str() + at + 5));
    base = path.substr(0, at);
  }
  if (query.contains("page")) number = static_cast<size_t>(std::atoi(query["page"].c_str()));
  if (query.contains("start"))
    number = static_cast<size_t>(std::atoi(query["start"].c_str())) / kPageSize + 1;
  if (base == "/") {
    if (web_.entry == Entry::kOneList) return list(site_.name, "/", query, matching({}), number);
    if (web_.entry == Entry::kSamePage && query.contains("go")) return search("/", query, number);
    return {200, front_page(), ""};
  }
  if (base == "/search/" || base == "/search") return search("/search/", query, number);
  if (base == "/find/" && !request.body.empty()) {
    Query asked;
    read_query(request.body, asked);
    WebAnswer found = search("/found/", asked, 1);
    found.cookie = "found=" + write_query(asked);
    // Its further pages are told by the cookie alone.
    const std::string own = "/found/?" + write_query(asked) + "&amp;";
    for (size_t at = found.html.find(own); at != std::string::npos; at = found.html.find(own, at))
      found.html.replace(at, own.size(), "/found/?");
    return found;
  }
  if (base == "/found/") {
    if (!request.cookie.starts_with("found=")) return {200, shell("<p>Session expired.</p>"), ""};
    Query asked;
    read_query(request.cookie.substr(6), asked);
    WebAnswer found =
        list(std::string(word(vocab::kSearch)), "/found/", {}, matching(asked), number);
    return found;
  }
  if (base == "/frames/search") return {200, shell(search_form()), ""};
  if (base.starts_with("/browse/"))
    return {200, shell(fmt::format("<iframe src='/frame/{}'></iframe>", base.substr(8))), ""};
  for (size_t i = 0; i < site_.categories.size(); ++i) {
    if (base == fmt::format("/frame/{}/", i) || (!design_.bare && base == list_path(site_, i, 1)))
      return list(site_.categories[i], base, {}, matching({{"cat", std::to_string(i)}}), number);
  }
  return {404, shell("<p>404</p>"), ""};
}

WebAnswer Web::ask(const WebRequest& request) {
  WebAnswer answer = respond(request);
  if (answer.status == 404 && beside_ != nullptr) answer = beside_->respond(request);
  if (answer.status != 200 || web_.scripts == Scripts::kNone) return answer;
  if (web_.scripts == Scripts::kPages) {
    answer.html = by_script(answer.html);
    return answer;
  }
  answer.html.insert(std::min(answer.html.find("<body"), answer.html.size()), kActing);
  const size_t form = answer.html.find("<form action=/search/ class=search-form");
  if (form == std::string::npos) return answer;
  if (web_.scripts == Scripts::kForm)
    replace_all(answer.html, "<form action=/search/ class", "<form class");
  if (web_.scripts == Scripts::kFields) {
    answer.html.replace(answer.html.find("</form>", form), 7, "</div>");
    replace_all(answer.html, "<form action=/search/ class", "<div class");
  }
  return answer;
}

WebAnswer Web::respond(const WebRequest& request) {
  ++requests_;
  for (const std::string_view forbidden : kForbiddenPaths) {
    if (!request.path.starts_with(forbidden)) continue;
    ++forbidden_hits_;
    return {200, shell("<p>Done.</p>"), ""};
  }
  for (const Item& item : site_.items) {
    if (request.path == detail_path(site_, item))
      return {200, detail_page(site_, design_, item, 0).html, ""};
  }
  const size_t mark = std::min(request.path.find('?'), request.path.size());
  const std::string path(request.path.substr(0, mark));
  if (path.starts_with("/calendar/")) {
    const int month = std::atoi(path.c_str() + path.find_last_of('/') + 1) + 1;
    return {
        200,
        shell(fmt::format("<p>–</p><a href=/calendar/2020/{}>{}</a>", month, word(vocab::kNext))),
        ""};
  }
  for (const std::string_view name : {"/contact.html", "/imprint.html", "/privacy.html"}) {
    if (path == name)
      return {200, shell("<p>" + prose(options_.seed, 2, language())[0] + "</p>"), ""};
  }
  Query query;
  read_query(request.path.substr(std::min(mark + 1, request.path.size())), query);
  return answer(path, std::move(query), request);
}

}  // namespace weft::practice
