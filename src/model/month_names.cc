// Names are kept as stems that tell the months of all languages apart: a word is the month whose
// longest stem it begins with, if what follows is no longer than a declension ending. Full names
// that a stem would get wrong are listed whole, with a '$'.

#include "model/month_names.h"

#include <algorithm>
#include <cstddef>

namespace weft::model {
namespace {

constexpr std::ptrdiff_t kMaxEnding = 8;  // Characters: sep + tember, heinä + kuuta.

struct Stem {
  std::string_view text;  // Ends in '$': the word is exactly this.
  int month;
};

// en de fr es it pt nl sv da no fi pl cs sk hu ro hr tr ru uk el
constexpr Stem kStems[] = {
    {"jan", 1},
    {"j\xC3\xA4n", 1},
    {"gen$", 1},
    {"genn", 1},
    {"ene$", 1},
    {"ener", 1},
    {"tammi", 1},
    {"stycz", 1},
    {"sty$", 1},
    {"led$", 1},
    {"ledn", 1},
    {"leden", 1},
    {"ian", 1},
    {"sije\xC4\x8D", 1},
    {"oca$", 1},
    {"ocak", 1},
    {"\xD1\x8F\xD0\xBD\xD0\xB2", 1},
    {"\xD1\x81\xD1\x96\xD1\x87", 1},
    {"\xCE\xB9\xCE\xB1\xCE\xBD", 1},
    {"feb", 2},
    {"f\xC3\xA9v", 2},
    {"fev", 2},
    {"febb", 2},
    {"helmi", 2},
    {"lut$", 2},
    {"lut", 2},
    {"\xC3\xBAnor", 2},
    {"velja\xC4\x8D", 2},
    {"\xC5\x9Fub", 2},
    {"\xD1\x84\xD0\xB5\xD0\xB2", 2},
    {"\xD0\xBB\xD1\x8E\xD1\x82", 2},
    {"\xCF\x86\xCE\xB5\xCE\xB2", 2},
    {"\xCF\x86\xCE\xB5\xCE\xB2\xCF\x81", 2},
    {"mar$", 3},
    {"march", 3},
    {"mars", 3},
    {"m\xC3\xA4rz", 3},
    {"m\xC3\xA4r$", 3},
    {"mrz", 3},
    {"marz", 3},
    {"mar\xC3\xA7", 3},
    {"maart", 3},
    {"mrt", 3},
    {"marts", 3},
    {"maalis", 3},
    {"marzec", 3},
    {"marc", 3},
    {"b\xC5\x99"
     "ez",
     3},
    {"m\xC3\xA1rc", 3},
    {"mart", 3},
    {"o\xC5\xBEuj", 3},
    {"\xD0\xBC\xD0\xB0\xD1\x80", 3},
    {"\xD0\xB1\xD0\xB5\xD1\x80\xD0\xB5\xD0\xB7", 3},
    {"\xCE\xBC\xCE\xAC\xCF\x81", 3},
    {"\xCE\xBC\xCE\xB1\xCF\x81", 3},
    {"apr", 4},
    {"avr", 4},
    {"abr", 4},
    {"huhti", 4},
    {"kwie", 4},
    {"kwi$", 4},
    {"dub$", 4},
    {"dubn", 4},
    {"duben", 4},
    {"\xC3\xA1pr", 4},
    {"travan", 4},
    {"travn", 4},
    {"nis$", 4},
    {"nisan", 4},
    {"\xD0\xB0\xD0\xBF\xD1\x80", 4},
    {"\xD0\xBA\xD0\xB2\xD1\x96\xD1\x82", 4},
    {"\xCE\xB1\xCF\x80\xCF\x81", 4},
    {"may$", 5},
    {"mai$", 5},
    {"mayo", 5},
    {"mag$", 5},
    {"magg", 5},
    {"maio", 5},
    {"mei$", 5},
    {"maj$", 5},
    {"maja$", 5},
    {"touko", 5},
    {"kv\xC4\x9Bt", 5},
    {"kv\xC4\x9B$", 5},
    {"m\xC3\xA1j", 5},
    {"svib", 5},
    {"may\xC4\xB1s", 5},
    {"\xD0\xBC\xD0\xB0\xD0\xB9", 5},
    {"\xD0\xBC\xD0\xB0\xD1\x8F", 5},
    {"\xD1\x82\xD1\x80\xD0\xB0\xD0\xB2", 5},
    {"\xCE\xBC\xCE\xAC\xCE\xB9", 5},
    {"\xCE\xBC\xCE\xB1\xCE\x90", 5},
    {"\xCE\xBC\xCE\xB1\xCE\xB9", 5},
    {"jun", 6},
    {"juin", 6},
    {"giu$", 6},
    {"giugn", 6},
    {"kes\xC3\xA4", 6},
    {"czerw", 6},
    {"cze$", 6},
    {"\xC4\x8D"
     "erven$",
     6},
    {"\xC4\x8D"
     "ervna",
     6},
    {"j\xC3\xBAn", 6},
    {"iun", 6},
    {"lipanj", 6},
    {"lipnja", 6},
    {"haz$", 6},
    {"hazir", 6},
    {"\xD0\xB8\xD1\x8E\xD0\xBD", 6},
    {"\xD1\x87\xD0\xB5\xD1\x80\xD0\xB2", 6},
    {"\xCE\xB9\xCE\xBF\xCF\x8D\xCE\xBD", 6},
    {"\xCE\xB9\xCE\xBF\xCF\x85\xCE\xBD", 6},
    {"jul", 7},
    {"juil", 7},
    {"lug$", 7},
    {"lugl", 7},
    {"hein\xC3\xA4", 7},
    {"lipiec", 7},
    {"lipca", 7},
    {"lip$", 7},
    {"\xC4\x8D"
     "ervenec",
     7},
    {"\xC4\x8D"
     "ervence",
     7},
    {"j\xC3\xBAl", 7},
    {"iul", 7},
    {"srpanj", 7},
    {"srpnja", 7},
    {"tem$", 7},
    {"temmuz", 7},
    {"\xD0\xB8\xD1\x8E\xD0\xBB", 7},
    {"\xD0\xBB\xD0\xB8\xD0\xBF", 7},
    {"\xCE\xB9\xCE\xBF\xCF\x8D\xCE\xBB", 7},
    {"\xCE\xB9\xCE\xBF\xCF\x85\xCE\xBB", 7},
    {"aug", 8},
    {"ao\xC3\xBB", 8},
    {"aout", 8},
    {"ago", 8},
    {"elo$", 8},
    {"eloku", 8},
    {"sierp", 8},
    {"sie$", 8},
    {"srp$", 8},
    {"srpen", 8},
    {"srpna", 8},
    {"kolovoz", 8},
    {"a\xC4\x9Fu", 8},
    {"\xD0\xB0\xD0\xB2\xD0\xB3", 8},
    {"\xD1\x81\xD0\xB5\xD1\x80\xD0\xBF", 8},
    {"\xCE\xB1\xCF\x8D\xCE\xB3", 8},
    {"\xCE\xB1\xCF\x85\xCE\xB3", 8},
    {"sep", 9},
    {"set$", 9},
    {"sett", 9},
    {"setem", 9},
    {"syys", 9},
    {"wrze", 9},
    {"wrz$", 9},
    {"z\xC3\xA1\xC5\x99", 9},
    {"szept", 9},
    {"rujan", 9},
    {"rujna", 9},
    {"eyl", 9},
    {"\xD1\x81\xD0\xB5\xD0\xBD", 9},
    {"\xD0\xB2\xD0\xB5\xD1\x80\xD0\xB5\xD1\x81", 9},
    {"\xCF\x83\xCE\xB5\xCF\x80", 9},
    {"oct", 10},
    {"okt", 10},
    {"ott", 10},
    {"out$", 10},
    {"outub", 10},
    {"loka", 10},
    {"pa\xC5\xBA", 10},
    {"\xC5\x99\xC3\xADj", 10},
    {"listopada$", 11},
    {"eki", 10},
    {"\xD0\xBE\xD0\xBA\xD1\x82", 10},
    {"\xD0\xB6\xD0\xBE\xD0\xB2", 10},
    {"\xCE\xBF\xCE\xBA\xCF\x84", 10},
    {"nov", 11},
    {"marras", 11},
    {"listopad", 11},
    {"lis$", 11},
    {"studen", 11},
    {"kas\xC4\xB1m", 11},
    {"kas$", 11},
    {"\xD0\xBD\xD0\xBE\xD1\x8F", 11},
    {"\xD0\xBB\xD0\xB8\xD1\x81\xD1\x82", 11},
    {"\xCE\xBD\xCE\xBF\xCE", 11},
    {"noi$", 11},
    {"noiem", 11},
    {"dec", 12},
    {"dez", 12},
    {"d\xC3\xA9"
     "c",
     12},
    {"dic", 12},
    {"des$", 12},
    {"desem", 12},
    {"joulu", 12},
    {"grud", 12},
    {"gru$", 12},
    {"pros", 12},
    {"prosinac", 12},
    {"ara$", 12},
    {"aral\xC4\xB1k", 12},
    {"\xD0\xB4\xD0\xB5\xD0\xBA", 12},
    {"\xD0\xB3\xD1\x80\xD1\x83", 12},
    {"\xCE\xB4\xCE\xB5\xCE\xBA", 12},
};

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

bool matches(std::string_view word, std::string_view stem) {
  if (stem.ends_with('$')) return word == stem.substr(0, stem.size() - 1);
  if (!word.starts_with(stem)) return false;
  const std::string_view ending = word.substr(stem.size());
  return std::count_if(ending.begin(), ending.end(), is_first_byte) <= kMaxEnding;
}

}  // namespace

int month_of(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  size_t longest = 0;
  int month = 0;
  for (const Stem& stem : kStems) {
    const size_t size = stem.text.size();
    if (size > longest && matches(word, stem.text)) {
      longest = size;
      month = stem.month;
    }
  }
  return month;
}

}  // namespace weft::model
