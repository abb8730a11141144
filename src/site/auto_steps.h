// The parts of learning without labels. For auto_site.cc, auto_lists.cc and auto_details.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "annotate/recognizer.h"
#include "mine/region.h"
#include "site/auto_site.h"
#include "site/learn_list.h"

namespace weft::site {

inline constexpr size_t kLeastPages = 3;        // Fewer pages do not show what is the template's.
inline constexpr double kLeastAgreement = 0.5;  // A rule that says something else than its column.

// As many pages as wanted, evenly spread.
std::vector<const model::Page*> sample_pages(const std::vector<model::Page>& pages, size_t wanted);

// How lists are read: with a domain or without.
struct ListReader {
  std::function<std::vector<mine::Region>(const dom::Document&)> read;  // The main list first.
  const annotate::Domain* domain = nullptr;

  [[nodiscard]] bool knows(const std::string& attribute) const {
    return domain == nullptr || domain->find(attribute).has_value();
  }
};

// REQUIRES: the recogniser outlives it.
ListReader reader_of(const annotate::Recognizer& recognizer);
ListReader plain_reader();

// One spelling for the addresses that lead to the same page, from a link on a page; of the page itself
// for "". Empty for what is no address. A page without a URL is where its file is.
std::string link_address(std::string_view link, const model::Page& page);

// Lists on some pages of a template.
struct Lists {
  size_t looked_at = 0;
  std::vector<MinedList> lists;  // Into `regions`.
  std::vector<mine::Region> regions;

  [[nodiscard]] bool most() const { return 2 * lists.size() > looked_at; }
};

Lists find_lists(const std::vector<model::Page>& pages, const ListReader& reader);

// The pages as a template of lists; nothing if they are none. `pages` are as before.
std::optional<AutoTemplate> as_lists(std::vector<model::Page>& pages, const ListReader& reader);
// Whether an attribute is in most of the records.
bool in_most(const AutoTemplate& list, const std::string& name);
// Whether records have enough in common to be a list, rather than parts of a page.
bool enough_in_most(const AutoTemplate& list, const ListReader& reader);
// Makes the template what its pages were read as.
void become(AutoTemplate& one, AutoTemplate list);

// Steps 2 to 5 for one template. `schema` is that of the domain.
Status learn_template(AutoTemplate& one, const annotate::Recognizer& recognizer,
                      const model::Schema& schema, const AutoOptions& options);

}  // namespace weft::site
