// Features of blocks that may be fields of people. Each is a number; what they are is said in person_columns.inc.
// O(blocks × (columns + words)). Tested by person_test.cc.

#include "read/person_features.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "annotate/typed_values.h"
#include "base/enum_names.h"
#include "base/strings.h"
#include "read/blocks.h"
#include "read/email.h"
#include "read/features.h"
#include "read/person_words.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kBeforeWords = 3;  // Of the text before a block: the last ones may be its label.
constexpr size_t kFieldAncestors = 4;  // Up to which classes and links are looked for.
constexpr size_t kShortestInEmail = 3;

constexpr std::array<int, kNeighbourBlocks> kBesideOffsets = {-2, -1, 1, 2};

float flag(bool value) { return value ? 1 : 0; }
float part_of(double part, double whole) {
  return whole > 0 ? static_cast<float>(part / whole) : 0;
}

// What is known of the page before its blocks are looked at.
struct PageWords {
  std::vector<std::string> title;
  std::string host;  // Letters of the host's name: "acmeplumbing".
  std::string path;  // Of the URL, lower case.
  std::vector<std::string> emails;
  std::vector<std::string> holder;                  // Whose rights they are.
  std::unordered_map<std::string, uint32_t> times;  // By text.
};

PageWords words_of_page(const PersonPage& page) {
  PageWords words;
  words.title = plain_words_of(page.title);
  if (const auto parsed = url::Url::parse(page.url); parsed.ok()) {
    for (const char c : parsed->host.value_or("")) {
      if (is_ascii_alpha(c) || is_ascii_digit(c)) words.host += c;
    }
    words.path = ascii_lower(parsed->pathname());
  }
  for (const PersonBlock& block : page.blocks) {
    if (!block.email.empty())
      words.emails.push_back(ascii_lower(block.email.substr(0, block.email.find('@'))));
    if (block.holder)
      for (std::string& word : plain_words_of(block.text)) words.holder.push_back(std::move(word));
    if (!block.text.empty()) ++words.times[block.text];
  }
  return words;
}

// Where in the tree a block stands: what elements around it say.
struct Surroundings {
  bool link = false, mail = false, phone = false, heading = false, field_class = false;
};

Surroundings surroundings_of(const dom::Document& doc, NodeId node) {
  static const std::unordered_set<std::string_view> kFieldClasses = {
      "tel",      "phone",  "fax",    "email",     "adr",   "address", "street",
      "locality", "org",    "fn",     "name",      "role",  "title",   "jobtitle",
      "position", "postal", "region", "telephone", "photo", "staff",   "member"};
  Surroundings around;
  size_t steps = 0;
  for (NodeId n = node; n != dom::kNoNode && steps < kFieldAncestors; n = doc.parent(n), ++steps) {
    if (!doc.is_element(n)) continue;
    if (doc.name(n) == atoms::kA) {
      const std::string_view href = doc.attribute(n, atoms::kHref).value_or("");
      around.link = around.link || !href.empty();
      around.mail = around.mail || equals_ignoring_ascii_case(href.substr(0, 7), "mailto:");
      around.phone = around.phone || equals_ignoring_ascii_case(href.substr(0, 4), "tel:");
    }
    around.heading = around.heading || heading_level(doc.name(n)) > 0;
    if (steps <= 2)
      for_each_class_word(doc, n, [&](std::string_view word) {
        around.field_class = around.field_class || kFieldClasses.count(word) != 0;
      });
  }
  return around;
}

struct Labels {
  bool phone = false, fax = false, email = false, address = false, name = false,
       organization = false, position = false;
};

Labels labels_in(std::span<const std::string> words) {
  const auto has = [&](PersonWords list) { return count_of(list, words) > 0; };
  return {has(PersonWords::kPhoneLabel),   has(PersonWords::kFaxLabel),
          has(PersonWords::kEmailLabel),   has(PersonWords::kAddressLabel),
          has(PersonWords::kNameLabel),    has(PersonWords::kOrganizationLabel),
          has(PersonWords::kPositionLabel)};
}

bool has_typed(annotate::EntityType type, std::string_view text) {
  std::vector<annotate::Span> spans;
  annotate::find_typed(type, text, "", spans);
  return !spans.empty();
}

