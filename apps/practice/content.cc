// Every attribute of every item draws from a stream of random numbers of its own, so that a visit
// later, one item more or another attribute leaves the rest of the site as it was.
#include "practice/content.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "base/split.h"
#include "base/strings.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

namespace vocab = vocabulary;

constexpr int64_t kEpochOfSite = 17'000;  // Days since 1970: the middle of 2016.

std::string person(Random& random) {
  return fmt::format("{} {}", random.pick(vocab::kFirstNames), random.pick(vocab::kLastNames));
}

std::string phone(Random& random) {
  const int style = random.between(0, 2);
  const int area = random.between(21, 99);
  const int a = random.between(100, 999);
  const int b = random.between(1000, 9999);
  if (style == 0) return fmt::format("+44 (0){}0 {} {}", area, a, b);
  if (style == 1) return fmt::format("0{}1/{}{}", area, a, b);
  return fmt::format("+33 {} {} {}", area, a, b);
}

std::vector<std::string> some_of(Random& random, std::span<const std::string_view> words, int low,
                                 int high) {
  std::vector<std::string> all(words.begin(), words.end());
  random.shuffle(all);
  all.resize(std::min<size_t>(all.size(), static_cast<size_t>(random.between(low, high))));
  return all;
}

// Builds one item attribute by attribute. Every attribute draws from a stream of its own.
class ItemMaker {
 public:
  ItemMaker(const Options& options, unsigned number)
      : options_(options), number_(number), random_(options.seed, "item", number) {}

