// Values are written and entered into the truth by the same call, with the bytes they take, so
// that no later change to a template can make the truth wrong. Adverts, hidden copies and the
// frame around the main part are written without it: they are what extraction must not take.
#include "practice/page_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "practice/random.h"

namespace weft::practice {
namespace vocab = vocabulary;
namespace {

bool end_tag_is_optional(std::string_view tag) {
  constexpr std::string_view kOptional[] = {"li", "td", "th", "tr", "dt", "dd", "option"};
  return std::ranges::find(kOptional, tag) != std::end(kOptional);
}

bool starts_a_line(std::string_view tag) {
  constexpr std::string_view kBlocks[] = {"div", "li", "tr", "p",  "ul", "table", "h1",
                                          "h2",  "h3", "dl", "dt", "dd", "form",  "section"};
  return std::ranges::find(kBlocks, tag) != std::end(kBlocks);
}

bool needs_quotes(std::string_view value) {
  return value.empty() || !std::ranges::all_of(value, [](char c) {
           return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == '.';
         });
}

struct NamedCharacter {
  std::string_view utf8;
  std::string_view entity;
};
constexpr NamedCharacter kNamed[] = {
    {"€", "&euro;"}, {"£", "&pound;"}, {"é", "&eacute;"}, {"ü", "&uuml;"},  {"ä", "&#228;"},
    {"ö", "&#xF6;"}, {"ß", "&szlig;"}, {"ñ", "&ntilde;"}, {"–", "&ndash;"}, {"’", "&rsquo;"}};

void append_escaped(std::string& out, std::string_view text, bool named) {
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const auto* match = std::ranges::find_if(
        kNamed, [&](const NamedCharacter& c) { return named && rest.starts_with(c.utf8); });
    if (match != std::end(kNamed)) {
      out += match->entity;
      at += match->utf8.size();
      continue;
    }
    const char c = text[at];
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else if (rest.starts_with("\xC2\xA0"))
      out += "&nbsp;", ++at;
    else
      out += c;
    ++at;
  }
}

}  // namespace

std::string list_path(const SiteContext& site, size_t category, size_t page_number) {
  const std::string slug = slug_of(site.categories[category]);
  const bool query = site.options.seed % 2 == 0;
  if (page_number == 1) return fmt::format("/{}/", slug);
  return query ? fmt::format("/{}/?page={}", slug, page_number)
               : fmt::format("/{}/page/{}/", slug, page_number);
}

std::string detail_path(const SiteContext& site, const Item& item) {
  const uint64_t style = site.options.seed % 3;
  if (style == 0) return fmt::format("/item.php?id={}", item.id);
  if (style == 2) return fmt::format("/d/{}/{}", item.id, item.slug);
  return fmt::format("/{}/{}-{}.html", slug_of(site.categories[item.category]), item.slug, item.id);
}

// --- markup ---

void Markup::tag_name(std::string_view tag) {
  for (const char c : tag) {
    out_ += design_.upper_case_tags && is_ascii_alpha(c) ? static_cast<char>(c & ~0x20) : c;
  }
}

void Markup::attribute(std::string_view name, std::string_view value) {
  out_ += ' ';
  out_ += name;
  out_ += '=';
  const bool quoted = !design_.unquoted_attributes || needs_quotes(value);
  if (quoted) out_ += '"';
  append_escaped(out_, value, false);
  if (quoted) out_ += '"';
}

Markup& Markup::open(std::string_view tag, std::string_view role,
                     std::initializer_list<Attr> attributes) {
  if (starts_a_line(tag)) out_ += '\n';
  out_ += '<';
  tag_name(tag);
  const std::string classes = class_of(design_, role);
  if (!classes.empty()) attribute("class", classes);
  const std::string style = style_of(design_, role);
  if (!style.empty()) attribute("style", style);
  for (const Attr& attr : attributes) attribute(attr.name, attr.value);
  out_ += '>';
  return *this;
}

Markup& Markup::close(std::string_view tag) {
  if (design_.omit_end_tags && end_tag_is_optional(tag)) return *this;
  out_ += "</";
  tag_name(tag);
  out_ += '>';
  return *this;
}

Markup& Markup::leaf(std::string_view tag, std::string_view role, std::string_view content,
                     std::initializer_list<Attr> attributes) {
  return open(tag, role, attributes).text(content).close(tag);
}

Markup& Markup::text(std::string_view text) {
  append_escaped(out_, text, design_.named_entities);
  return *this;
}