void fill_visual(float* row, const dom::Layout& layout, const PersonPage& page,
                 const PersonBlock& block, const dom::Style& page_style) {
  const dom::Box& box = layout.box(block.node);
  const VisualBlock& root = page.tree.front();
  const dom::Box whole = layout.box(root.node);
  const float center_x = box.left + box.width / 2, center_y = box.top + box.height / 2;
  const dom::Style& style = layout.style(block.node);
  row[kVisLeft] = box.left;
  row[kVisTop] = box.top;
  row[kVisCenterX] = center_x;
  row[kVisCenterY] = center_y;
  row[kVisRatioCenters] = part_of(center_x, center_y);
  row[kVisPageLeft] = box.left - whole.left;
  row[kVisPageTop] = box.top - whole.top;
  row[kVisPageCenterX] = center_x - (whole.left + whole.width / 2);
  row[kVisPageCenterY] = center_y - (whole.top + whole.height / 2);
  row[kVisRatioX] = part_of(center_x, whole.width);
  row[kVisRatioY] = part_of(center_y, whole.height);
  row[kVisDepth] = page.tree[block.leaf].features[static_cast<size_t>(VisualFeature::kNestedDepth)];
  row[kVisWidth] = box.width;
  row[kVisHeight] = box.height;
  row[kVisArea] = box.area();
  row[kVisPageArea] = part_of(box.area(), whole.area());
  row[kVisPageWidth] = part_of(box.width, whole.width);
  row[kVisPageHeight] = part_of(box.height, whole.height);
  row[kVisShape] = part_of(box.width, box.height);
  row[kVisFontSize] = style.font_size;
  row[kVisPageFontSize] = style.font_size - page_style.font_size;
  row[kVisFontStyle] = flag(style.italic);
  row[kVisFontWeight] = style.font_weight;
  row[kVisPageFontWeight] =
      static_cast<float>(style.font_weight) - static_cast<float>(page_style.font_weight);
  row[kVisAlign] = static_cast<float>(style.align);
  row[kVisVisible] = flag(layout.visible(block.node));
}

void fill_characters(float* row, const PersonBlock& block) {
  const std::string& text = block.text;
  size_t digits = 0, letters = 0, capitals = 0, words = 0, capitalised = 0, initials = 0;
  size_t longest = 0;
  std::string_view rest = text;
  bool last_capital = false;
  while (!rest.empty()) {
    const size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    if (word.empty()) continue;
    ++words;
    longest = std::max(longest, word.size());
    const size_t first = word.find_first_not_of("(\"'[");
    last_capital =
        first != std::string_view::npos && ((word[first] >= 'A' && word[first] <= 'Z') ||
                                            static_cast<unsigned char>(word[first]) >= 0xC3);
    capitalised += last_capital ? 1 : 0;
    initials += last_capital && word.size() == 2 && word[1] == '.' ? 1 : 0;
    if (words == 1) row[kConFirstCapital] = flag(last_capital);
  }
  for (const char c : text) {
    digits += is_ascii_digit(c) ? 1 : 0;
    letters += is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0xC3 ? 1 : 0;
    capitals += c >= 'A' && c <= 'Z' ? 1 : 0;
  }
  const auto count = [&](std::string_view signs) {
    return static_cast<float>(std::count_if(
        text.begin(), text.end(), [&](char c) { return signs.find(c) != std::string_view::npos; }));
  };
  row[kConCharacters] = static_cast<float>(text.size());
  row[kConWordCount] = static_cast<float>(words);
  row[kConDigits] = static_cast<float>(digits);
  row[kConDigitShare] = part_of(static_cast<double>(digits), static_cast<double>(text.size()));
  row[kConLetterShare] = part_of(static_cast<double>(letters), static_cast<double>(text.size()));
  row[kConCapitalShare] = part_of(static_cast<double>(capitals), static_cast<double>(letters));
  row[kConCapitalised] = part_of(static_cast<double>(capitalised), static_cast<double>(words));
  row[kConLastCapital] = flag(last_capital);
  row[kConLongestWord] = static_cast<float>(longest);
  row[kConLowerWords] = static_cast<float>(words - capitalised);
  row[kConInitials] = static_cast<float>(initials);
  row[kConCommas] = count(",");
  row[kConHyphens] = count("-");
  row[kConBrackets] = count("()[]");
  row[kConEndsStop] = flag(!text.empty() && text.back() == '.');
  row[kConEndsColon] = flag(!text.empty() && text.back() == ':');
  row[kConHasAt] = flag(text.find('@') != std::string::npos);
  row[kConStartsNumber] = flag(!text.empty() && is_ascii_digit(text.front()));
}