  Item make() {
    item_.number = number_;
    item_.id = std::to_string(10'000 + Random(options_.seed, "id", number_).below(89'000));
    item_.category = random_.below(static_cast<uint32_t>(categories(options_).size()));
    choose_theme();
    for (const AttributeSpec& spec : attributes_of(options_.domain)) add(spec);
    item_.slug = slug_of(item_.title());
    item_.review_count = drifting("reviews").below(120) + options_.drift;
    add_offers();
    for (const Redesign& redesign : options_.redesigns) {
      for (Fact& fact : item_.facts) {
        Random random(redesign.seed, fact.spec->name, number_);
        if (redesign.kind == RedesignKind::kEditedText && random.chance(50)) edit(random, fact);
        if (redesign.kind == RedesignKind::kChangedUnits) convert(fact);
      }
    }
    return std::move(item_);
  }

 private:
  // A stream that changes from visit to visit, for about a third of the items at a time.
  [[nodiscard]] Random drifting(std::string_view purpose) const {
    unsigned visit = options_.drift;
    while (visit != 0 && !Random(options_.seed, purpose, hash_combine(number_, visit)).chance(34))
      --visit;
    return {hash_combine(options_.seed, visit), purpose, number_};
  }

  void choose_theme() {
    std::string_view rest = random_.pick(vocab::kCarMakes);
    make_ = take_until(rest, '|');
    std::vector<std::string_view> models;
    while (!rest.empty()) models.push_back(take_until(rest, '|'));
    model_ = random_.pick(models);
    brand_ = random_.pick(vocab::kBrands);
    city_ = random_.pick(vocab::kCities);
    street_ = fmt::format("{} {}", random_.between(1, 180), random_.pick(vocab::kStreets));
    person_ = person(random_);
    bedrooms_ = random_.between(1, 6);
  }

  void add(const AttributeSpec& spec) {
    Random random(options_.seed, spec.name, number_);
    if (!random.chance(spec.presence)) return;
    Fact fact{.spec = &spec, .number = number_of(spec, random), .unit = unit_of(spec.name)};
    if (spec.terms.empty()) fact.text = text_of(spec, random);
    if (spec.kind == FactKind::kList) fact.list = list_of(spec.name, random);
    item_.facts.push_back(std::move(fact));
  }

  // What an editor does to a title, a list and a text.
  void edit(Random& random, Fact& fact) const {
    if (&fact == &item_.facts.front()) {
      constexpr std::array<std::string_view, 4> kAdded = {"II", "(new)", "– our choice", "plus"};
      fact.text += fmt::format(" {}", random.pick(kAdded));
    } else if (fact.spec->kind == FactKind::kList && fact.list.size() > 2) {
      fact.list.erase(fact.list.begin() + random.below(static_cast<uint32_t>(fact.list.size())));
    } else if (fact.spec->kind == FactKind::kProse) {
      fact.number = static_cast<int64_t>(random.next() >> 8);
    }
  }

  static void convert(Fact& fact) {
    struct Conversion {
      std::string_view from, to;
      double factor;
    };
    constexpr Conversion kConversions[] = {{"kg", "lb", 2.205},
                                           {"m²", "sq ft", 10.764},
                                           {"km", "mi", 0.6214},
                                           {"kW", "hp", 1.341},
                                           {"mths", "yrs", 1.0 / 12}};
    for (const Conversion& one : kConversions) {
      if (fact.unit != one.from) continue;
      fact.number = std::llround(static_cast<double>(fact.number) * one.factor);
      fact.unit = one.to;
      return;
    }
  }

  [[nodiscard]] int64_t money(std::string_view name) const {
    Random base(options_.seed, "price", number_);
    Random now = drifting("price");
    int64_t cents = first_price(base);
    if (options_.drift != 0) cents = cents * now.between(88, 106) / 100 / step() * step();
    return name == "was_price" ? cents * base.between(112, 140) / 100 / step() * step() : cents;
  }

  [[nodiscard]] int64_t first_price(Random& random) const {
    if (options_.domain == Domain::kEstate) return int64_t{random.between(95, 950)} * 100'000;
    if (options_.domain == Domain::kCars) return int64_t{random.between(29, 480)} * 10'000 - 1'000;
    if (options_.domain == Domain::kJobs) return int64_t{random.between(19, 95)} * 100'000;
    return int64_t{random.between(4, 900)} * 100 + 99 - random.below(3) * 49;
  }

  // Prices are multiples of it.
  [[nodiscard]] int64_t step() const { return options_.domain == Domain::kShop ? 1 : 10'000; }

  [[nodiscard]] int64_t number_of(const AttributeSpec& spec, Random& random) const {
    const std::string_view name = spec.name;
    if (!spec.terms.empty()) {
      const auto count = static_cast<uint32_t>(spec.terms.size());
      return spec.constant ? random.below(count) : drifting(name).below(count);
    }
    if (spec.kind == FactKind::kMoney) return money(name);
    if (spec.kind == FactKind::kDate) return kEpochOfSite - random.between(20, 3000);
    if (spec.kind == FactKind::kRating) return drifting("rating").between(18, 50);
    if (spec.kind == FactKind::kProse) return static_cast<int64_t>(random.next() >> 8);
    if (spec.kind != FactKind::kNumber) return 0;
    if (name == "weight") return random.between(1, 60);
    if (name == "warranty") return random.between(1, 5) * 12;
    if (name == "bedrooms") return bedrooms_;
    if (name == "bathrooms") return random.between(1, std::max(1, bedrooms_ - 1));
    if (name == "area") return 28 * bedrooms_ + random.between(5, 60);
    if (name == "year_built") return random.between(1895, 2016);
    if (name == "mileage") return random.between(3, 220) * 1000 + random.between(0, 999);
    if (name == "power") return random.between(44, 220);
    return random.between(1, 4);
  }

  [[nodiscard]] static std::string_view unit_of(std::string_view name) {
    constexpr std::string_view kUnits[][2] = {
        {"weight", "kg"}, {"warranty", "mths"}, {"area", "m²"}, {"mileage", "km"}, {"power", "kW"}};
    for (const auto& [attribute, unit] : kUnits) {
      if (attribute == name) return unit;
    }
    return {};
  }

  std::string text_of(const AttributeSpec& spec, Random& random) {
    const std::string_view name = spec.name;
    const auto letter = [&](uint32_t count) {
      return static_cast<char>('A' + random.below(count));
    };
    if (spec.kind == FactKind::kEmail) return slug_of(person_) + "@dept.example.org";
    if (spec.kind == FactKind::kPhone) return phone(random);
    if (spec.kind == FactKind::kImage)
      return fmt::format("/media/{}/{:x}.jpg", item_.id, random.below(1 << 24));
    if (spec.kind != FactKind::kText) return {};
    if (name == "brand") return brand_;
    if (name == "sku") return fmt::format("{}-{:05}", letter(26), random.below(100'000));
    if (name == "material") return std::string(random.pick(vocab::kMaterials));
    if (name == "make") return make_;
    if (name == "model") return model_;
    if (name == "address") return fmt::format("{}, {}", street_, city_);
    if (name == "postcode") return fmt::format("{:05}", random.between(1000, 98999));
    if (name == "agent") return fmt::format("{} & Partner", person_);
    if (name == "company") return fmt::format("{} {}", brand_, random.chance(50) ? "Ltd" : "Group");
    if (name == "reference") return fmt::format("{}{:05}", letter(26), random.below(100'000));
    if (name == "location" && options_.country) return place(random);
    if (name == "location" && options_.domain == Domain::kJobs) return city_;
    if (name == "location") return fmt::format("{:05} {}", random.between(1000, 98999), city_);
    if (name == "doi") return fmt::format("10.5555/{}.{}", random.between(1000, 9999), item_.id);
    if (name == "office") return fmt::format("{}.{:03}", letter(5), random.below(400));
    if (name == "pages")
      return fmt::format("{}–{}", number_ * 12 + 1, number_ * 12 + 1 + random.below(20));
    return title(random);
  }

  // A place of a made-up country: 24 counties of 12 towns, those with six quarters or villages each. Written
  // as its site writes them all.
  std::string place(Random& random) const {
    constexpr uint32_t kTowns = 12;
    Random site(options_.seed, "country");
    const uint32_t seat = site.below(static_cast<uint32_t>(std::size(vocab::kPlaceBeginnings)));
    const bool everywhere = site.chance(33);
    const uint32_t style = site.below(4);
    const auto county =
        everywhere ? random.below(static_cast<uint32_t>(std::size(vocab::kPlaceBeginnings))) : seat;
    // The larger of two: some towns have more to offer than others.
    const uint32_t town = std::min(random.below(kTowns), random.below(kTowns));
    const auto name = [](uint32_t beginning, uint32_t end) {
      return fmt::format("{}{}",
                         vocab::kPlaceBeginnings[beginning % std::size(vocab::kPlaceBeginnings)],
                         vocab::kPlaceEnds[end % std::size(vocab::kPlaceEnds)]);
    };
    const std::string shire = fmt::format("{}shire", vocab::kPlaceBeginnings[county]);
    const std::string city = name(county * 7 + town, 2 * town);
    const uint32_t village = random.below(6);
    const std::string quarter = fmt::format("{} {}", vocab::kQuarters[(village + town) % 7],
                                            name(county + 5 * village + town, 2 * village + 1));
    if (style == 0) return city;
    if (style == 1) return fmt::format("{}, {}", city, shire);
    if (style == 2) return fmt::format("{}, {}", quarter, city);
    return fmt::format("{} - {}, {}", quarter, city, shire);
  }

  std::vector<std::string> list_of(std::string_view name, Random& random) const {
    if (options_.domain == Domain::kShop) return some_of(random, vocab::kShopFeatures, 2, 6);
    if (options_.domain == Domain::kEstate) return some_of(random, vocab::kHomeFeatures, 2, 6);
    if (options_.domain == Domain::kCars) return some_of(random, vocab::kCarFeatures, 2, 6);
    if (options_.domain == Domain::kJobs) return some_of(random, vocab::kJobBenefits, 2, 6);
    if (name != "authors") return some_of(random, vocab::kTopics, 2, 6);
    std::vector<std::string> people;
    for (int i = random.between(1, 4); i > 0; --i) people.push_back(person(random));
    return people;
  }

  std::string title(Random& random) {
    if (options_.domain == Domain::kShop) {
      return fmt::format("{} {} {}", random.pick(vocab::kProductAdjectives),
                         random.pick(vocab::kProductNouns), random.between(10, 990));
    }
    if (options_.domain == Domain::kEstate) return fmt::format("{} · {}", city_, street_);
    if (options_.domain == Domain::kCars)
      return fmt::format("{} {} {}", make_, model_, random.pick(vocab::kTrims));
    if (options_.domain == Domain::kJobs)
      return fmt::format("{} {}", random.pick(vocab::kJobRanks), random.pick(vocab::kJobTitles));
    if (options_.domain == Domain::kJournal) {
      return fmt::format("{} {} in {}", random.pick(vocab::kTopicVerbs),
                         random.pick(vocab::kTopics), city_);
    }
    return person_;
  }

  void add_offers() {
    const Fact* price = item_.find("price");
    if (!options_.nested || price == nullptr) return;
    Random random = drifting("offers");
    for (int i = random.between(1, 4); i > 0; --i) {
      item_.offers.push_back(
          {fmt::format("{} {}", random.pick(vocab::kBrands), random.pick(vocab::kCities)),
           price->number * random.between(90, 130) / 100});
    }
  }

  const Options& options_;
  unsigned number_;
  Random random_;
  Item item_;
  std::string make_;
  std::string model_;
  std::string brand_;
  std::string city_;
  std::string street_;
  std::string person_;
  int bedrooms_ = 1;
};

// Two items never share an id: the later one is counted up.
void make_ids_unique(std::vector<Item>& items) {
  std::vector<std::string> seen;
  for (Item& item : items) {
    while (std::find(seen.begin(), seen.end(), item.id) != seen.end())
      item.id = std::to_string(std::stol(item.id) + 1);
    seen.push_back(item.id);
  }
}

// --- facts as text ---

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

std::string_view thousands_separator(Language language) {
  return language == Language::kEnglish ? "," : language == Language::kFrench ? kNoBreakSpace : ".";
}

std::string_view decimal_separator(Language language) {
  return language == Language::kEnglish ? "." : ",";
}

std::string_view symbol(Currency currency) {
  constexpr std::array<std::string_view, 4> kSymbols = {"€", "£", "$", "CHF"};
  return kSymbols[static_cast<size_t>(currency)];
}

std::string amount(int64_t cents, const Locale& locale) {
  std::string text = format_number(cents / 100, locale);
  if (locale.cents) text += fmt::format("{}{:02}", decimal_separator(locale.language), cents % 100);
  return text;
}

bool symbol_first(const Locale& locale) {
  return locale.language == Language::kEnglish || locale.language == Language::kItalian ||
         locale.currency == Currency::kFranc;
}

// "£12" but "€ 12" in Italian and "12 €" elsewhere.
std::string_view symbol_space(const Locale& locale) {
  if (locale.language == Language::kEnglish && locale.currency != Currency::kFranc) return "";
  return kNoBreakSpace;
}

}  // namespace

const Fact* Item::find(std::string_view attribute) const {
  for (const Fact& fact : facts) {
    if (fact.spec->name == attribute) return &fact;
  }
  return nullptr;
}

std::vector<Item> make_items(const Options& options) {
  std::vector<Item> items;
  const unsigned count = options.items + options.drift / 2;  // Every other visit brings a new item.
  for (unsigned i = 0; i < count; ++i) items.push_back(ItemMaker(options, i).make());
  make_ids_unique(items);
  const auto rank = [&](const Item& item) {
    const Random random(hash_combine(options.seed, options.drift / 3), "rank", item.number);
    return Random(random).next();
  };
  std::sort(items.begin(), items.end(),
            [&](const Item& a, const Item& b) { return rank(a) < rank(b); });
  return items;
}

std::vector<std::string> categories(const Options& options) {
  const std::vector<std::string> by_domain[] = {{"Living", "Kitchen", "Office"},
                                                {"Buy", "New homes"},
                                                {"Used", "Nearly new"},
                                                {"Vol 12 No 1", "Vol 12 No 2"},
                                                {"Staff"},
                                                {"Jobs", "Apprenticeships"}};
  return by_domain[static_cast<size_t>(options.domain)];
}

std::string slug_of(std::string_view text) {
  std::string slug;
  for (const char c : text) {
    const char low = ascii_lower(c);
    if (is_ascii_alpha(low) || is_ascii_digit(low))
      slug += low;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

std::string format_number(int64_t number, const Locale& locale) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, thousands_separator(locale.language));
  }
  return digits;
}

std::string format_rating(int64_t tenths, const Locale& locale) {
  return fmt::format("{}{}{}", tenths / 10, decimal_separator(locale.language), tenths % 10);
}

std::string format_money(int64_t cents, const Locale& locale) {
  return symbol_first(locale) ? fmt::format("{}{}{}", symbol(locale.currency), symbol_space(locale),
                                            amount(cents, locale))
                              : fmt::format("{}{}{}", amount(cents, locale), symbol_space(locale),
                                            symbol(locale.currency));
}

std::string format_date(int64_t days_since_1970, const Locale& locale) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days_since_1970}}};
  const int year = static_cast<int>(date.year());
  const unsigned month = static_cast<unsigned>(date.month());
  const unsigned day = static_cast<unsigned>(date.day());
  const std::string_view name = in(locale.language, vocab::kMonths[month - 1]);
  if (locale.months_as_words) {
    if (locale.language == Language::kEnglish) return fmt::format("{} {}, {}", name, day, year);
    if (locale.language == Language::kGerman) return fmt::format("{}. {} {}", day, name, year);
    if (locale.language == Language::kSpanish)
      return fmt::format("{} de {} de {}", day, name, year);
    return fmt::format("{} {} {}", day, name, year);
  }
  if (locale.language == Language::kGerman) return fmt::format("{:02}.{:02}.{}", day, month, year);
  return fmt::format("{:02}/{:02}/{}", day, month, year);
}

