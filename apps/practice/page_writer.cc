#include "practice/page_writer.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "practice/random.h"

namespace weft::practice {

std::string list_path(const SiteContext& site, size_t category, size_t page_number) {
  const std::string slug = slug_of(site.categories[category]);
  const bool query = site.options.seed % 2 == 0;
  if (page_number == 1) return fmt::format("/{}/", slug);
  return query ? fmt::format("/{}/?page={}", slug, page_number)
               : fmt::format("/{}/page/{}/", slug, page_number);
}

std::string detail_path(const SiteContext& site, const Item& item) {
  switch (site.options.seed % 3) {
    case 0:
      return fmt::format("/item.php?id={}", item.id);
    case 1:
      return fmt::format("/{}/{}.html", slug_of(site.categories[item.category]), item.slug);
    default:
      return fmt::format("/d/{}/{}", item.id, slug_of(item.title()));
  }
}

PageWriter::PageWriter(const SiteContext& site, const Design& design, std::string path)
    : html(design), site_(site), design_(design), path_(std::move(path)) {}

std::string_view PageWriter::word(Word which) const {
  return practice::word(which, design_.locale.language);
}

std::string_view PageWriter::label(const Fact& fact) const {
  return fact.spec->labels[static_cast<size_t>(design_.locale.language)];
}

// --- values ---

void PageWriter::note(TruthRecord& record, std::string_view attribute, std::string_view text,
                      ValueForm form, size_t begin) const {
  record.values.push_back({std::string(attribute), normalize_space(text), form,
                           static_cast<uint32_t>(begin), static_cast<uint32_t>(html.size())});
}

void PageWriter::node(TruthRecord& record, std::string_view attribute, std::string_view text) {
  const size_t begin = html.size();
  html.text(text);
  note(record, attribute, text, ValueForm::kNode, begin);
}

void PageWriter::part(TruthRecord& record, std::string_view attribute, std::string_view before,
                      std::string_view text) {
  html.text(before);
  const size_t begin = html.size();
  html.text(text);
  note(record, attribute, text, ValueForm::kPart, begin);
}

void PageWriter::value(TruthRecord& record, std::string_view tag, const Fact& fact) {
  const std::vector<std::string> parts = format_parts(fact, design_.locale);
  if (!design_.split_values || parts.size() < 2) {
    value_text(record, tag, fact.spec->name, format_fact(fact, design_.locale));
    return;
  }
  html.open(tag, fact.spec->name);
  const size_t begin = html.size();
  html.leaf("span", "part", parts[0]).raw("\n").leaf("span", "unit", parts[1]);
  note(record, fact.spec->name, parts[0] + " " + parts[1], ValueForm::kSpans, begin);
  html.close(tag);
}

void PageWriter::value_text(TruthRecord& record, std::string_view tag, std::string_view attribute,
                            std::string_view text) {
  constexpr std::string_view kWrapperTags[] = {"span", "b"};
  if (design_.microdata)
    html.open(tag, attribute, {{"itemprop", attribute}});
  else
    html.open(tag, attribute);
  for (unsigned i = 0; i < design_.value_wrappers; ++i) html.open(kWrapperTags[i % 2]);
  node(record, attribute, text);
  for (unsigned i = design_.value_wrappers; i-- > 0;) html.close(kWrapperTags[i % 2]);
  html.close(tag);
}

void PageWriter::values(TruthRecord& record, std::string_view tag, const Fact& fact,
                        std::string_view separator) {
  for (size_t i = 0; i < fact.list.size(); ++i) {
    if (i != 0) html.raw(separator);
    value_text(record, tag, fact.spec->name, fact.list[i]);
  }
}

void PageWriter::image(TruthRecord& record, const Fact& fact, std::string_view alternative_text) {
  const size_t begin = html.size();
  if (design_.lazy_images) {
    html.open("img", "image",
              {{"src", "/static/blank.gif"}, {"data-src", fact.text}, {"alt", alternative_text}});
  } else {
    html.open("img", "image", {{"src", fact.text}, {"alt", alternative_text}, {"width", "160"}});
  }
  note(record, fact.spec->name, fact.text, ValueForm::kAttribute, begin);
}

void PageWriter::hidden_copy(std::string_view text) {
  if (!design_.hidden_duplicates) return;
  html.open("span", "", {{"style", "display:none"}}).text(text).close("span");
}

void PageWriter::advert(std::string_view tag, size_t number) {
  Random random(hash_combine(site_.options.seed, site_.options.drift), path_, number);
  const std::string_view brand = random.pick(vocabulary::kBrands);
  html.open(tag, "advert");
  html.leaf("small", "", word(Word::kAdvert));
  html.open("a", "", {{"href", fmt::format("/go/{}", random.below(100'000))}});
  html.text(fmt::format("{} {} {} {}", brand, random.pick(vocabulary::kProductNouns),
                        word(Word::kFrom),
                        format_money(random.between(10, 300) * 100 + 95, design_.locale)));
  html.close("a").close(tag);
}

void PageWriter::open_wrappers() {
  for (unsigned i = 0; i < design_.wrappers; ++i) html.open("div", i == 0 ? "wrapper" : "inner");
}

void PageWriter::close_wrappers() {
  for (unsigned i = 0; i < design_.wrappers; ++i) html.close("div");
}

// --- the frame ---

void PageWriter::json_ld(const Item& item) {
  nlohmann::ordered_json json = {{"@context", "https://schema.org"},
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
  html.raw("\n<script type=\"application/ld+json\">" +
           json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "</script>");
}

void PageWriter::head(std::string_view title, const Item* item) {
  html.raw(design_.xhtml_doctype
               ? "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
                 "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n"
               : "<!DOCTYPE html>\n");
  html.open("html", "", {{"lang", language_code(design_.locale.language)}}).open("head");
  html.open("meta", "", {{"charset", "utf-8"}});
  html.leaf("title", "", fmt::format("{} | {}", title, site_.name));
  if (item != nullptr)
    html.open("meta", "", {{"property", "og:title"}, {"content", item->title()}});
  html.raw("\n<style>.nav a{color:#333}</style>");
  if (item != nullptr && design_.json_ld) json_ld(*item);
  html.close("head");
}

void PageWriter::header() {
  html.open("div", "header").leaf("a", "logo", site_.name, {{"href", "/"}});
  html.open("ul", "nav");
  for (size_t i = 0; i < site_.categories.size(); ++i) {
    html.open("li")
        .leaf("a", "", site_.categories[i], {{"href", list_path(site_, i, 1)}})
        .close("li");
  }
  html.open("li").leaf("a", "", word(Word::kContact), {{"href", "/contact.html"}}).close("li");
  html.open("li").leaf("a", "", word(Word::kLogin), {{"href", "/account/login"}}).close("li");
  html.close("ul");
  html.open("form", "search", {{"action", "/search"}, {"method", "get"}});
  html.open("input", "", {{"type", "text"}, {"name", "q"}, {"placeholder", word(Word::kSearch)}});
  html.leaf("button", "", word(Word::kSearch), {{"type", "submit"}}).close("form").close("div");
}

void PageWriter::sidebar() {
  html.open("div", "sidebar").leaf("h3", "", word(Word::kFilter));
  html.open("form", "filter", {{"action", "/search"}});
  html.open("select", "", {{"name", "sort"}});
  for (const std::string_view option : {"1", "2", "3"}) {
    html.leaf("option", "", fmt::format("{} {}", word(Word::kSortBy), option), {{"value", option}});
  }
  html.close("select").close("form").open("ul", "facets");
  for (const std::string_view colour : vocabulary::colours(design_.locale.language)) {
    html.open("li").open("a", "", {{"href", fmt::format("/search?colour={}", slug_of(colour))}});
    html.text(colour).close("a").close("li");
  }
  html.close("ul")
      .leaf("h3", "", word(Word::kNewsletter))
      .open("form", "newsletter", {{"method", "post"}});
  html.open("input", "", {{"type", "email"}, {"name", "email"}});
  html.leaf("button", "", word(Word::kSubscribe)).close("form").close("div");
}

void PageWriter::footer() {
  html.open("div", "footer").open("p");
  html.text(fmt::format("© 2016 {} · ", site_.name));
  html.leaf("a", "", word(Word::kImprint), {{"href", "/imprint.html"}}).raw(" | ");
  html.leaf("a", "", word(Word::kPrivacy), {{"href", "/privacy.html"}}).raw(" | ");
  html.leaf("a", "", "calendar", {{"href", "/calendar/2016/11"}});
  html.close("p").close("div");
  html.raw("\n<script>window.dataLayer=window.dataLayer||[];if(1<2){var t='</div>';}</script>");
}

Page PageWriter::finish(std::string template_name, std::string_view title, const Item* item,
                        const std::function<void()>& main, std::vector<TruthRecord>& records) {
  head(title, item);
  html.open("body", "", {{"id", template_name}});
  if (design_.layout_table) html.raw("\n<table width=\"100%\" border=0><tr><td colspan=2>");
  header();
  if (design_.layout_table) html.raw("<tr><td valign=top>");
  if (design_.sidebar) sidebar();
  if (design_.layout_table) html.raw("<td>");
  html.open("div", "main");
  main();
  html.close("div");
  if (design_.layout_table) html.raw("</table>");
  footer();
  html.close("body").close("html").raw("\n");
  return {site_.origin + path_, html.take(), std::move(template_name), std::move(records)};
}

}  // namespace weft::practice