void fill_forms(float* row, const PersonBlock& block) {
  using annotate::EntityType;
  row[kConIsEmail] = flag(!block.email.empty());
  row[kConIsPhone] = flag(block.phone);
  row[kConHasUrl] = flag(has_typed(EntityType::kUrl, block.text));
  row[kConHasStreet] = flag(has_typed(EntityType::kAddress, block.text));
  row[kConHasPostcode] = flag(has_typed(EntityType::kPostcode, block.text));
  row[kConHasMoney] = flag(has_typed(EntityType::kMoney, block.text));
  row[kConPersonForm] = flag(has_typed(EntityType::kPerson, block.text));
  for (size_t i = 0; i + 4 <= block.text.size(); ++i) {
    const std::string_view four = std::string_view(block.text).substr(i, 4);
    const bool year = (four.substr(0, 2) == "19" || four.substr(0, 2) == "20") &&
                      is_ascii_digit(four[2]) && is_ascii_digit(four[3]);
    const bool alone = (i == 0 || !is_ascii_digit(block.text[i - 1])) &&
                       (i + 4 == block.text.size() || !is_ascii_digit(block.text[i + 4]));
    if (year && alone) row[kConHasYear] = 1;
  }
}

void fill_words(float* row, std::span<const std::string> words) {
  const auto count = [&](PersonWords list) { return static_cast<float>(count_of(list, words)); };
  row[kConFunctionShare] =
      part_of(count(PersonWords::kFunction), static_cast<double>(words.size()));
  row[kConGivenNames] = count(PersonWords::kGiven);
  row[kConHonorifics] = count(PersonWords::kHonorific);
  row[kConDegrees] = count(PersonWords::kDegree);
  row[kConRoles] = count(PersonWords::kRole);
  row[kConRoleShare] = part_of(row[kConRoles], static_cast<double>(words.size()));
  row[kConOrganizations] = count(PersonWords::kOrganization);
  row[kConStreets] = count(PersonWords::kStreet);
  row[kConRooms] = count(PersonWords::kRoom);
  row[kConStates] = count(PersonWords::kState);
  row[kConStateCodes] = count(PersonWords::kStateCode);
  row[kConCountries] = count(PersonWords::kCountry);
  row[kConTimes] = count(PersonWords::kTime);
  if (words.empty()) return;
  row[kConGivenFirst] = flag(is_in(PersonWords::kGiven, words.front()));
  row[kConRoleFirst] = flag(is_in(PersonWords::kRole, words.front()));
  row[kConRoleLast] = flag(is_in(PersonWords::kRole, words.back()));
  row[kConOrganizationFirst] = flag(is_in(PersonWords::kOrganization, words.front()));
  row[kConOrganizationLast] = flag(is_in(PersonWords::kOrganization, words.back()));
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  row[kConMenuWords] = flag(is_in(PersonWords::kMenu, all));
  row[kConCopyright] =
      flag(all.find("©") != std::string::npos || all.find("copyright") != std::string::npos);
}

void fill_page(float* row, const PersonBlock& block, std::span<const std::string> words,
               const PageWords& page) {
  size_t in_title = 0, in_holder = 0;
  std::string letters;
  const auto has = [](const std::vector<std::string>& all, const std::string& word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  for (const std::string& word : words) {
    in_title += has(page.title, word) ? 1 : 0;
    in_holder += has(page.holder, word) ? 1 : 0;
    for (const char c : word) {
      if (is_ascii_alpha(c) || is_ascii_digit(c)) letters += c;
    }
  }
  row[kConTitleShare] = part_of(static_cast<double>(in_title), static_cast<double>(words.size()));
  row[kConHolder] = flag(block.holder);
  row[kConHolderShare] = part_of(static_cast<double>(in_holder), static_cast<double>(words.size()));
  row[kConTitleStart] = flag(!words.empty() && words.size() <= page.title.size() &&
                             std::equal(words.begin(), words.end(), page.title.begin()));
  row[kConInHost] = flag(letters.size() >= 4 && page.host.find(letters) != std::string::npos);
  row[kConInUrl] = flag(!words.empty() && words.back().size() >= kShortestInEmail &&
                        page.path.find(words.back()) != std::string::npos);
  for (const std::string& word : words) {
    if (word.size() < kShortestInEmail || block.text.size() > 60) continue;
    const bool found = std::any_of(page.emails.begin(), page.emails.end(), [&](const auto& local) {
      return local.find(word) != std::string::npos;
    });
    if (found) row[kConInEmail] = 1;
  }
  const auto times = page.times.find(block.text);
  row[kConRepeated] = times == page.times.end() ? 0 : static_cast<float>(times->second);
}

void fill_picture(float* row, const dom::Document& doc, const PersonBlock& block,
                  const PageWords& page) {
  row[kConIsPicture] = 1;
  const std::string src = ascii_lower(doc.attribute(block.node, atoms::kSrc).value_or(""));
  const std::string_view file = std::string_view(src).substr(src.rfind('/') + 1);
  std::string parted;  // Words of the file's name.
  for (const char c : file) parted += is_ascii_alpha(c) ? c : ' ';
  std::vector<std::string> words = plain_words_of(parted);
  row[kConPortraitName] = static_cast<float>(count_of(PersonWords::kPortrait, words));
  row[kConDecorationName] = static_cast<float>(count_of(PersonWords::kDecoration, words));
  for (std::string& word : plain_words_of(block.text)) words.push_back(std::move(word));
  row[kConPictureTitle] =
      flag(std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return word.size() >= kShortestInEmail &&
               std::find(page.title.begin(), page.title.end(), word) != page.title.end();
      }));
}

