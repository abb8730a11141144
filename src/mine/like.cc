// A page may have two lists, people and documents, and only the person knows which is wanted. A few
// words say it:
//
//   "name, phone"    title, url, date                    0.3   ("name" may be any text)
//                    title, phone, email                 0.75
//
//   1. A wish and a column fit by name (the same words 1, some of them 0.8), or by what the words
//      mean and the values are: a telephone number, a price, a date, an address, a person's name 0.9.
//      Words that every list has a column for, such as name and title, say little: 0.6 or 0.7.
//   2. Wishes take columns greedily, the best pair first, each column once; the fit of a region is
//      the mean over the wishes. The region is taken whose fit and confidence together are most.
//   3. First and last names: a column of whole names is split, "Ann Dietra Owens" into Ann and
//      Dietra Owens, "Owens, Ann" too; forms of address and degrees are left out. The new cells have
//      the place of the whole name, so they have no labels and no wrapper gives them.
//
// Tested by like_test.cc; measured by `weft eval listings` (asked).

#include "mine/like.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "mine/columns.h"

namespace weft::mine {
namespace {

using model::ValueType;

// How much each kind of agreement says; set by hand, only their order matters.
struct FitWeights {
  double same_name = 1;
  double meaning = 0.9;
  double shared_word = 0.8;
  double general_by_name = 0.7;
  double general = 0.6;
  double confidence = 0.5;  // Of the region, beside how it fits: common words fit menus, too.
};
constexpr FitWeights kFitWeights;

constexpr size_t kNamesRead = 40;   // Cells of a column that are compared with what is asked for.
constexpr double kMostCells = 0.8;  // That must be of a kind for the column to be.

// "firstName", "First-Name" → first, name.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool letter =
        is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    const bool hump = c >= 'A' && c <= 'Z' && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z';
    if ((!letter || hump) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += ascii_lower(c);
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) {
    return w == word || (w.size() == word.size() + 1 && w.back() == 's' && w.starts_with(word));
  });
}

struct WordMeaning {
  std::string_view word;
  ValueType type;
};
constexpr WordMeaning kWordMeanings[] = {
    {"phone", ValueType::kPhone},       {"telephone", ValueType::kPhone},
    {"tel", ValueType::kPhone},         {"mobile", ValueType::kPhone},
    {"fax", ValueType::kPhone},         {"price", ValueType::kMoney},
    {"cost", ValueType::kMoney},        {"fee", ValueType::kMoney},
    {"amount", ValueType::kMoney},      {"salary", ValueType::kMoney},
    {"date", ValueType::kDate},         {"deadline", ValueType::kDate},
    {"published", ValueType::kDate},    {"posted", ValueType::kDate},
    {"duration", ValueType::kDuration}, {"time", ValueType::kTime},
    {"url", ValueType::kUrl},           {"link", ValueType::kUrl},
    {"website", ValueType::kUrl},       {"image", ValueType::kImage},
    {"photo", ValueType::kImage},       {"picture", ValueType::kImage},
    {"email", ValueType::kEmail},       {"mail", ValueType::kEmail},
    {"number", ValueType::kNumber},     {"count", ValueType::kNumber},
    {"quantity", ValueType::kNumber},
};

// Share of the column's cells, of those read, that `is` holds for.
template <typename Is>
bool mostly_are(const Column& column, const Is& is) {
  double filled = 0;
  double good = 0;
  for (size_t r = 0; r < std::min(column.cells.size(), kNamesRead); ++r) {
    const Cell& cell = column.cells[r];
    if (cell.node == dom::kNoNode) continue;
    ++filled;
    good += is(cell.text) ? 1 : 0;
  }
  return filled > 0 && good >= kMostCells * filled;
}

// --- names of people ---

constexpr std::string_view kAddresses[] = {"dr",   "mr",        "mrs", "ms",  "miss",
                                           "prof", "professor", "sir", "rev", "hon"};
constexpr std::string_view kDegrees[] = {"md",   "phd",  "do", "jr", "sr",  "ii",  "iii",
                                         "iv",   "rn",   "np", "pa", "esq", "mba", "dds",
                                         "faap", "facs", "ma", "ms", "edd", "cpa"};

std::string plain(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '.' && c != ',') letters += ascii_lower(c);
  }
  return letters;
}

