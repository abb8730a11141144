// Words to make items and prose of. Plain lists; content.cc puts them together.
#pragma once

#include <span>
#include <string_view>

#include "practice/options.h"

namespace weft::practice::vocabulary {

using Words = std::span<const std::string_view>;

extern const Words kFirstNames;
extern const Words kLastNames;
extern const Words kCities;
extern const Words kStreets;
extern const Words kBrands;
extern const Words kProductNouns;
extern const Words kProductAdjectives;
extern const Words kMaterials;
extern const Words kProductCategories;
extern const Words kCarMakes;  // "Volkswagen|Golf|Passat|Polo": a make and its models
extern const Words kTrims;
extern const Words kTopics;  // Of articles and research.
extern const Words kTopicVerbs;
extern const Words kShopFeatures;
extern const Words kHomeFeatures;
extern const Words kCarFeatures;

// By language.
Words colours(Language language);
Words fuels(Language language);
Words gearboxes(Language language);
Words property_types(Language language);
Words availabilities(Language language);
Words positions(Language language);
Words months(Language language);
// Sentences with {} where a noun goes.
Words sentences(Language language);
Words nouns(Language language);

}  // namespace weft::practice::vocabulary