std::vector<std::string> prose(uint64_t seed, unsigned paragraphs, Language language) {
  Random random(seed, "prose");
  std::vector<std::string> out;
  for (unsigned p = 0; p < paragraphs; ++p) {
    std::string text;
    for (int s = random.between(2, 5); s > 0; --s) {
      const std::string_view noun = in(language, random.pick(vocab::kNouns));
      std::string sentence(in(language, random.pick(vocab::kSentences)));
      sentence.replace(sentence.find("{}"), 2, noun);
      text += (text.empty() ? "" : " ") + sentence;
    }
    out.push_back(std::move(text));
  }
  return out;
}

std::string format_fact(const Fact& fact, const Locale& locale) {
  const AttributeSpec& spec = *fact.spec;
  if (!spec.terms.empty())
    return std::string(in(locale.language, spec.terms[static_cast<size_t>(fact.number)]));
  if (spec.kind == FactKind::kMoney) return format_money(fact.number, locale);
  if (spec.kind == FactKind::kRating) return format_rating(fact.number, locale);
  if (spec.kind == FactKind::kDate) return format_date(fact.number, locale);
  if (spec.kind != FactKind::kNumber) return fact.text;
  if (spec.name == "year_built") return std::to_string(fact.number);
  const std::string number = format_number(fact.number, locale);
  return fact.unit.empty() ? number : fmt::format("{} {}", number, fact.unit);
}

std::vector<std::string> format_parts(const Fact& fact, const Locale& locale) {
  if (fact.spec->kind == FactKind::kMoney) {
    std::vector<std::string> parts = {std::string(symbol(locale.currency)),
                                      amount(fact.number, locale)};
    if (!symbol_first(locale)) std::swap(parts[0], parts[1]);
    return parts;
  }
  if (fact.spec->kind == FactKind::kNumber && !fact.unit.empty()) {
    return {format_number(fact.number, locale), std::string(fact.unit)};
  }
  return {format_fact(fact, locale)};
}

}  // namespace weft::practice