// Labels of the blocks beside one: the last words before it, the first behind it on its line.
struct Beside {
  Labels before, behind;
};

std::vector<Beside> labels_beside(const PersonPage& page,
                                  std::span<const std::vector<std::string>> words) {
  std::vector<Beside> beside(words.size());
  size_t numbers_before = 0, numbers_behind = 0;
  for (size_t b = 0; b < words.size(); ++b) {
    if (b > 0) {
      const std::span<const std::string> last(words[b - 1]);
      beside[b].before = labels_in(last.last(std::min(last.size(), kBeforeWords)));
    }
    if (b + 1 < words.size() && !page.blocks[b + 1].line_start) {
      const std::span<const std::string> next(words[b + 1]);
      beside[b].behind = labels_in(next.first(std::min<size_t>(next.size(), 2)));
    }
    if (!page.blocks[b].phone) continue;
    const bool before = beside[b].before.phone || beside[b].before.fax;
    const bool behind = beside[b].behind.phone || beside[b].behind.fax;
    numbers_before += before && !behind ? 1 : 0;
    numbers_behind += behind && !before ? 1 : 0;
  }
  // "202.299.1148 fax, 202.299.1149 voice": where labels follow their numbers, the one before is another number's.
  for (size_t b = 0; b < words.size(); ++b) {
    if (!page.blocks[b].phone) continue;
    Labels& wrong = numbers_behind > numbers_before ? beside[b].before : beside[b].behind;
    const Labels& right = numbers_behind > numbers_before ? beside[b].behind : beside[b].before;
    if (right.phone || right.fax) wrong.phone = wrong.fax = false;
  }
  return beside;
}

void fill_labels(float* row, const Beside& beside) {
  row[kConPhoneLabel] = flag(beside.before.phone);
  row[kConFaxLabel] = flag(beside.before.fax);
  row[kConEmailLabel] = flag(beside.before.email);
  row[kConAddressLabel] = flag(beside.before.address);
  row[kConNameLabel] = flag(beside.before.name);
  row[kConOrganizationLabel] = flag(beside.before.organization);
  row[kConPositionLabel] = flag(beside.before.position);
  row[kConFaxBehind] = flag(beside.behind.fax);
  row[kConPhoneBehind] = flag(beside.behind.phone);
}

std::vector<std::string> own_column_names() {
  const std::vector<std::string> all = person_column_names();
  std::vector<std::string> names;
  for (const size_t column : kRelativeVisual) names.push_back(all[column]);
  names.insert(names.end(), all.begin() + kVisualColumns, all.end());
  return names;
}

// Returns the end of what was written.
float* copy_own(const float* row, float* out) {
  for (const size_t column : kRelativeVisual) *out++ = row[column];
  return std::copy_n(row + kVisualColumns, kContentColumns, out);
}

}  // namespace

std::vector<std::string> person_column_names() {
  return {
#define WEFT_VISUAL(identifier, name) name,
#define WEFT_CONTENT(identifier, name) name,
#include "read/person_columns.inc"
#undef WEFT_VISUAL
#undef WEFT_CONTENT
  };
}

