// What a page states about itself, from all who say it. Sources are asked in the order of how often they were right on the sets
// `articles` and `news`; the first answer that looks like one counts, and those who contradict it are named.
//
//   title    the h1 that shares most words with <title> or og:title, a lower heading where that h1 is the site's name; og:title or
//            <title> without the site's name; headline of JSON-LD
//   author   JSON-LD, meta, itemprop, rel=author, an element named author or byline, "by …"
//   date     meta, JSON-LD, itemprop, <time>, an element named date, the URL, a short line below the title
//
// Author and date belong to articles and forums; on other pages only those that stand in meta or JSON-LD of an article count.
//
// Tested by article_test.cc.

#include "read/statements.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "base/strings.h"
#include "dom/text.h"
#include "url/host.h"
#include "url/url.h"
#include "value/normalize.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxAuthorBytes = 120;
constexpr size_t kMaxAuthorWords = 14;
constexpr uint32_t kMaxBylineNodes = 200;  // Larger elements hold more than an author or a date.

// How often each kind of source was right where it said something (READ-set figures, rounded down).
constexpr double kFromData = 0.9;
constexpr double kFromMarkup = 0.85;
constexpr double kFromText = 0.75;

std::vector<uint64_t> word_keys(std::string_view text) {
  std::vector<uint64_t> words;
  for_each_word(text, [&](std::string_view word) { words.push_back(ml::TokenTable::key(word)); });
  return words;
}

// The share of a's words that b has.
double covered(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  if (a.empty()) return 0;
  const auto known = std::count_if(a.begin(), a.end(), [&](uint64_t word) {
    return std::find(b.begin(), b.end(), word) != b.end();
  });
  return static_cast<double>(known) / static_cast<double>(a.size());
}

bool is_article_type(std::string_view type) {
  return type.ends_with("Article") || type == "BlogPosting" || type == "Report" ||
         type == "DiscussionForumPosting" || type == "Question" || type == "SocialMediaPosting" ||
         type == "LiveBlogPosting" || type == "Review";
}

}  // namespace

std::vector<const Json*> article_objects(const StructuredData& data) {
  std::vector<const Json*> objects, others;
  for (const Json& top : data.json_ld) {
    for (const Json* object : objects_in(top)) {
      const std::vector<std::string> types = types_of(*object);
      const bool is = std::any_of(types.begin(), types.end(), is_article_type);
      const bool page = std::find(types.begin(), types.end(), "WebPage") != types.end();
      if (is) objects.push_back(object);
      if (!is && page) others.push_back(object);
    }
  }
  objects.insert(objects.end(), others.begin(), others.end());
  return objects;
}

