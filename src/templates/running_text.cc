// Running text: elements in which pages say what they like, in sentences.
//
//   <div class=story><p>The <b>old</b> bridge …</p><p>Since <a>1911</a> …</p></div>    story   The old bridge … Since 1911 …
//   <div><h2>Notes</h2><p>See <code>x</code>, which …</p></div>                        notes   See x, which …
//
//   1  Texts between two breaks of a line are a line. Lines of several words, few of them in links, most
//      of them between what is marked up, are sentences.
//   2  Elements of all pages are compared by the tags around them, or by the heading they begin with.
//   3  One runs on if no page has it twice, most of it is in sentences, and pages have now this many texts
//      in it, now that. Not if many of them have places of their own: these are facts, or parts of a page.
//   4  By its tags only one that has sentences itself, or children that are sentences: what is around it
//      is the page. Of several within each other the outermost stays that has more to say than the next,
//      unless sections in it tell all.
//
// Tested by running_text_test.cc; measured by `weft eval templates`.

#include "templates/running_text.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "base/key_numbers.h"
#include "base/strings.h"
#include "dom/text.h"
#include "templates/page_counts.h"

namespace weft::templates {
namespace {

using wrap::KeyedBlock;
using wrap::KeyedText;

struct RunningOptions {
  size_t sentence_words = 8;     // Shorter lines are headings, labels, values.
  size_t sentence_bytes = 60;    // Of scripts that part no words.
  double max_links = 0.5;        // Of a sentence.
  double min_share = 0.3;        // Of the pages.
  double min_sentences = 0.6;    // Of what an element says.
  double min_own = 0.1;          // Of its sentences, in itself or children.
  double max_single = 0.2;       // Of its texts, with places of their own.
  double min_most = 0.9;         // Of the sentences of an element: that is what it says.
  double min_told = 0.7;         // The same of its sections together, which pages may lack.
  double max_same_length = 0.8;  // Of the pages, with as many texts in it: more, and it is a form.
};
constexpr RunningOptions kOptions;

// By page and text, whether most pages have the same.
NodeFlags template_texts(const KeyedPages& keyed) {
  PageCounts counts;
  std::vector<uint32_t> signs;
  for (uint32_t p = 0; p < keyed.keys.size(); ++p) {
    for (const KeyedText& text : keyed.keys[p].texts()) signs.push_back(counts.add(p, text.hash));
  }
  NodeFlags out;
  auto sign = signs.begin();
  for (const wrap::PageKeys& page : keyed.keys) {
    std::vector<bool>& flags = out.emplace_back();
    for (size_t t = 0; t < page.texts().size(); ++t)
      flags.push_back(2 * counts.pages(*sign++) > keyed.keys.size());
  }
  return out;
}

// What stands from one text of a page to another one, by sums.
struct Sums {
  uint64_t bytes = 0;
  uint64_t in_sentences = 0;
  uint64_t data = 0;     // Texts that few other pages have,
  uint64_t singles = 0;  // those of them that have places of their own.
};

// A page with its lines.
class LinedPage {
 public:
  LinedPage(const dom::Document& doc, const wrap::PageKeys& keys, uint32_t page,
            const SingleTexts& singles, const std::vector<bool>& of_template)
      : doc_(doc),
        texts_(keys.texts()),
        texts_before_(doc.size() + 1, 0),
        sentence_(texts_.size()),
        own_(doc.size()),
        titled_(doc.size()) {
    for (const KeyedText& text : texts_) texts_before_[dom::index(text.node) + 1] = 1;
    std::partial_sum(texts_before_.begin(), texts_before_.end(), texts_before_.begin());
    find_titled();
    find_lines();
    sums_.resize(texts_.size() + 1);
    for (size_t t = 0; t < texts_.size(); ++t) {
      const uint64_t bytes = texts_[t].text.size();
      const bool data = !of_template[t];
      const bool single = data && singles.contains({page, texts_[t].node});
      sums_[t + 1] = {sums_[t].bytes + bytes, sums_[t].in_sentences + (sentence_[t] ? bytes : 0),
                      sums_[t].data + (data ? 1U : 0U), sums_[t].singles + (single ? 1U : 0U)};
    }
  }