Markup& Markup::raw(std::string_view html) {
  out_ += html;
  return *this;
}

// --- values ---

void PageWriter::note(TruthRecord& record, std::string_view attribute, std::string_view text,
                      ValueForm form, size_t begin) const {
  record.values.push_back({std::string(attribute), normalize_space(text), form,
                           static_cast<uint32_t>(begin), static_cast<uint32_t>(out_.size())});
}

void PageWriter::node(TruthRecord& record, std::string_view attribute, std::string_view shown) {
  const size_t begin = out_.size();
  text(shown);
  note(record, attribute, shown, ValueForm::kNode, begin);
}

void PageWriter::part(TruthRecord& record, std::string_view attribute, std::string_view before,
                      std::string_view shown) {
  text(before);
  const size_t begin = out_.size();
  text(shown);
  note(record, attribute, shown, ValueForm::kPart, begin);
}

void PageWriter::value(TruthRecord& record, std::string_view tag, const Fact& fact) {
  const std::vector<std::string> parts = format_parts(fact, locale());
  if (!design_.split_values || parts.size() < 2) {
    value_text(record, tag, fact.spec->name, format_fact(fact, locale()));
    return;
  }
  open(tag, fact.spec->name);
  const size_t begin = out_.size();
  leaf("span", "part", parts[0]).raw("\n").leaf("span", "unit", parts[1]);
  note(record, fact.spec->name, parts[0] + " " + parts[1], ValueForm::kSpans, begin);
  close(tag);
}

void PageWriter::value_text(TruthRecord& record, std::string_view tag, std::string_view attribute,
                            std::string_view text) {
  value_as(record, tag, attribute, attribute, text);
}

void PageWriter::value_as(TruthRecord& record, std::string_view tag, std::string_view role,
                          std::string_view attribute, std::string_view text) {
  constexpr std::string_view kWrapperTags[] = {"span", "b"};
  if (design_.microdata)
    open(tag, role, {{"itemprop", attribute}});
  else
    open(tag, role);
  for (unsigned i = 0; i < design_.value_wrappers; ++i) open(kWrapperTags[i % 2]);
  node(record, attribute, text);
  for (unsigned i = design_.value_wrappers; i-- > 0;) close(kWrapperTags[i % 2]);
  close(tag);
}

void PageWriter::values(TruthRecord& record, std::string_view tag, const Fact& fact,
                        std::string_view separator) {
  for (size_t i = 0; i < fact.list.size(); ++i) {
    if (i != 0) raw(separator);
    const bool begins_part = i == 0 || i == (fact.list.size() + 1) / 2;
    if (design_.headed_lists && tag == "li" && begins_part)
      open(tag).open("strong").text(i == 0 ? "Included" : "More").close("strong").close(tag);
    value_text(record, tag, fact.spec->name, fact.list[i]);
  }
}

void PageWriter::image(TruthRecord& record, const Fact& fact, std::string_view alternative_text) {
  const size_t begin = out_.size();
  if (design_.lazy_images) {
    open("img", "image",
         {{"src", "/static/blank.gif"}, {"data-src", fact.text}, {"alt", alternative_text}});
  } else {
    open("img", "image", {{"src", fact.text}, {"alt", alternative_text}, {"width", "160"}});
  }
  note(record, fact.spec->name, fact.text, ValueForm::kAttribute, begin);
}

void PageWriter::hidden_copy(std::string_view text) {
  if (!design_.hidden_duplicates) return;
  open("span", "", {{"style", "display:none"}}).text(text).close("span");
}