namespace {

// What a site's title puts between its page and itself.
constexpr std::string_view kMarks[] = {" | ", " - ", " – ", " — ", " :: ", " » ", " · ", " • "};

struct Ends {
  std::string_view head,
      tail;  // Before the first mark and behind the last; both empty if there is none.
};
Ends ends_of(std::string_view title) {
  size_t first = title.size(), last = 0, behind = 0;
  for (const std::string_view mark : kMarks) {
    const size_t found = title.find(mark);
    if (found == std::string_view::npos) continue;
    first = std::min(first, found);
    if (const size_t again = title.rfind(mark); again + mark.size() > behind)
      last = again, behind = last + mark.size();
  }
  if (behind == 0) return {};
  return {trim(title.substr(0, first)), trim(title.substr(behind))};
}

// Whether a text is the site's name: what the page says it is, or with the name of the domain in it: "REI Co-op" on rei.com.
bool names_site(std::string_view text, const PageReading& reading) {
  const std::string_view site = reading.data.meta_content("og:site_name");
  if (!site.empty() && equals_ignoring_ascii_case(trim(text), site)) return true;
  constexpr size_t kLeast = 3;
  const auto parsed = url::Url::parse(reading.facts.url);
  if (!parsed.ok()) return false;
  const std::string domain = url::registrable_domain(parsed->host.value_or(""));
  const std::string_view name = std::string_view(domain).substr(0, domain.find('.'));
  std::string letters;
  for (const char c : text) {
    if (is_ascii_alpha(c) || is_ascii_digit(c)) letters += ascii_lower(c);
  }
  return name.size() >= kLeast && letters.find(name) != std::string::npos;
}

// A title less the site's name: "Tea is back | The Shop" with og:site_name "The Shop", or cut at the last mark if
// what is cut is short.
std::string without_site(std::string_view title, const PageReading& reading) {
  for (const std::string_view mark : kMarks) {
    const size_t last = title.rfind(mark);
    if (last == std::string_view::npos) continue;
    const std::string_view head = title.substr(0, last), tail = title.substr(last + mark.size());
    if (names_site(tail, reading)) return std::string(trim(head));
    const std::string_view site = reading.data.meta_content("og:site_name");
    const size_t first = title.find(mark);
    if (!site.empty() && equals_ignoring_ascii_case(trim(title.substr(0, first)), site))
      return std::string(trim(title.substr(first + mark.size())));
    if (word_keys(tail).size() <= 5 && word_keys(tail).size() < word_keys(head).size())
      return std::string(trim(head));
  }
  return std::string(title);
}

Fact find_title(const PageReading& reading) {
  const PageFacts& facts = reading.facts;
  const std::vector<uint64_t> title = word_keys(facts.title), og = word_keys(facts.og_title);
  const Ends ends = ends_of(facts.title);
  const std::vector<uint64_t> head = word_keys(ends.head), tail = word_keys(ends.tail);
  Fact best_h1, head_below;
  bool is_head = false, is_tail = false;
  double best = -1;
  for (const Block& block : reading.blocks.blocks) {
    if (block.heading == 0 || block.heading > 3 || block.hidden == 2 || block.words() == 0)
      continue;
    const auto own = std::vector<uint64_t>(reading.blocks.words.begin() + block.words_begin,
                                           reading.blocks.words.begin() + block.words_end);
    const auto fact = [&](const char* source, double confidence) {
      return Fact{block_text(reading.page.document, block), source, block.node, confidence};
    };
    if (block.heading > 1) {
      if (own == head && !head_below.found()) head_below = fact("h2", 0.8);
      continue;
    }
    const double match = std::max(covered(own, title), covered(own, og)) +
                         0.2 * std::max(covered(title, own), covered(og, own)) +
                         (own == head ? 1 : 0);
    if (match > best) {
      best = match;
      best_h1 = fact("h1", 0);
      is_head = own == head;
      is_tail = own == tail;
    }
  }
  // "Pump is loud - The Pump Forum": an h1 that is the forum's name is not the page's.
  if (is_tail && head_below.found()) return head_below;
  const bool sure = is_head && !names_site(best_h1.value, reading);
  if (sure || (best >= 0.6 && word_keys(best_h1.value).size() >= 2)) {
    best_h1.confidence = 0.85;
    return best_h1;
  }
  if (!facts.og_title.empty())
    return {without_site(facts.og_title, reading), "meta", dom::kNoNode, 0.7};
  for (const Json* object : reading.articles) {
    const std::string headline = text_value((*object)["headline"]);
    if (!headline.empty()) return {headline, "json-ld", dom::kNoNode, 0.75};
  }
  if (best_h1.found()) {
    best_h1.confidence = 0.6;
    return best_h1;
  }
  if (!facts.title.empty()) return {without_site(facts.title, reading), "title", dom::kNoNode, 0.5};
  return {};
}

// --- authors ---

// Without the words that pages of thirty languages put beside a name: "by Ann", "Posted by: Ann", "Autor: Ann", "안나 기자".
// Letters beyond ASCII are given in both cases.
std::string_view without_by(std::string_view text) {
  static constexpr std::string_view kBefore[] = {
      "by ",        "by: ",       "posted ",     "written ",      "author ",       "author: ",
      "authors: ",  "reporter: ", "story by ",   "words by ",     "published by ", "text: ",
      "von ",       "autor: ",    "autor ",      "autorin: ",     "redaktion: ",   "par ",
      "auteur : ",  "auteur: ",   "por ",        "escrito por ",  "texto: ",       "di ",
      "a cura di ", "autore: ",   "scritto da ", "door ",         "auteur ",       "tekst: ",
      "af ",        "av ",        "skrevet av ", "kirjoittaja: ", "teksti: ",      "autorka: ",
      "szerző: ",   "írta: ",     "Írta: ",      "yazan: ",       "yazar: ",       "haber: ",
      "oleh ",      "oleh: ",     "penulis: ",   "tác giả: ",     "scris de ",     "autori: ",
      "от ",        "От ",        "автор: ",     "Автор: ",       "автор ",        "Автор ",
      "текст: ",    "Текст: ",    "του ",        "Του ",          "της ",          "Της ",
      "بقلم: ",     "بقلم ",      "كتب: ",       "מאת: ",         "מאת ",          "作者：",
      "作者:",      "文/",        "文／",        "文：",          "文・",          "著者：",
      "執筆：",     "记者：",     "글 "};
  static constexpr std::string_view kAfter[] = {" 기자", "記者", " 记者"};
  bool again = true;
  while (again) {
    again = false;
    text = trim(text);
    for (const std::string_view word : kBefore) {
      if (text.size() > word.size() &&
          equals_ignoring_ascii_case(text.substr(0, word.size()), word)) {
        text.remove_prefix(word.size());
        again = true;
      }
    }
    for (const std::string_view word : kAfter) {
      if (text.size() <= word.size() || !text.ends_with(word)) continue;
      text.remove_suffix(word.size());
      again = true;
    }
  }
  return text;
}

// "Ann Lee on 13 December 2016", "Ann Lee, 13.12.2016": without the date.
std::string without_date(std::string name) {
  for (const std::string_view mark : {" on ", ", ", " am ", " le "}) {
    const size_t cut = name.find(mark);
    if (cut != std::string::npos && value::normalize_date(name.substr(cut + mark.size())))
      name.resize(cut);
  }
  return name;
}

// The text below n, with a space wherever elements part words.
std::string spaced_text(const dom::Document& doc, NodeId root) {
  std::string text;
  for (NodeId n = root; n != doc.end(root);) {
    if (doc.is_element(n)) {
      if (has_no_text(doc.name(n))) {
        n = doc.end(n);
        continue;
      }
      text += ' ';
    } else if (doc.is_text(n)) {
      if (n != root && doc.parent(NodeId{dom::index(n) - 1}) != doc.parent(n)) text += ' ';
      text += doc.text(n);
    }
    n = dom::next(n);
  }
  return normalize_space(text);
}

// The name, or nothing if it looks like none: an address, a sentence, a number, the site's own name.
std::string author_of(std::string_view text, std::string_view site) {
  std::string name = normalize_space(without_by(normalize_space(text)));
  for (const std::string_view mark : {" | ", " • ", " · ", " — ", "\xC2\xBB"}) {
    if (const size_t cut = name.find(mark); cut != std::string::npos) name.resize(cut);
  }
  name = without_date(std::string(trim(name)));
  while (!name.empty() && (name.back() == ',' || name.back() == ':' || name.back() == '-'))
    name.pop_back();
  size_t words = 0;
  bool letters = false;
  for_each_word(name, [&](std::string_view word) {
    ++words;
    letters = letters || !is_ascii_digit(word[0]);
  });
  if (name.size() < 2 || name.size() > kMaxAuthorBytes || words == 0 || words > kMaxAuthorWords ||
      !letters)
    return "";
  if (name.find("://") != std::string::npos || name.starts_with("www.") || name.starts_with("/") ||
      name.starts_with('@'))
    return "";
  const std::string lower = ascii_lower(name);
  for (const std::string_view no :
       {"admin", "administrator", "staff", "unknown", "null", "author", "editor", "guest", "by",
        "home", "follow", "contributor", "subscribe", "sign in", "log in", "menu"})
    if (lower == no) return "";
  if (!site.empty() && equals_ignoring_ascii_case(name, site)) return "";
  return name;
}

// Names of an author member: a text, an object with a name, or several.
std::string names_in(const Json& author, std::string_view site) {
  std::vector<std::string> names;
  const auto add = [&](const Json& one) {
    std::string name = author_of(text_value(one), site);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  };
  if (author.is_array()) {
    for (const Json& one : author) add(one);
  } else {
    add(author);
  }
  std::string all;
  for (const std::string& name : names) (all += all.empty() ? "" : ", ") += name;
  return all.size() > kMaxAuthorBytes * 2 ? "" : all;
}

Fact author_from_data(const PageReading& reading, std::string_view site) {
  for (const Json* object : reading.articles) {
    for (const char* member : {"author", "creator"}) {
      const std::string name = names_in((*object)[member], site);
      if (!name.empty()) return {name, "json-ld", dom::kNoNode, kFromData};
    }
  }
  std::string all;
  NodeId node = dom::kNoNode;
  std::string_view from;
  for (const std::string_view wanted :
       {"author", "article:author", "dc.creator", "dcterms.creator", "dc.contributor",
        "parsely-author", "sailthru.author", "byl", "article:author_name"}) {
    for (const MetaEntry& entry : reading.data.meta) {
      if (entry.name != wanted || (!from.empty() && from != wanted)) continue;
      const std::string name = author_of(entry.content, site);
      if (name.empty() || all.find(name) != std::string::npos) continue;
      (all += all.empty() ? "" : ", ") += name;
      node = entry.node;
      from = wanted;
    }
  }
  if (!all.empty()) return {all, "meta", node, kFromData};
  const std::string label = ascii_lower(reading.data.meta_content("twitter:label1"));
  if (label == "written by" || label.find("author") != std::string::npos ||
      label.find("verfasst") != std::string::npos || label.find("écrit") != std::string::npos) {
    const std::string name = author_of(reading.data.meta_content("twitter:data1"), site);
    if (!name.empty()) return {name, "meta", dom::kNoNode, kFromData};
  }
  return {};
}

// What names of classes, ids and item properties say of an element, as bits.
enum Mark : uint8_t {
  kAuthorName = 1,  // author, byline…
  kNoAuthor = 2,    // A biography or picture of one.
  kDateName = 4,    // date, published…
  kUpdated = 8,
  kAuthorProperty = 16,
  kDateProperty = 32,
  kAuthorLink = 64,  // rel=author
  kTime = 128,
};

struct MarkedElement {
  NodeId node;
  uint8_t marks;
};

// Elements that may hold author or date, in document order, what readers wrote and other articles aside.
std::vector<MarkedElement> marked_elements(const dom::Document& doc) {
  struct Word {
    std::string_view word;
    uint8_t marks;
  };
  constexpr uint8_t kAside = 255;
  static constexpr Word kWords[] = {
      {"author", kAuthorName},  {"authors", kAuthorName},     {"byline", kAuthorName},
      {"writer", kAuthorName},  {"contributor", kAuthorName}, {"autor", kAuthorName},
      {"auteur", kAuthorName},  {"username", kAuthorName},    {"bio", kNoAuthor},
      {"avatar", kNoAuthor},    {"image", kNoAuthor},         {"img", kNoAuthor},
      {"social", kNoAuthor},    {"box", kNoAuthor},           {"date", kDateName | kNoAuthor},
      {"published", kDateName}, {"pubdate", kDateName},       {"timestamp", kDateName},
      {"datum", kDateName},     {"fecha", kDateName},         {"dateline", kDateName},
      {"posted", kDateName},    {"updated", kUpdated},        {"modified", kUpdated},
      {"comment", kAside},      {"comments", kAside},         {"related", kAside},
      {"sidebar", kAside}};
  // OPTIMIZATION: by first letter, the lengths of words that begin so: most words of a page are none of these.
  static constexpr auto kLengths = [] {
    std::array<uint32_t, 26> lengths{};
    for (const Word& one : kWords) lengths[one.word[0] - 'a'] |= 1U << one.word.size();
    return lengths;
  }();
  // OPTIMIZATION: by value of an attribute; most elements are named like others.
  KeyNumbers values(doc.size() / 16);
  struct Meaning {
    uint8_t marks = 0;
    bool aside = false;
  };
  std::vector<Meaning> meanings;
  const auto meaning_of = [&](std::string_view value) {
    const uint32_t number = values.number(hash_bytes(value));
    if (number < meanings.size()) return meanings[number];
    Meaning meaning;
    for_each_class_word_in(value, [&](std::string_view word) {
      if (word.size() > 31 || (kLengths[word[0] - 'a'] >> word.size() & 1) == 0) return;
      for (const Word& one : kWords) {
        if (one.word != word) continue;
        meaning.aside = meaning.aside || one.marks == kAside;
        meaning.marks |= one.marks;
      }
    });
    meanings.push_back(meaning);
    return meaning;
  };
  std::vector<MarkedElement> marked;
  for (NodeId n = dom::kRoot; dom::index(n) < doc.size();) {
    const dom::Atom name = doc.name(n);
    if (name == dom::kNoAtom) {
      n = dom::next(n);
      continue;
    }
    if (has_no_text(name) || name == atoms::kFooter || name == atoms::kNav) {
      n = doc.end(n);
      continue;
    }
    uint8_t marks = name == atoms::kTime ? kTime : 0;
    bool aside = false;
    for (const dom::AttributeEntry& entry : attribute_entries(doc, n)) {
      if (has_class_words(entry.name)) {
        const std::string_view value = doc.attribute(n, entry.name).value_or("");
        const Meaning meaning = meaning_of(value);
        marks |= meaning.marks;
        aside = aside || meaning.aside;
        if (entry.name != atoms::kItemprop) continue;
        if (value == "author" || value == "creator") marks |= kAuthorProperty;
        if (value.find("datePublished") != std::string_view::npos) marks |= kDateProperty;
      } else if (entry.name == atoms::kRel && name == atoms::kA &&
                 doc.attribute(n, entry.name) == "author") {
        marks |= kAuthorLink;
      }
    }
    if (aside && name != atoms::kBody && name != atoms::kHtml) {
      n = doc.end(n);
      continue;
    }
    if (marks != 0 && !aside) marked.push_back({n, marks});
    n = dom::next(n);
  }
  return marked;
}

// What `take` makes of the first element with the mark that it makes something of.
template <typename Take>
Fact first_marked(const std::vector<MarkedElement>& elements, uint8_t mark, uint8_t unless,
                  Take take) {
  for (const MarkedElement& one : elements) {
    if ((one.marks & mark) == 0 || (one.marks & unless) != 0) continue;
    Fact fact = take(one.node);
    if (fact.found()) return fact;
  }
  return {};
}

Fact author_from_markup(const PageReading& reading, const std::vector<MarkedElement>& elements,
                        std::string_view site) {
  const dom::Document& doc = reading.page.document;
  const auto text_of = [&](NodeId n) { return author_of(spaced_text(doc, n), site); };
  Fact fact = first_marked(elements, kAuthorProperty, 0, [&](NodeId n) -> Fact {
    if (doc.subtree_size(n) > kMaxBylineNodes) return {};
    // <div itemprop=author itemscope><span itemprop=name>
    for (const NodeId inner : doc.descendants(n)) {
      if (!doc.is_element(inner) || doc.attribute(inner, atoms::kItemprop) != "name") continue;
      const auto content = doc.attribute(inner, atoms::kContent);
      return {content ? author_of(*content, site) : text_of(inner), "itemprop", inner, kFromMarkup};
    }
    return {text_of(n), "itemprop", n, kFromMarkup};
  });
  if (fact.found()) return fact;
  fact = first_marked(elements, kAuthorLink, 0, [&](NodeId n) -> Fact {
    return {text_of(n), "rel", n, kFromMarkup};
  });
  if (fact.found()) return fact;
  return first_marked(elements, kAuthorName, kNoAuthor, [&](NodeId n) -> Fact {
    if (doc.subtree_size(n) > kMaxBylineNodes) return {};
    // A link within is the name more often than the whole.
    for (const NodeId inner : doc.descendants(n)) {
      if (doc.name(inner) != atoms::kA) continue;
      const std::string name = text_of(inner);
      if (!name.empty() && word_keys(name).size() <= 6) return {name, "class", inner, kFromText};
    }
    const std::string name = text_of(n);
    if (word_keys(name).size() > 6) return {};
    return {name, "class", n, kFromText};
  });
}

// "By Ann Lee": a short block near the title that begins so.
Fact author_from_text(const PageReading& reading, std::string_view site) {
  const int32_t title = reading.features.title_block();
  const size_t from = title < 0 ? 0 : static_cast<size_t>(title);
  for (size_t b = from; b < std::min(reading.blocks.blocks.size(), from + 15); ++b) {
    const Block& block = reading.blocks.blocks[b];
    if (block.words() < 2 || block.words() > 8) continue;
    const std::string text = block_text(reading.page.document, block);
    const std::string_view name = without_by(text);
    if (name.size() == text.size() || name.empty() || (name[0] >= 'a' && name[0] <= 'z')) continue;
    return {author_of(name, site), "text", block.node, kFromText};
  }
  return {};
}

// --- dates ---

std::string date_of(std::string_view text, const value::NormalizeContext& context) {
  if (text.size() > 200) return "";
  const auto date = value::normalize_date(text, context);
  // A year alone is a copyright more often than a date.
  return date && date->size() >= 10 ? *date : "";
}

Fact date_from_data(const PageReading& reading, const value::NormalizeContext& context) {
  for (const std::string_view name :
       {"article:published_time", "og:published_time", "og:article:published_time", "datepublished",
        "article.published", "parsely-pub-date", "sailthru.date", "pubdate", "publishdate",
        "publish-date", "publication_date", "dc.date.issued", "dcterms.issued", "dcterms.created",
        "dc.date", "dcterms.date", "date", "citation_publication_date"}) {
    const std::string date = date_of(reading.data.meta_content(name), context);
    if (!date.empty()) return {date, "meta", dom::kNoNode, kFromData};
  }
  for (const Json* object : reading.articles) {
    for (const char* member : {"datePublished", "uploadDate", "dateCreated"}) {
      const std::string date = date_of(text_value((*object)[member]), context);
      if (!date.empty()) return {date, "json-ld", dom::kNoNode, kFromData};
    }
  }
  return {};
}

std::string date_in(const dom::Document& doc, NodeId n, const value::NormalizeContext& context) {
  for (const dom::Atom attribute : {atoms::kDatetime, atoms::kContent}) {
    const auto value = doc.attribute(n, attribute);
    const std::string date = value ? date_of(*value, context) : "";
    if (!date.empty()) return date;
  }
  return date_of(spaced_text(doc, n), context);
}

Fact date_from_markup(const PageReading& reading, const std::vector<MarkedElement>& elements,
                      const value::NormalizeContext& context) {
  const dom::Document& doc = reading.page.document;
  const auto take = [&](const char* source, double confidence) {
    return [&doc, &context, source, confidence](NodeId n) -> Fact {
      if (doc.subtree_size(n) > kMaxBylineNodes) return {};
      return {date_in(doc, n, context), source, n, confidence};
    };
  };
  Fact fact = first_marked(elements, kDateProperty, 0, take("itemprop", kFromMarkup));
  if (!fact.found()) fact = first_marked(elements, kTime, kUpdated, take("time", kFromMarkup));
  if (!fact.found()) fact = first_marked(elements, kDateName, 0, take("class", kFromText));
  return fact;
}

// A short line below the title that holds a date.
Fact date_from_text(const PageReading& reading, const value::NormalizeContext& context) {
  if (reading.features.title_block() < 0) return {};
  const auto from = static_cast<size_t>(reading.features.title_block()) + 1;
  for (size_t b = from; b < std::min(reading.blocks.blocks.size(), from + 10); ++b) {
    const Block& block = reading.blocks.blocks[b];
    // A year is no word of its own in 2021年3月5日.
    const bool dated = block.years > 0 || block.digits >= 6;
    if (block.words() > 16 || !dated || block.heading != 0) continue;
    const std::string date = date_of(block_text(reading.page.document, block), context);
    if (!date.empty()) return {date, "text", block.node, kFromText};
  }
  return {};
}

// https://example.org/2016/12/09/…
Fact date_from_url(std::string_view url) {
  for (size_t at = 0; at + 11 <= url.size(); ++at) {
    const std::string_view part = url.substr(at, 11);
    const bool shape = part[0] == '/' && (part[5] == '/' || part[5] == '-') && part[8] == part[5];
    if (!shape) continue;
    std::string digits(part.substr(1, 4));
    digits += part.substr(6, 2);
    digits += part.substr(9, 2);
    if (!std::all_of(digits.begin(), digits.end(), is_ascii_digit) ||
        (!digits.starts_with("19") && !digits.starts_with("20")))
      continue;
    const std::string text =
        digits.substr(0, 4) + "-" + digits.substr(4, 2) + "-" + digits.substr(6, 2);
    const auto date = value::normalize_date(text);
    if (date) return {*date, "url", dom::kNoNode, kFromData};
  }
  return {};
}

std::string language_of(const dom::Document& doc, const StructuredData& data) {
  const NodeId root = doc.document_element();
  std::string language;
  if (root != dom::kNoNode) language = trim(doc.attribute(root, atoms::kLang).value_or(""));
  if (language.empty()) language = data.meta_content("content-language");
  if (language.empty()) language = data.meta_content("og:locale");
  if (language.empty()) language = data.meta_content("dc.language");
  std::replace(language.begin(), language.end(), '_', '-');
  const bool plain =
      language.size() <= 20 && std::all_of(language.begin(), language.end(), [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-';
      });
  return plain ? language : "";
}

// --- who disagrees ---

void note_contradictions(const PageReading& reading, const Fact& marked_date,
                         const Fact& marked_author, Article& article) {
  for (const Json* object : reading.articles) {
    const std::string headline = text_value((*object)["headline"]);
    if (!headline.empty() && article.title.source == "h1" &&
        std::max(covered(word_keys(headline), word_keys(article.title.value)),
                 covered(word_keys(article.title.value), word_keys(headline))) < 0.3)
      article.contradictions.push_back("title: the page has '" + article.title.value +
                                       "', its JSON-LD '" + headline + "'");
    break;
  }
  if (article.date.found() && marked_date.found() &&
      article.date.value.substr(0, 10) != marked_date.value.substr(0, 10))
    article.contradictions.push_back("date: " + article.date.source + " has " + article.date.value +
                                     ", " + marked_date.source + " " + marked_date.value);
  if (article.author.found() && marked_author.found() &&
      std::max(covered(word_keys(article.author.value), word_keys(marked_author.value)),
               covered(word_keys(marked_author.value), word_keys(article.author.value))) < 0.5)
    article.contradictions.push_back("author: " + article.author.source + " has '" +
                                     article.author.value + "', " + marked_author.source + " '" +
                                     marked_author.value + "'");
}

}  // namespace