  // Texts of a block, from and to; without its heading.
  [[nodiscard]] std::pair<size_t, size_t> texts_of(const KeyedBlock& block) const {
    const dom::NodeId from = block.heading == dom::kNoNode ? block.node : doc_.end(block.heading);
    return {texts_before_[dom::index(from)], texts_before_[dom::index(doc_.end(block.node))]};
  }
  [[nodiscard]] const std::vector<Sums>& sums() const { return sums_; }
  [[nodiscard]] bool is_sentence(size_t text) const { return sentence_[text]; }
  // Bytes of the sentences that it has itself, that children or items of lists in it are, or that are so in
  // sections of it.
  [[nodiscard]] uint64_t own_sentences(dom::NodeId n) const { return own_[dom::index(n)]; }

 private:
  // Elements that begin with a heading.
  void find_titled() {
    std::vector<bool> seen(doc_.size(), false);
    for (const KeyedText& text : texts_) {
      bool heading = false;
      for (dom::NodeId n = doc_.parent(text.node); n != dom::kRoot && !seen[dom::index(n)];
           n = doc_.parent(n)) {
        seen[dom::index(n)] = true;
        titled_[dom::index(n)] = heading;
        heading = heading || wrap::heading_rank(doc_.name_text(n)) > 0;
      }
    }
  }

  void find_lines() {  // Step 1.
    // By node, the element whose lines it is on; and how many lines had begun at it.
    std::vector<dom::NodeId> block(doc_.size(), dom::kRoot);
    std::vector<bool> in_link(doc_.size(), false);
    size_t next_text = 0;
    size_t line_begin = 0;
    bool broken = true;
    for (const dom::NodeId n : doc_.nodes()) {
      if (n == dom::kRoot) continue;
      const dom::NodeId parent = doc_.parent(n);
      const bool breaks = doc_.is_element(n) && dom::breaks_line(doc_.name(n));
      block[dom::index(n)] = breaks ? n : block[dom::index(parent)];
      in_link[dom::index(n)] = in_link[dom::index(parent)] || doc_.name(n) == dom::atoms::kA;
      broken |= breaks;
      if (next_text == texts_.size() || texts_[next_text].node != n) continue;
      const bool other_block =
          next_text > 0 && block[dom::index(texts_[next_text - 1].node)] != block[dom::index(n)];
      if (broken || other_block) {
        end_line(line_begin, next_text, block, in_link);
        line_begin = next_text;
      }
      broken = false;
      ++next_text;
    }
    end_line(line_begin, next_text, block, in_link);
  }

  void end_line(size_t begin, size_t end, const std::vector<dom::NodeId>& block,
                const std::vector<bool>& in_link) {
    size_t spaces = 0;
    size_t bytes = 0;
    size_t beyond_ascii = 0;
    size_t linked = 0;
    size_t direct = 0;
    const dom::NodeId around = begin == end ? dom::kRoot : block[dom::index(texts_[begin].node)];
    for (size_t t = begin; t < end; ++t) {
      const std::string& text = texts_[t].text;
      spaces +=
          static_cast<size_t>(std::count(text.begin(), text.end(), ' ')) + (t > begin ? 1 : 0);
      beyond_ascii += static_cast<size_t>(
          std::count_if(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; }));
      bytes += text.size();
      direct += doc_.parent(texts_[t].node) == around ? text.size() : 0;
      linked += in_link[dom::index(texts_[t].node)] ? text.size() : 0;
    }
    const bool words = spaces + 1 >= kOptions.sentence_words ||
                       (bytes >= kOptions.sentence_bytes && 2 * beyond_ascii > bytes);
    // Cells side by side are none: nothing stands beside them.
    const bool cells = end - begin > 1 && 2 * direct < bytes;
    if (begin == end || !words || cells ||
        static_cast<double>(linked) > kOptions.max_links * static_cast<double>(bytes))
      return;
    std::fill(sentence_.begin() + static_cast<std::ptrdiff_t>(begin),
              sentence_.begin() + static_cast<std::ptrdiff_t>(end), true);
    own_[dom::index(around)] += bytes;
    dom::NodeId n = around;
    if (doc_.name(n) == dom::atoms::kLi || doc_.name(n) == dom::atoms::kDd) n = doc_.parent(n);
    for (int up = 1; n != dom::kRoot && (up > 0 || titled_[dom::index(n)]); --up) {
      n = doc_.parent(n);
      own_[dom::index(n)] += bytes;
    }
  }