template <size_t N>
bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), plain(word)) != std::end(words);
}

std::vector<std::string_view> split_at(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    if (!trim(text.substr(0, end)).empty()) parts.push_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_name_word(std::string_view word) {
  const unsigned char first = static_cast<unsigned char>(word[0]);
  const bool capital = (first >= 'A' && first <= 'Z') || first >= 0x80;
  const bool particle = word == "de" || word == "van" || word == "von" || word == "der" ||
                        word == "la" || word == "del" || word == "bin" || word == "al";
  return (capital || particle) && word.find_first_of("0123456789@/:;()&") == std::string_view::npos;
}

struct Name {
  std::string first, last;
};

// Nothing if the text does not look like the name of a person.
std::optional<Name> person_name(std::string_view text) {
  std::vector<std::string_view> parts = split_at(text, ',');
  while (parts.size() > 1) {
    const auto words = split_at(parts.back(), ' ');
    const bool degrees = std::all_of(words.begin(), words.end(), [](std::string_view word) {
      return is_one_of(kDegrees, word);
    });
    if (!degrees) break;
    parts.pop_back();
  }
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  std::vector<std::string_view> words = split_at(parts[0], ' ');
  const bool reversed = parts.size() == 2;
  std::vector<std::string_view> given =
      reversed ? split_at(parts[1], ' ') : std::vector<std::string_view>();
  std::vector<std::string_view>& leading = reversed ? given : words;
  if (leading.size() > 1 && is_one_of(kAddresses, leading[0])) leading.erase(leading.begin());
  while (words.size() > 2 && is_one_of(kDegrees, words.back())) words.pop_back();
  const size_t count = words.size() + given.size();
  if (words.empty() || count < 2 || count > 5) return std::nullopt;
  for (const auto* some : {&words, &given}) {
    if (!std::all_of(some->begin(), some->end(), is_name_word)) return std::nullopt;
  }
  const auto joined = [](const std::vector<std::string_view>& all, size_t from) {
    std::string name;
    for (size_t i = from; i < all.size(); ++i) (name += name.empty() ? "" : " ") += all[i];
    return name;
  };
  if (reversed) return Name{joined(given, 0), joined(words, 0)};
  return Name{std::string(words[0]), joined(words, 1)};
}

bool is_people(const Column& column) {
  return column.type == ValueType::kText &&
         mostly_are(column, [](std::string_view text) { return person_name(text).has_value(); });
}

// --- wishes and columns ---

ValueType kind_of(const Column& column) {
  if (column.type != ValueType::kUrl) return column.type;
  const auto begins = [](std::string_view with) {
    return [with](std::string_view text) { return text.starts_with(with); };
  };
  if (mostly_are(column, begins("mailto:"))) return ValueType::kEmail;
  if (mostly_are(column, begins("tel:"))) return ValueType::kPhone;
  return ValueType::kUrl;
}

bool asks_for_part(const Wish& wish, std::string_view part) {
  return has_word(wish.words, part) && has_word(wish.words, "name");
}
bool asks_for_first(const Wish& wish) {
  return asks_for_part(wish, "first") || asks_for_part(wish, "given");
}
bool asks_for_last(const Wish& wish) {
  return asks_for_part(wish, "last") || asks_for_part(wish, "family") ||
         has_word(wish.words, "surname");
}

// Words that any list has a column for; they do not tell one list from another.
bool is_general(const Wish& wish) {
  constexpr std::string_view kGeneral[] = {"name", "title", "description", "text", "label"};
  return std::all_of(wish.words.begin(), wish.words.end(), [&](const std::string& word) {
    return std::find(std::begin(kGeneral), std::end(kGeneral), word) != std::end(kGeneral);
  });
}

double column_fit(const Wish& wish, const Column& column) {
  const std::vector<std::string> name = words_of(column.name);
  const bool same = name == wish.words;
  if (is_general(wish)) {
    if (column.type != ValueType::kText) return 0;
    const bool person = has_word(wish.words, "name") && is_people(column);
    return same || person ? kFitWeights.general_by_name : kFitWeights.general;
  }
  if (same) return kFitWeights.same_name;
  const ValueType kind = kind_of(column);
  for (const WordMeaning& meaning : kWordMeanings) {
    if (meaning.type == kind && has_word(wish.words, meaning.word)) return kFitWeights.meaning;
  }
  if (has_word(wish.words, "name") && is_people(column)) return kFitWeights.meaning;
  const bool shared = std::any_of(wish.words.begin(), wish.words.end(),
                                  [&](const std::string& word) { return has_word(name, word); });
  return shared ? kFitWeights.shared_word : 0;
}

Column derived(const Column& people, const char* name, std::string Name::*part) {
  Column column;
  column.name = name;
  column.origin = "part of " + people.name;
  column.path = people.path;
  for (const Cell& cell : people.cells) {
    const auto whole = person_name(cell.text);
    column.cells.push_back(whole ? Cell{cell.node, cell.attribute, *whole.*part} : Cell{});
  }
  return column;
}

size_t names_in(const Column& column) {
  return static_cast<size_t>(
      std::count_if(column.cells.begin(), column.cells.end(),
                    [](const Cell& cell) { return person_name(cell.text).has_value(); }));
}

// Whether the texts of the one go on where those of the other end: lines that begin with a name.
bool goes_on(const Column& longer, const Column& shorter) {
  for (size_t r = 0; r < longer.cells.size(); ++r) {
    if (!longer.cells[r].text.starts_with(shorter.cells[r].text)) return false;
  }
  return true;
}

// The column of most names; a line that begins with a name may look like one. Null: there is none.
const Column* people_column(const Region& region) {
  const Column* best = nullptr;
  for (const Column& column : region.columns) {
    if (!is_people(column)) continue;
    if (best == nullptr || names_in(column) > names_in(*best) ||
        (names_in(column) == names_in(*best) && goes_on(*best, column)))
      best = &column;
  }
  return best;
}

void add_name_parts(const std::vector<Wish>& wishes, Region& region) {
  const bool asked = std::any_of(wishes.begin(), wishes.end(), asks_for_first) &&
                     std::any_of(wishes.begin(), wishes.end(), asks_for_last);
  const Column* people = asked ? people_column(region) : nullptr;
  if (people == nullptr) return;
  for (const Column& column : region.columns) {
    const Wish name{words_of(column.name)};
    if (asks_for_first(name) || asks_for_last(name)) return;
  }
  Column first = derived(*people, "first_name", &Name::first);
  Column last = derived(*people, "last_name", &Name::last);
  region.columns.push_back(std::move(first));
  region.columns.push_back(std::move(last));
}

}  // namespace