void PageWriter::advert(std::string_view tag, size_t number) {
  Random random(hash_combine(site_.options.seed, site_.options.drift), path_, number);
  const std::string_view brand = random.pick(vocab::kBrands);
  open(tag, "advert");
  leaf("small", "", word(vocab::kAdvert));
  open("a", "", {{"href", fmt::format("/go/{}", random.below(100'000))}});
  text(fmt::format("{} {} {} {}", brand, random.pick(vocab::kProductNouns), word(vocab::kFrom),
                   format_money(random.between(10, 300) * 100 + 95, locale())));
  close("a").close(tag);
}

void PageWriter::paragraphs(uint64_t seed, unsigned count) {
  for (const std::string& text : prose(seed, count, locale().language)) leaf("p", "", text);
}

void PageWriter::category_links() {
  for (size_t i = 0; i < site_.categories.size(); ++i)
    open("li").link(site_.categories[i], list_path(site_, i, 1)).close("li");
}

void PageWriter::open_wrappers() {
  for (unsigned i = 0; i < design_.wrappers; ++i) open("div", i == 0 ? "wrapper" : "inner");
}

void PageWriter::close_wrappers() {
  for (unsigned i = 0; i < design_.wrappers; ++i) close("div");
}

// --- the frame ---

void PageWriter::json_ld(const Item& item) {
  Json json = {{"@context", "https://schema.org"},
               {"@type", "Thing"},
               {"name", item.title()},
               {"url", site_.origin + path_}};
  if (const Fact* price = item.find("price")) {
    const int64_t cents = design_.json_ld_wrong ? price->number * 11 / 10 : price->number;
    json["offers"] = {{"@type", "Offer"},
                      {"price", fmt::format("{}.{:02}", cents / 100, cents % 100)}};
  }
  if (design_.json_ld_wrong)
    json["name"] = std::string(item.title().substr(0, item.title().find(' ')));
  raw("\n<script type=\"application/ld+json\">" + json.dump() + "</script>");
}

void PageWriter::head(std::string_view title, const Item* item) {
  raw(design_.xhtml_doctype ? "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
                              "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n"
                            : "<!DOCTYPE html>\n");
  open("html", "", {{"lang", name_of(locale().language)}}).open("head");
  open("meta", "", {{"charset", "utf-8"}});
  leaf("title", "", fmt::format("{} | {}", title, site_.name));
  if (item != nullptr) open("meta", "", {{"property", "og:title"}, {"content", item->title()}});
  raw("\n<style>.nav a{color:#333}</style>");
  if (item != nullptr && design_.json_ld) json_ld(*item);
  close("head");
}

void PageWriter::header() {
  open("div", "header").leaf("a", "logo", site_.name, {{"href", "/"}});
  if (design_.bare) {
    close("div");
    return;
  }
  open("ul", "nav");
  category_links();
  open("li").link(word(vocab::kContact), "/contact.html").close("li");
  open("li").link(word(vocab::kLogin), "/account/login").close("li");
  close("ul");
  open("form", "search", {{"action", "/search"}, {"method", "get"}});
  open("input", "", {{"type", "text"}, {"name", "q"}, {"placeholder", word(vocab::kSearch)}});
  leaf("button", "", word(vocab::kSearch), {{"type", "submit"}}).close("form").close("div");
}

void PageWriter::sidebar() {
  open("div", "sidebar").leaf("h3", "", word(vocab::kFilter));
  open("form", "filter", {{"action", "/search"}});
  open("select", "", {{"name", "sort"}});
  for (const std::string_view option : {"1", "2", "3"}) {
    leaf("option", "", fmt::format("{} {}", word(vocab::kSortBy), option), {{"value", option}});
  }
  close("select").close("form").open("ul", "facets");
  for (const Term& term : vocab::kColours) {
    const std::string_view colour = word(term);
    open("li").link(colour, fmt::format("/search?colour={}", slug_of(colour))).close("li");
  }
  close("ul")
      .leaf("h3", "", word(vocab::kNewsletter))
      .open("form", "newsletter", {{"method", "post"}});
  open("input", "", {{"type", "email"}, {"name", "email"}});
  leaf("button", "", word(vocab::kSubscribe)).close("form").close("div");
}

void PageWriter::footer() {
  open("div", "footer").open("p");
  text(fmt::format("© 2016 {} · ", site_.name));
  link(word(vocab::kImprint), "/imprint.html").raw(" | ");
  link(word(vocab::kPrivacy), "/privacy.html").raw(" | ");
  link("calendar", "/calendar/2016/11");
  close("p").close("div");
  raw("\n<script>window.dataLayer=window.dataLayer||[];if(1<2){var t='</div>';}</script>");
}

void PageWriter::begin(std::string template_name, std::string_view title, const Item* item) {
  template_name_ = std::move(template_name);
  head(title, item);
  open("body", "", {{"id", template_name_}});
  if (design_.layout_table) raw("\n<table width=\"100%\" border=0><tr><td colspan=2>");
  header();
  if (design_.layout_table) raw("<tr><td valign=top>");
  if (design_.sidebar && !design_.bare) sidebar();
  if (design_.layout_table) raw("<td>");
  open("div", "main");
}

Page PageWriter::end() {
  close("div");
  if (design_.layout_table) raw("</table>");
  footer();
  close("body").close("html").raw("\n");
  return {site_.origin + path_, std::move(out_), std::move(template_name_), std::move(records_)};
}

}  // namespace weft::practice