  const dom::Document& doc_;
  const std::vector<KeyedText>& texts_;
  std::vector<uint32_t> texts_before_;  // By node.
  std::vector<bool> sentence_;          // By text.
  std::vector<uint64_t> own_;           // By node.
  std::vector<bool> titled_;            // By node.
  std::vector<Sums> sums_;              // Before each text, and behind the last.
};

// What pages have of one key.
struct BlockCandidate {
  RunningText text;
  bool twice = false;  // On a page.
  uint64_t own_sentences = 0;
  Sums sums;
  std::unordered_map<size_t, size_t>
      lengths;  // Numbers of texts, with the pages that have as many.

  void add(uint32_t page, const KeyedBlock& block, const LinedPage& lined) {
    const auto [from, to] = lined.texts_of(block);
    if (from == to) return;
    if (!text.places.empty() && text.places.back().page == page) {
      // Elements of one key within each other are one, the outer.
      twice |= block.heading == dom::kNoNode || block.heading != text.places.back().block.heading;
      return;
    }
    text.places.push_back({page, block});
    own_sentences += lined.own_sentences(block.node);
    sums.bytes += lined.sums()[to].bytes - lined.sums()[from].bytes;
    sums.in_sentences += lined.sums()[to].in_sentences - lined.sums()[from].in_sentences;
    sums.data += lined.sums()[to].data - lined.sums()[from].data;
    sums.singles += lined.sums()[to].singles - lined.sums()[from].singles;
    ++lengths[to - from];
  }

