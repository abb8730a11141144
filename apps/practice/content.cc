#include "practice/content.h"

#include <algorithm>

#include <fmt/format.h>

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

std::vector<std::string> some_of(Random& random, vocab::Words words, int low, int high) {
  std::vector<std::string> all(words.begin(), words.end());
  random.shuffle(all);
  all.resize(std::min<size_t>(all.size(), static_cast<size_t>(random.between(low, high))));
  return all;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
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
    item_.slug = slug_of(item_.title()) + "-" + item_.id;
    item_.review_count = drifting("reviews").below(120) + options_.drift;
    add_offers();
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
    const auto make_and_models = split(random_.pick(vocab::kCarMakes), '|');
    make_ = make_and_models[0];
    model_ = make_and_models[1 + random_.below(static_cast<uint32_t>(make_and_models.size() - 1))];
    brand_ = random_.pick(vocab::kBrands);
    city_ = random_.pick(vocab::kCities);
    street_ = fmt::format("{} {}", random_.between(1, 180), random_.pick(vocab::kStreets));
    person_ = person(random_);
    bedrooms_ = random_.between(1, 6);
  }

  void add(const AttributeSpec& spec) {
    Random random(options_.seed, spec.name, number_);
    if (!random.chance(spec.presence)) return;
    Fact fact;
    fact.spec = &spec;
    fill(fact, random);
    item_.facts.push_back(std::move(fact));
  }

  void fill(Fact& fact, Random& random) {
    switch (fact.spec->kind) {
      case FactKind::kMoney:
        fact.number = money(fact.spec->name);
        break;
      case FactKind::kNumber:
        fill_number(fact, random);
        break;
      case FactKind::kDate:
        fact.number = kEpochOfSite - random.between(20, 3000);
        break;
      case FactKind::kList:
        fill_list(fact, random);
        break;
      case FactKind::kEmail:
        fact.text = slug_of(person_) + "@dept.example.org";
        break;
      case FactKind::kPhone:
        fact.text = phone(random);
        break;
      case FactKind::kImage:
        fact.text = fmt::format("/media/{}/{:x}.jpg", item_.id, random.below(1 << 24));
        break;
      case FactKind::kRating:
        fact.number = drifting("rating").between(18, 50);
        break;
      case FactKind::kProse:
        fact.number = static_cast<int64_t>(random.next() >> 8);
        break;
      case FactKind::kText:
        fill_text(fact, random);
        break;
    }
  }

  [[nodiscard]] int64_t money(std::string_view name) const {
    Random base(options_.seed, "price", number_);
    Random now = drifting("price");
    int64_t cents = 0;
    switch (options_.domain) {
      case Domain::kEstate:
        cents = int64_t{base.between(95, 950)} * 100'000;
        break;
      case Domain::kCars:
        cents = int64_t{base.between(29, 480)} * 10'000 - 1'000;
        break;
      default:
        cents = int64_t{base.between(4, 900)} * 100 + 99 - base.below(3) * 49;
        break;
    }
    if (options_.drift != 0) cents = cents * now.between(88, 106) / 100 / step() * step();
    return name == "was_price" ? cents * base.between(112, 140) / 100 / step() * step() : cents;
  }

  // Prices are multiples of it.
  [[nodiscard]] int64_t step() const { return options_.domain == Domain::kShop ? 1 : 10'000; }

  void fill_number(Fact& fact, Random& random) {
    const std::string_view name = fact.spec->name;
    if (name == "weight")
      fact.number = random.between(1, 60), fact.unit = "kg";
    else if (name == "warranty")
      fact.number = random.between(1, 5) * 12, fact.unit = "mths";
    else if (name == "bedrooms")
      fact.number = bedrooms_;
    else if (name == "bathrooms")
      fact.number = random.between(1, std::max(1, bedrooms_ - 1));
    else if (name == "area")
      fact.number = 28 * bedrooms_ + random.between(5, 60), fact.unit = "m²";
    else if (name == "year_built")
      fact.number = random.between(1895, 2016);
    else if (name == "mileage")
      fact.number = random.between(3, 220) * 1000 + random.between(0, 999), fact.unit = "km";
    else if (name == "power")
      fact.number = random.between(44, 220), fact.unit = "kW";
    else
      fact.number = random.between(1, 4);
  }

  void fill_list(Fact& fact, Random& random) {
    const std::string_view name = fact.spec->name;
    if (name == "authors") {
      for (int i = random.between(1, 4); i > 0; --i) fact.list.push_back(person(random));
      return;
    }
    const vocab::Words words = options_.domain == Domain::kShop     ? vocab::kShopFeatures
                               : options_.domain == Domain::kEstate ? vocab::kHomeFeatures
                               : options_.domain == Domain::kCars   ? vocab::kCarFeatures
                                                                    : vocab::kTopics;
    fact.list = some_of(random, words, 2, 6);
  }

  void fill_text(Fact& fact, Random& random) {
    const std::string_view name = fact.spec->name;
    if (name == "title" || name == "name")
      fact.text = title(random);
    else if (name == "brand")
      fact.text = brand_;
    else if (name == "sku")
      fact.text =
          fmt::format("{}-{:05}", static_cast<char>('A' + random.below(26)), random.below(100'000));
    else if (name == "material")
      fact.text = random.pick(vocab::kMaterials);
    else if (name == "make")
      fact.text = make_;
    else if (name == "model")
      fact.text = model_;
    else if (name == "address")
      fact.text = fmt::format("{}, {}", street_, city_);
    else if (name == "postcode")
      fact.text = fmt::format("{:05}", random.between(1000, 98999));
    else if (name == "agent")
      fact.text = fmt::format("{} & Partner", person_);
    else if (name == "location")
      fact.text = fmt::format("{:05} {}", random.between(1000, 98999), city_);
    else if (name == "pages")
      fact.text = fmt::format("{}–{}", number_ * 12 + 1, number_ * 12 + 1 + random.below(20));
    else if (name == "doi")
      fact.text = fmt::format("10.5555/{}.{}", random.between(1000, 9999), item_.id);
    else if (name == "office")
      fact.text =
          fmt::format("{}.{:03}", static_cast<char>('A' + random.below(5)), random.below(400));
    else
      choose_word(fact, name, random);
  }

  void choose_word(Fact& fact, std::string_view name, Random& random) {
    if (name == "colour")
      fact.words = vocab::colours;
    else if (name == "fuel")
      fact.words = vocab::fuels;
    else if (name == "transmission")
      fact.words = vocab::gearboxes;
    else if (name == "property_type")
      fact.words = vocab::property_types;
    else if (name == "position")
      fact.words = vocab::positions;
    else
      fact.words = vocab::availabilities;
    const auto count = static_cast<uint32_t>(fact.words(Language::kEnglish).size());
    fact.number = fact.spec->constant ? random.below(count) : drifting(name).below(count);
  }

  std::string title(Random& random) {
    switch (options_.domain) {
      case Domain::kShop:
        return fmt::format("{} {} {}", random.pick(vocab::kProductAdjectives),
                           random.pick(vocab::kProductNouns), random.between(10, 990));
      case Domain::kEstate:
        return fmt::format("{} · {}", city_, street_);
      case Domain::kCars:
        return fmt::format("{} {} {}", make_, model_, random.pick(vocab::kTrims));
      case Domain::kJournal:
        return fmt::format("{} {} in {}", random.pick(vocab::kTopicVerbs),
                           random.pick(vocab::kTopics), city_);
      case Domain::kDepartment:
        break;
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
    item.slug = slug_of(item.title()) + "-" + item.id;
  }
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
  switch (options.domain) {
    case Domain::kShop:
      return {vocab::kProductCategories.begin(), vocab::kProductCategories.begin() + 3};
    case Domain::kEstate:
      return {"Buy", "New homes"};
    case Domain::kCars:
      return {"Used", "Nearly new"};
    case Domain::kJournal:
      return {"Vol 12 No 1", "Vol 12 No 2"};
    case Domain::kDepartment:
      break;
  }
  return {"Staff"};
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

}  // namespace weft::practice
