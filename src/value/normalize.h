// Values as text on a page, into values that compare: ISO 4217, ISO 8601, E.164, absolute URLs.
//
//   normalize(ValueType::kMoney, "ab 1.299,– €")        -> "EUR 1299.00"
//   normalize(ValueType::kDate, "Di., 12. März 2024")   -> "2024-03-12"
//
// Each function finds the first value of its type in the text and gives nothing when there is none;
// nothing is guessed that the text or the context does not say. Two texts that mean the same value
// normalise to the same bytes.
//
// Threads: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/type.h"

namespace weft::value {

// What is known around the value and decides what it says.
struct NormalizeContext {
  std::string_view base_url;  // For relative references.
  std::string_view language;  // Of the page, BCP 47: "de", "en-GB". Empty when nobody knows.
  std::string_view country;  // ISO 3166 of the site, "DE": plain "$", "kr", national phone numbers.
  std::string_view currency;  // ISO 4217 that the page says its prices are in: plain "$", "kr".
  const std::vector<std::string>* values = nullptr;  // What an enum allows.
};

// The typed form, or nothing if the text holds no such value. Text and addresses: white space
// folded.
std::optional<std::string> normalize(ValueType type, std::string_view text,
                                     const NormalizeContext& context = {});

// A decimal without group separators: "-1234.5". Knows 1,234.5 · 1.234,5 · 1 234,5 · 1'234.5 ·
// 1,23,456, and "1.2k", "3 million". One separator before exactly three digits is a group's, except
// that a page in a language with decimal points reads 1.234 as a fraction.
std::optional<std::string> normalize_number(std::string_view text,
                                            const NormalizeContext& context = {});

// "EUR 12.50": the currency, and the amount with at least its minor digits. Without a currency the
// amount alone.
std::optional<std::string> normalize_money(std::string_view text,
                                           const NormalizeContext& context = {});

// "2024-03-12", "2024-03" or "2024"; with the time if the text has one: "2024-03-12T14:30+01:00".
// Month names of about twenty European languages; 03/04/2024 is month first only for American pages
// (and for pages of which nothing is known), day first elsewhere.
std::optional<std::string> normalize_date(std::string_view text,
                                          const NormalizeContext& context = {});
// "14:30" or "14:30:15", with offset if there is one.
std::optional<std::string> normalize_time(std::string_view text);
// "PT1H30M". "90 minutes" and "1:30:00" give the same.
std::optional<std::string> normalize_duration(std::string_view text);

// E.164: "+4930123456". A national number needs context.country.
std::optional<std::string> normalize_phone(std::string_view text,
                                           const NormalizeContext& context = {});
std::optional<std::string> normalize_email(std::string_view text);
// "true" or "false", from yes and no in several languages, ticks and crosses, and stock phrases.
std::optional<std::string> normalize_boolean(std::string_view text);
// The allowed value that equals the text, or the only one that occurs in it as whole words.
std::optional<std::string> normalize_enum(std::string_view text,
                                          const std::vector<std::string>& values);
// Absolute against the base; nothing when it cannot be, or for javascript: and data:.
std::optional<std::string> normalize_url(std::string_view text, std::string_view base_url);

}  // namespace weft::value