  [[nodiscard]] bool runs_on(size_t pages) const {  // Steps 3 and 4.
    const auto has = static_cast<double>(text.places.size());
    const double least = std::max(2.0, kOptions.min_share * static_cast<double>(pages));
    if (twice || has < least) return false;
    size_t same_length = 0;
    for (const auto& [length, count] : lengths) same_length = std::max(same_length, count);
    return static_cast<double>(sums.in_sentences) >=
               kOptions.min_sentences * static_cast<double>(sums.bytes) &&
           static_cast<double>(sums.singles) <=
               kOptions.max_single * static_cast<double>(sums.data) &&
           static_cast<double>(same_length) <= kOptions.max_same_length * has &&
           (text.kind == wrap::KeyKind::kSection ||
            static_cast<double>(own_sentences) >=
                kOptions.min_own * static_cast<double>(sums.in_sentences));
  }
};

// Whether a is within b where pages have both.
bool is_within(const RunningText& a, const RunningText& b,
               const std::vector<const model::Page*>& pages) {
  size_t both = 0;
  size_t within = 0;
  auto at = b.places.begin();
  for (const RunningText::Place& place : a.places) {
    while (at != b.places.end() && at->page < place.page) ++at;
    if (at == b.places.end() || at->page != place.page) continue;
    ++both;
    const dom::Document& doc = pages[place.page]->document;
    within += doc.contains(at->block.node, place.block.node) ? 1 : 0;
  }
  return 2 * both > a.places.size() && 2 * within > both;
}

// Whether what stands within another says nearly all of that.
bool has_most_of(const BlockCandidate& inner, const BlockCandidate& outer) {
  return inner.text.places.size() == outer.text.places.size() &&
         static_cast<double>(inner.sums.in_sentences) >=
             kOptions.min_most * static_cast<double>(outer.sums.in_sentences);
}

// Of two that are the same element, the one that more pages have stays, then the one with a heading. Else
// the outer one, unless the inner has nearly all that it says. Sections stay within what has no heading.
bool gives_way(const BlockCandidate& a, const BlockCandidate& b, bool behind,
               const std::vector<const model::Page*>& pages) {
  const bool a_section = a.text.kind == wrap::KeyKind::kSection;
  const bool b_section = b.text.kind == wrap::KeyKind::kSection;
  const bool a_within = is_within(a.text, b.text, pages);
  const bool b_within = is_within(b.text, a.text, pages);
  if (a_within && b_within) {
    return std::tuple(a.text.places.size(), a_section, !behind) <
           std::tuple(b.text.places.size(), b_section, behind);
  }
  if (a_section != b_section) return false;
  if (a_within) return !has_most_of(a, b);
  return b_within && has_most_of(b, a);
}

// Whether sections within it say nearly all that it says.
bool is_told_by_sections(const BlockCandidate& whole, const std::vector<const BlockCandidate*>& all,
                         const std::vector<const model::Page*>& pages) {
  if (whole.text.kind == wrap::KeyKind::kSection) return false;
  uint64_t told = 0;
  for (const BlockCandidate* one : all) {
    if (one->text.kind == wrap::KeyKind::kSection && is_within(one->text, whole.text, pages))
      told += one->sums.in_sentences;
  }
  return static_cast<double>(told) >=
         kOptions.min_told * static_cast<double>(whole.sums.in_sentences);
}

}  // namespace

RunningTexts find_running_texts(const KeyedPages& keyed, const SingleTexts& singles) {
  RunningTexts out;
  const size_t count = keyed.pages.size();
  for (const model::Page* page : keyed.pages) {
    out.inside.emplace_back(page->document.size(), false);
    out.sentences.emplace_back(page->document.size(), false);
  }
  if (count < 2) return out;
  const NodeFlags of_template = template_texts(keyed);
  std::vector<LinedPage> lined;
  std::vector<BlockCandidate> candidates;
  KeyNumbers keys(4'096);
  for (uint32_t p = 0; p < count; ++p) {  // Step 2.
    lined.emplace_back(keyed.pages[p]->document, keyed.keys[p], p, singles, of_template[p]);
    for (const KeyedBlock& block : keyed.keys[p].blocks()) {
      const uint32_t at = keys.number(block.key);
      if (at == candidates.size())
        candidates.push_back({.text = {.kind = block.kind, .key = block.key}});
      candidates[at].add(p, block, lined[p]);
    }
  }
  std::erase_if(candidates, [&](const BlockCandidate& one) { return !one.runs_on(count); });
  std::vector<const BlockCandidate*> kept;
  for (size_t i = 0; i < candidates.size(); ++i) {
    bool stays = true;
    for (size_t j = 0; j < candidates.size() && stays; ++j)
      stays = i == j || !gives_way(candidates[i], candidates[j], i > j, keyed.pages);
    if (stays) kept.push_back(&candidates[i]);
  }
  for (const BlockCandidate* one : kept) {
    if (!is_told_by_sections(*one, kept, keyed.pages)) out.all.push_back(one->text);
  }
  for (const RunningText& text : out.all) {
    for (const auto& [page, block] : text.places) {
      const auto [from, to] = lined[page].texts_of(block);
      for (size_t t = from; t < to; ++t) {
        const size_t at = dom::index(keyed.keys[page].texts()[t].node);
        out.inside[page][at] = true;
        out.sentences[page][at] = lined[page].is_sentence(t);
      }
    }
  }
  return out;
}

}  // namespace weft::templates
