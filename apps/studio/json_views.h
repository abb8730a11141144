// What the API says: desks, pages and tables as JSON. Every text comes from our own Document; none from
// a browser.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/locate.h"
#include "studio/site.h"

namespace weft::studio {

// Adds node and part of a place, as frames know them, and which of its values is meant; nothing where there is none.
void add_place(Json& json, const dom::Document& doc, const std::optional<model::Occurrence>& place);

// A word of a command line, quoted where a shell needs it.
std::string shell_quoted(std::string_view word);

// "path?query" of a page's URL, or its id.
std::string short_name(const model::Page& page);

// The schema as a person writes it, one attribute a line: "price: money mandatory".
std::string schema_text(const model::Schema& schema);
// Reads that, or JSON. Fails as reading a schema does.
Result<model::Schema> parse_schema_text(std::string_view text);

// The attributes of a desk: its schema's, then others that were labelled; the order of the menu.
std::vector<std::string> attribute_names(const site::LabelDesk& desk);

// Attributes with type, flags, and how many of the sample's records have them.
Json attributes_json(const site::LabelDesk& desk);

// How far a page is: "part" (being labelled), "ok" (finished), "doubt", "sure", "open".
std::string_view page_state(const site::DeskPage& page);

// A page that is open: labels and predictions with their nodes.
Json page_json(const StudioSite& site, size_t number, const StudioSite::DeskState& state);

// The table of the sample. A row: [page number, record, [cell…], the page's name]; a cell: [value, mark, confidence],
// the mark one of "" (sure), "you", "doubt", "miss", "none".
Json rows_json(const StudioSite& site, const StudioSite::DeskState& state);
// Rows of pages that are not on the desk, by what the desk learned: as many as `go_on` lets through.
Json other_rows_json(const StudioSite& site, const extract::SiteExtractor& extractor,
                     const std::vector<std::string>& names, const model::Schema& schema,
                     const std::vector<size_t>& pages, const std::function<bool()>& go_on);

// Recall, target, and which page to label next.
Json outlook_json(const StudioSite& site, const StudioSite::DeskState& state);

// What a page says under its headings, in order: {"text", "level", "heading", "node", "part"?}.
Json outline_json(const dom::Document& doc);

Json explanation_json(const model::Page& page, const extract::PageExplanation& explanation);

// The journal, the latest first, in words.
Json history_json(const StudioSite& site, const std::vector<site::Act>& acts);

}  // namespace weft::studio