std::vector<float> person_rows(const dom::Document& doc, const dom::Layout& layout,
                               const PersonPage& page) {
  std::vector<float> rows(page.blocks.size() * kPersonColumns);
  if (page.blocks.empty()) return rows;
  const PageWords page_words = words_of_page(page);
  const dom::Style page_style = layout.style(page.tree.front().node);
  std::vector<std::vector<std::string>> words(page.blocks.size());
  for (size_t b = 0; b < page.blocks.size(); ++b) words[b] = plain_words_of(page.blocks[b].text);
  const std::vector<Beside> beside = labels_beside(page, words);
  for (size_t b = 0; b < page.blocks.size(); ++b) {
    const PersonBlock& block = page.blocks[b];
    float* row = rows.data() + b * kPersonColumns;
    const Surroundings around = surroundings_of(doc, block.node);
    fill_visual(row, layout, page, block, page_style);
    row[kVisLink] = flag(around.link);
    fill_characters(row, block);
    fill_forms(row, block);
    fill_words(row, words[b]);
    fill_page(row, block, words[b], page_words);
    row[kConPlace] = part_of(static_cast<double>(b), static_cast<double>(page.blocks.size()));
    row[kConInHeading] = flag(around.heading);
    row[kConLineStart] = flag(block.line_start);
    row[kConMailLink] = flag(around.mail);
    row[kConPhoneLink] = flag(around.phone);
    row[kConFieldClass] = flag(around.field_class);
    if (block.picture) fill_picture(row, doc, block, page_words);
    fill_labels(row, beside[b]);
  }
  return rows;
}

std::vector<std::string> wide_column_names() {
  std::vector<std::string> names = own_column_names();
  for (const char* place : {"-2", "-1", "+1", "+2"}) {
    for (size_t c = 0; c < kContentColumns; ++c)
      names.push_back(fmt::format("{} {}", place, names[kRelativeVisual.size() + c]));
  }
  return names;
}

std::vector<float> with_neighbours(std::span<const float> rows) {
  const size_t blocks = rows.size() / kPersonColumns;
  std::vector<float> wide(blocks * kWideColumns);
  for (size_t b = 0; b < blocks; ++b) {
    float* out = wide.data() + b * kWideColumns;
    out = copy_own(rows.data() + b * kPersonColumns, out);
    for (const int offset : kBesideOffsets) {
      const int64_t other = static_cast<int64_t>(b) + offset;
      if (other >= 0 && other < static_cast<int64_t>(blocks))
        std::copy_n(rows.data() + static_cast<size_t>(other) * kPersonColumns + kVisualColumns,
                    kContentColumns, out);
      out += kContentColumns;
    }
  }
  return wide;
}

std::vector<std::string> second_column_names() {
  std::vector<std::string> names = own_column_names();
  for (const char* whose : {"own", "-2", "-1", "+1", "+2", "path", "page"}) {
    for (size_t i = 0; i < kPersonFields; ++i)
      names.push_back(fmt::format("{} {}", whose, name_of(static_cast<PersonField>(i))));
  }
  names.emplace_back("blocks of the path");
  return names;
}

std::vector<float> second_rows(const PersonPage& page, std::span<const float> rows,
                               std::span<const std::array<float, kPersonFields>> first) {
  using Scores = std::array<float, kPersonFields>;
  struct Sum {
    Scores scores = {};
    float blocks = 0;
  };
  std::unordered_map<uint64_t, Sum> paths;
  Scores most = {};
  for (size_t b = 0; b < first.size(); ++b) {
    Sum& sum = paths[page.blocks[b].path];
    ++sum.blocks;
    for (size_t i = 0; i < kPersonFields; ++i) {
      sum.scores[i] += first[b][i];
      most[i] = std::max(most[i], first[b][i]);
    }
  }
  std::vector<float> second(first.size() * kSecondColumns);
  for (size_t b = 0; b < first.size(); ++b) {
    float* out = second.data() + b * kSecondColumns;
    out = copy_own(rows.data() + b * kPersonColumns, out);
    out = std::copy(first[b].begin(), first[b].end(), out);
    for (const int offset : kBesideOffsets) {
      const int64_t other = static_cast<int64_t>(b) + offset;
      if (other >= 0 && other < static_cast<int64_t>(first.size()))
        std::copy(first[static_cast<size_t>(other)].begin(),
                  first[static_cast<size_t>(other)].end(), out);
      out += kPersonFields;
    }
    // Of the path without the block itself.
    const Sum& sum = paths[page.blocks[b].path];
    for (size_t i = 0; i < kPersonFields; ++i)
      *out++ = sum.blocks > 1 ? (sum.scores[i] - first[b][i]) / (sum.blocks - 1) : 0;
    out = std::copy(most.begin(), most.end(), out);
    *out = sum.blocks;
  }
  return second;
}

}  // namespace weft::read