std::vector<Wish> wishes_of(std::string_view names) {
  std::vector<Wish> wishes;
  for (const std::string_view name : split_at(names, ',')) {
    Wish wish{words_of(name)};
    if (!wish.words.empty()) wishes.push_back(std::move(wish));
  }
  return wishes;
}

std::vector<Wish> wishes_of(const model::Schema& schema) {
  std::vector<Wish> wishes;
  for (const model::Attribute& attribute : schema.attributes)
    wishes.push_back({words_of(attribute.name)});
  return wishes;
}

double fit(const std::vector<Wish>& wishes, const Region& region) {
  struct Pair {
    double fit;
    size_t wish, column;
  };
  std::vector<Pair> pairs;
  for (size_t w = 0; w < wishes.size(); ++w) {
    for (size_t c = 0; c < region.columns.size(); ++c) {
      if (const double value = column_fit(wishes[w], region.columns[c]); value > 0)
        pairs.push_back({value, w, c});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.fit > b.fit; });
  std::vector<bool> met(wishes.size()), taken(region.columns.size());
  double sum = 0;
  for (const Pair& pair : pairs) {
    if (met[pair.wish] || taken[pair.column]) continue;
    met[pair.wish] = taken[pair.column] = true;
    sum += pair.fit;
  }
  return wishes.empty() ? 0 : sum / static_cast<double>(wishes.size());
}

void take_wished(const std::vector<Wish>& wishes, std::vector<Region>& regions) {
  if (regions.empty()) return;
  for (Region& region : regions) add_name_parts(wishes, region);
  auto best = regions.begin();
  double most = -1;
  for (auto region = regions.begin(); region != regions.end(); ++region) {
    const double value = fit(wishes, *region) + kFitWeights.confidence * region->confidence;
    if (value > most) {
      most = value;
      best = region;
    }
  }
  std::rotate(regions.begin(), best, best + 1);
}

}  // namespace weft::mine