void add_statements(const PageReading& reading, Article& article) {
  const dom::Document& doc = reading.page.document;
  article.title = find_title(reading);
  article.language = language_of(doc, reading.data);
  article.site = reading.data.meta_content("og:site_name");
  const std::string_view image = reading.data.meta_content("og:image");
  if (!image.empty()) {
    article.image = url::resolve(image, reading.page.url);
    if (article.image.empty()) article.image = image;
  }
  const bool has_author = article.type == PageType::kArticle || article.type == PageType::kForum;
  const bool says_article = reading.facts.og_type == "article" || !reading.articles.empty();
  if (!has_author && !says_article) return;
  const value::NormalizeContext context{.base_url = reading.page.url, .language = article.language};
  article.author = author_from_data(reading, article.site);
  article.date = date_from_data(reading, context);
  if (!has_author) return;
  const std::vector<MarkedElement> elements = marked_elements(doc);
  const Fact marked_author = author_from_markup(reading, elements, article.site);
  const Fact marked_date = date_from_markup(reading, elements, context);
  if (!article.author.found()) article.author = marked_author;
  if (!article.author.found()) article.author = author_from_text(reading, article.site);
  if (!article.date.found()) article.date = marked_date;
  if (!article.date.found()) article.date = date_from_url(reading.page.url);
  if (!article.date.found()) article.date = date_from_text(reading, context);
  note_contradictions(reading, marked_date, marked_author, article);
}

}  // namespace weft::read
