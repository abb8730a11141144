// Evidence for columns. Source of most of it: the measured study of zero-label extraction that
// docs/papers/amber.md summarises; the idea that labels and recognised values choose, [Amber] 4.6.
//
//   1. For every different text, once: how far each attribute's form covers it, whether it is a term,
//      how well it names each attribute as a label, which attributes' words its class has.
//   2. For every text node of some column: the best label around it, what the page's title says of it.
//   3. For every column: means over its nodes, and what shows only in all of them (distinct values,
//      a common first word).
//
// Tested by choice_test.cc.

#include "domain/evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/strings.h"

namespace weft::domain {
namespace {

// How much a label counts by where it stands.
constexpr float kOwn = 1, kBeforeColon = 1, kBefore = .85F, kRow = .95F, kOuter = .6F,
                kHeader = .8F;
constexpr float kTokenWeight[kTokenLevels] = {1, .75F, .5F};
// A label of up to three or five words that begins or ends with a label of the description.
constexpr float kNearLabel = .7F, kFarLabel = .5F;
constexpr float kPartTerms = .8F;  // A value all of whose parts are terms.
constexpr double kConstant = .85, kEnoughDistinct = .85, kSharedAffix = .6;
constexpr size_t kLong = 150;
constexpr double kLongLength = 200;  // Where `len` is 1.

// Lower case words without marks: " price "; "Company's" is "company".
std::string label_words(std::string_view text) {
  std::string words = " ";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'' && i + 1 < text.size() && text[i + 1] == 's' &&
        (i + 2 == text.size() || text[i + 2] == ' ')) {
      ++i;
      continue;
    }
    const bool word =
        is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (word)
      words += ascii_lower(c);
    else if (words.back() != ' ')
      words += ' ';
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

size_t word_count(std::string_view words) {
  const auto spaces = static_cast<size_t>(std::count(words.begin(), words.end(), ' '));
  return spaces < 2 ? 0 : spaces - 1;
}

// How well a text, as words, names an attribute.
float label_fit(std::string_view words, const std::vector<std::string>& labels) {
  const size_t count = word_count(words);
  if (count == 0 || count > 6) return 0;
  float best = 0;
  for (const std::string& label : labels) {
    if (words == label) return 1;
    if (label.size() < words.size() && (words.starts_with(label) || words.ends_with(label)))
      best = std::max(best, count <= 3 ? kNearLabel : count <= 5 ? kFarLabel : 0);
  }
  return best;
}

bool has_phrase(std::string_view words, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    return words.find(phrase) != std::string_view::npos;
  });
}

// What one text says about one attribute.
struct ValueFacts {
  float covered = 0;
  float term = 0;
};

class Weigher {
 public:
  Weigher(const SiteColumns& site, const annotate::Recognizer& recognizer,
          const std::vector<std::vector<Told>>& told)
      : site_(site),
        recognizer_(recognizer),
        count_(recognizer.domain().attributes.size()),
        value_facts_(site.strings.size()),
        label_fits_(site.strings.size()),
        label_negs_(site.strings.size()),
        token_fits_(site.strings.size()) {
    const annotate::Domain& domain = recognizer.domain();
    for (size_t a = 0; a < count_; ++a) {
      const annotate::AttributeKnowledge& attribute = domain.attributes[a];
      labels_.emplace_back();
      not_labels_.emplace_back();
      for (const std::string& label : attribute.labels) labels_[a].push_back(label_words(label));
      for (const std::string& label : attribute.not_labels)
        not_labels_[a].push_back(label_words(label));
      kinds_.push_back(kind_of(recognizer, a));
      strong_.push_back(attribute.pattern.empty() && annotate::is_strong(attribute.type));
    }
    find_title_words();
    find_repeats();
    page_texts_.resize(site.pages.size());
    for (const TextNode& node : site.nodes)
      page_texts_[node.page].insert(label_words(site.strings.text(node.value)));
    if (!told.empty()) read_told(told);
  }

  Evidence run() {
    Evidence evidence;
    evidence.rows.assign(count_, std::vector<EvidenceRow>(site_.columns.size()));
    for (size_t c = 0; c < site_.columns.size(); ++c) weigh(c, evidence);
    return evidence;
  }

 private:
  // --- 1. texts ---

  const std::vector<ValueFacts>& value_facts(uint32_t text) {
    std::vector<ValueFacts>& facts = value_facts_[text];
    if (!facts.empty()) return facts;
    facts.resize(count_);
    const std::string& value = site_.strings.text(text);
    for (size_t a = 0; a < count_; ++a) {
      spans_.clear();
      recognizer_.find_instances(a, value, spans_);
      size_t covered = 0;
      for (const annotate::Span span : spans_) covered += span.end - span.begin;
      facts[a] = {
          value.empty() ? 0 : static_cast<float>(covered) / static_cast<float>(value.size()),
          term_share(a, value)};
    }
    return facts;
  }

  float term_share(size_t a, const std::string& value) {
    if (!recognizer_.domain().attributes[a].has_terms() || value.size() > kLong) return 0;
    if (is_term(a, value)) return 1;
    size_t parts = 0;
    size_t known = 0;
    size_t begin = 0;
    while (begin <= value.size()) {
      const size_t end = std::min(value.find_first_of(",/;|&()", begin), value.size());
      const std::string_view part = std::string_view(value).substr(begin, end - begin);
      const bool is_known = is_term(a, part);
      if (!words_.words().empty()) {
        ++parts;
        known += is_known ? 1 : 0;
      }
      begin = end + 1;
    }
    return parts < 2 ? 0 : kPartTerms * static_cast<float>(known) / static_cast<float>(parts);
  }

  bool is_term(size_t a, std::string_view text) {
    words_.cut(text);
    return recognizer_.is_term(a, words_);
  }

  const std::vector<float>& label_fits(uint32_t text) {
    std::vector<float>& fits = label_fits_[text];
    if (!fits.empty()) return fits;
    fits.resize(count_);
    label_negs_[text].resize(count_);
    const std::string words = label_words(site_.strings.text(text));
    if (words.size() > 64 || holds_value(site_.strings.text(text))) return fits;
    for (size_t a = 0; a < count_; ++a) {
      fits[a] = label_fit(words, labels_[a]);
      label_negs_[text][a] = has_phrase(words, not_labels_[a]);
    }
    return fits;
  }

  // "You save: $50": a label with its value is no label of what follows.
  static bool holds_value(const std::string& text) {
    const size_t mark = text.find(": ");
    return (mark != std::string::npos && mark + 2 < text.size()) ||
           text.find_first_of("$@") != std::string::npos || text.find("£") != std::string::npos ||
           text.find("€") != std::string::npos;
  }

  const std::vector<float>& token_fits(uint32_t text) {
    std::vector<float>& fits = token_fits_[text];
    if (!fits.empty()) return fits;
    fits.resize(count_);
    const std::string words = label_words(site_.strings.text(text));
    std::string joined = words;
    joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
    for (size_t a = 0; a < count_; ++a) {
      for (const std::string& label : labels_[a]) {
        std::string together = label;
        together.erase(std::remove(together.begin(), together.end(), ' '), together.end());
        if (words.find(label) != std::string::npos ||
            (word_count(label) > 1 && joined.find(together) != std::string::npos)) {
          fits[a] = 1;
          break;
        }
      }
    }
    return fits;
  }

  // --- what others say ---

  // By attribute and page, as comparable texts; and how far to trust it.
  void read_told(const std::vector<std::vector<Told>>& told) {
    told_.assign(count_, std::vector<std::unordered_set<std::string>>(site_.pages.size()));
    trust_.assign(count_, 0);
    for (size_t p = 0; p < told.size(); ++p) {
      for (const Told& one : told[p])
        told_[one.attribute][p].insert(
            comparable(recognizer_.domain().attributes[one.attribute], one.value));
    }
    for (size_t a = 0; a < count_; ++a) {
      uint32_t pages = 0;
      uint32_t seen = 0;
      std::unordered_set<std::string> different;
      for (uint32_t p = 0; p < site_.pages.size(); ++p) {
        if (told_[a][p].empty()) continue;
        ++pages;
        different.insert(told_[a][p].begin(), told_[a][p].end());
        bool stands = false;
        for (uint32_t n = site_.page_begin[p]; n < site_.page_begin[p + 1] && !stands; ++n)
          stands = is_told(a, site_.nodes[n]);
        seen += stands ? 1 : 0;
      }
      const bool constant = pages > 3 && different.size() == 1;
      if (pages != 0 && !constant) trust_[a] = static_cast<float>(seen) / static_cast<float>(pages);
    }
  }

  bool is_told(size_t a, const TextNode& node) {
    const auto& values = told_[a][node.page];
    if (values.empty()) return false;
    auto [it, fresh] = comparable_.try_emplace({a, node.value});
    if (fresh) {
      const std::string& value = site_.strings.text(node.value);
      if (value.size() <= kLong * 4)
        it->second = comparable(recognizer_.domain().attributes[a], value);
    }
    return !it->second.empty() && values.contains(it->second);
  }

  // --- 2. nodes ---

  // Words of each page's title that are its own: on at most half of the pages.
  void find_title_words() {
    std::map<std::string, uint32_t, std::less<>> pages_with;
    std::vector<std::vector<std::string>> words(site_.pages.size());
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      titles_.push_back(label_words(site_.strings.text(site_.titles[p])));
      words[p] = split(titles_[p]);
      for (const std::string& word : words[p]) ++pages_with[word];
    }
    for (std::vector<std::string>& title : words) {
      std::erase_if(title, [&](const std::string& word) {
        return 2 * pages_with[word] > site_.pages.size();
      });
      std::sort(title.begin(), title.end());
      title.erase(std::unique(title.begin(), title.end()), title.end());
    }
    title_words_ = std::move(words);
  }

  static std::vector<std::string> split(std::string_view words) {
    std::vector<std::string> out;
    size_t begin = 1;
    while (begin < words.size()) {
      const size_t end = words.find(' ', begin);
      out.emplace_back(words.substr(begin, end - begin));
      begin = end + 1;
    }
    return out;
  }

  // Which nodes' values stand on their page again, and which of them is the first.
  void find_repeats() {
    repeated_.resize(site_.nodes.size());
    first_.resize(site_.nodes.size());
    std::unordered_map<uint32_t, uint32_t> seen;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      seen.clear();
      for (uint32_t n = site_.page_begin[p]; n < site_.page_begin[p + 1]; ++n) {
        const auto [it, fresh] = seen.emplace(site_.nodes[n].value, n);
        first_[n] = fresh;
        if (fresh) continue;
        repeated_[n] = true;
        repeated_[it->second] = true;
      }
    }
  }

  struct TitleFit {
    float shared = 0;
    float in = 0;
    float start = 0;
  };
  TitleFit title_fit(const TextNode& node) {
    const std::string words = label_words(site_.strings.text(node.value));
    TitleFit fit;
    if (words.size() < 3 || words.size() > 300) return fit;
    const std::string& title = titles_[node.page];
    fit.start = title.starts_with(words) ? 1 : 0;
    fit.in = title.find(words) != std::string::npos ? 1 : 0;
    std::vector<std::string> own = split(words);
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    const std::vector<std::string>& others = title_words_[node.page];
    size_t both = 0;
    for (const std::string& word : own)
      both += std::binary_search(others.begin(), others.end(), word) ? 1 : 0;
    if (both != 0)
      fit.shared = 2 * static_cast<float>(both) / static_cast<float>(own.size() + others.size());
    return fit;
  }

  // The best label of each attribute around a node, into fit_ and neg_.
  void find_labels(const TextNode& node) {
    fit_.assign(count_, 0);
    neg_.assign(count_, 0);
    const auto look = [&](uint32_t text, float weight) {
      if (text == 0) return;
      const std::vector<float>& fits = label_fits(text);
      for (size_t a = 0; a < count_; ++a) {
        // A label of a look-alike is no label, however much of one it holds: "list price".
        if (label_negs_[text][a] && fits[a] < 1)
          neg_[a] = std::max(neg_[a], weight);
        else
          fit_[a] = std::max(fit_[a], weight * fits[a]);
      }
    };
    look(node.own_label, kOwn);
    if (node.own_label == 0) {
      const std::string& before = site_.strings.text(node.before);
      look(node.before, before.ends_with(':') ? kBeforeColon : kBefore);
      look(node.row_label, kRow);
      look(node.outer_label, kOuter);
    }
    look(node.header, kHeader);
  }

  // --- 3. columns ---

  void weigh(size_t c, Evidence& evidence) {
    const Column& column = site_.columns[c];
    const auto pages = static_cast<double>(site_.pages.size());
    EvidenceRow shared{};
    sums_.assign(count_, EvidenceRow{});
    seen_.clear();
    std::unordered_map<uint32_t, uint32_t> values;
    std::map<std::string, Affix> first_words, last_words;
    float tails = 0;
    for (const int32_t n : column.nodes) {
      if (n < 0) continue;
      const TextNode& node = site_.nodes[static_cast<size_t>(n)];
      add_node(node, static_cast<size_t>(n), shared);
      if (++values[node.value] > 1) continue;
      const std::string words = label_words(site_.strings.text(node.value));
      if (word_count(words) < 2) continue;
      const size_t second = words.find(' ', 1);
      const size_t last = words.rfind(' ', words.size() - 2);
      first_words[words.substr(0, second)].add(stands_on(node.page, words.substr(second)));
      last_words[words.substr(last)].add(stands_on(node.page, words.substr(0, last + 1)));
      tails += has_tail(node) ? 1 : 0;
    }
    const auto count = static_cast<float>(column.pages);
    for (float& x : shared) x /= count;
    const auto most = [](const auto& counts) {
      uint32_t best = 0;
      for (const auto& [key, times] : counts) best = std::max(best, times);
      return best;
    };
    const double cov = count / pages;
    const double distinct = static_cast<double>(values.size()) / count;
    const double common = most(values) / count;
    const auto different = static_cast<double>(values.size());
    const double affix =
        std::max(shared_affix(first_words, different), shared_affix(last_words, different));
    shared[k_present] = 1;
    shared[k_cov] = static_cast<float>(cov);
    shared[k_lowcov] = static_cast<float>(std::max(0.0, 1 - 2 * cov));
    shared[k_common] = static_cast<float>(common);
    shared[k_mult] = log_share(column.texts_a_page);
    shared[k_multT] = log_share(column.alike_a_page);
    shared[k_distinct] = static_cast<float>(distinct);
    shared[k_titleF_dist] = shared[k_titleF] * shared[k_distinct];
    for (size_t a = 0; a < count_; ++a) {
      EvidenceRow& row = evidence.rows[a][c];
      row = shared;
      const EvidenceRow& sums = sums_[a];
      const bool subject = kinds_[a] == AttributeKind::kSubject;
      for (const EvidenceName name : {k_lab, k_lab90, k_labn, k_cls, k_rec, k_rec_full, k_neg,
                                      k_other_lab, k_other_rec, k_gaz, k_rec_lab, k_norec, k_told})
        row[name] = sums[name] / count;
      row[k_gazd] = sums[k_gazd] / static_cast<float>(values.size());
      // Forms and terms are missing where hardly a text has them.
      row[k_norec] = kinds_[a] == AttributeKind::kFormed && row[k_norec] < .15F ? 1.F : 0.F;
      if (subject) {
        row[k_lab] = row[k_lab90] = row[k_labn] = row[k_neg] = row[k_rec_lab] = 0;
        row[k_lowd] = static_cast<float>(std::max(0.0, kEnoughDistinct - distinct));
        row[k_affix] = static_cast<float>(affix);
        row[k_tail] = tails / static_cast<float>(different);
        row[k_subdup] = row[k_dup];
      } else {
        row[k_ownlab] = 0;
        row[k_constant] = common > kConstant && column.pages > 3 ? 1.F : 0.F;
      }
      row[k_cov_lab] = row[k_cov] * row[k_lab];
      row[k_cov_gaz] = row[k_cov] * row[k_gaz];
      row[k_cov_rec] = row[k_cov] * row[k_rec];
    }
  }

  // A first or last word of a column's values: of how many, and of how many the rest stands on the
  // page by itself.
  struct Affix {
    uint32_t values = 0;
    uint32_t alone = 0;
    void add(bool stands_alone) {
      ++values;
      alone += stands_alone ? 1 : 0;
    }
  };
  static double shared_affix(const std::map<std::string, Affix>& words, double values) {
    double share = 0;
    for (const auto& [word, affix] : words) {
      if (values > 2 && affix.values > kSharedAffix * values)
        share = std::max(share, affix.alone / values);
    }
    return share;
  }

  [[nodiscard]] bool stands_on(uint32_t page, const std::string& words) const {
    return page_texts_[page].contains(words);
  }

  // "Basso56, New York City" where "Basso56" stands, too.
  [[nodiscard]] bool has_tail(const TextNode& node) const {
    const std::string& value = site_.strings.text(node.value);
    for (const char* mark : {", ", " - ", " | ", " ("}) {
      const size_t at = value.rfind(mark);
      if (at != std::string::npos && at > 0 &&
          stands_on(node.page, label_words(std::string_view(value).substr(0, at))))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool is_crumb(const TextNode& node) const {
    const auto has_mark = [](std::string_view text) {
      return text.starts_with('>') || text.starts_with("»") || text.starts_with("›");
    };
    const std::string& before = site_.strings.text(node.before);
    return has_mark(site_.strings.text(node.text)) || has_mark(before) || before.ends_with('>') ||
           before.ends_with("»");
  }

  static bool is_code(const std::string& value) {
    return value.find(' ') == std::string::npos &&
           std::any_of(value.begin(), value.end(), is_ascii_digit);
  }

  static float log_share(double a_page) {
    return static_cast<float>(std::min(1.0, std::log2(std::max(1.0, a_page)) / 5));
  }

  // Adds what a node says to the sums of its column.
  void add_node(const TextNode& node, size_t n, EvidenceRow& shared) {
    const std::string& value = site_.strings.text(node.value);
    const auto length = static_cast<float>(value.size());
    const uint32_t texts = site_.page_begin[node.page + 1] - site_.page_begin[node.page];
    const TitleFit title = title_fit(node);
    shared[k_pos] += static_cast<float>(node.position) / static_cast<float>(texts);
    shared[k_tmpl] += static_cast<float>(site_.document_frequency[node.value] - 1) /
                      static_cast<float>(site_.pages.size());
    shared[k_ell] += value.ends_with("...") || value.ends_with("…") ? 1 : 0;
    shared[k_dup] += repeated_[n] ? 1 : 0;
    shared[k_first] += first_[n] ? 1 : 0;
    shared[k_lower] += value[0] >= 'a' && value[0] <= 'z' ? 1 : 0;
    shared[k_longtext] += value.size() > kLong ? 1 : 0;
    shared[k_ownlab] += node.own_label != 0 ? 1 : 0;
    shared[k_crumb] += is_crumb(node) ? 1 : 0;
    shared[k_code] += is_code(value) ? 1 : 0;
    shared[k_titleF] += title.shared;
    shared[k_titleIn] += title.in;
    shared[k_titleStart] += title.start;
    shared[k_h1] += node.heading == 1 ? 1 : 0;
    shared[k_h1_titleIn] += node.heading == 1 ? title.in : 0;
    shared[k_h23] += node.heading == 2 || node.heading == 3 ? 1 : 0;
    shared[k_bold] += node.bold ? 1 : 0;
    shared[k_link] += node.link ? 1 : 0;
    shared[k_len] +=
        static_cast<float>(std::min(1.0, std::log(1.0 + length) / std::log(kLongLength)));
    shared[k_dig] +=
        static_cast<float>(std::count_if(value.begin(), value.end(), is_ascii_digit)) / length;

    find_labels(node);
    const std::vector<ValueFacts>& facts = value_facts(node.value);
    const std::vector<float>& own_fits = label_fits(node.text);
    const std::vector<float>& after = label_fits(node.after);
    bool is_label = value.ends_with(':');
    float strong[2] = {0, 0};  // The two best of the strong forms, to leave out one's own.
    size_t strongest = count_;
    float labels[2] = {0, 0};
    size_t best_label = count_;
    for (size_t a = 0; a < count_; ++a) {
      is_label = is_label || own_fits[a] == 1;
      if (strong_[a]) note(facts[a].covered, a, strong, strongest);
      if (kinds_[a] != AttributeKind::kSubject) note(fit_[a], a, labels, best_label);
    }
    shared[k_islab] += is_label ? 1 : 0;
    const bool fresh = seen_.insert(node.value).second;
    for (size_t a = 0; a < count_; ++a) {
      EvidenceRow& sums = sums_[a];
      const float covered = facts[a].covered;
      sums[k_lab] += fit_[a];
      sums[k_lab90] += fit_[a] > .9F ? 1 : 0;
      sums[k_labn] += node.after == 0 ? 0 : after[a];
      sums[k_neg] += neg_[a];
      float cls = 0;
      for (size_t level = 0; level < kTokenLevels; ++level) {
        if (node.tokens[level] != 0)
          cls = std::max(cls, kTokenWeight[level] * token_fits(node.tokens[level])[a]);
      }
      sums[k_cls] += cls;
      if (!trust_.empty() && trust_[a] > 0) sums[k_told] += is_told(a, node) ? trust_[a] : 0;
      sums[k_rec] += covered;
      sums[k_rec_full] += covered > .95F ? 1 : 0;
      sums[k_rec_lab] += covered * fit_[a];
      sums[k_norec] += covered > 0 || facts[a].term > 0 ? 1 : 0;
      sums[k_gaz] += facts[a].term;
      sums[k_gazd] += fresh ? facts[a].term : 0;
      const float other = a == strongest ? strong[1] : strong[0];
      sums[k_other_rec] += other > .95F && covered < .95F ? 1 : 0;
      const float other_label = a == best_label ? labels[1] : labels[0];
      sums[k_other_lab] += std::max(0.F, other_label - fit_[a]);
    }
  }

  static void note(float x, size_t a, float (&best)[2], size_t& which) {
    if (x > best[0]) {
      best[1] = best[0];
      best[0] = x;
      which = a;
    } else if (x > best[1]) {
      best[1] = x;
    }
  }

  const SiteColumns& site_;
  const annotate::Recognizer& recognizer_;
  size_t count_;
  std::vector<std::vector<std::string>> labels_, not_labels_;
  std::vector<AttributeKind> kinds_;
  std::vector<bool> strong_;
  // By string.
  std::vector<std::vector<ValueFacts>> value_facts_;
  std::vector<std::vector<float>> label_fits_;
  std::vector<std::vector<bool>> label_negs_;
  std::vector<std::vector<float>> token_fits_;
  std::vector<annotate::Span> spans_;
  annotate::TextWords words_;
  // By attribute; empty if nobody says anything.
  std::vector<std::vector<std::unordered_set<std::string>>> told_;  // And by page.
  std::vector<float> trust_;
  std::map<std::pair<size_t, uint32_t>, std::string> comparable_;  // And by string.
  // By page and node.
  std::vector<std::string> titles_;
  std::vector<std::vector<std::string>> title_words_;
  std::vector<bool> repeated_, first_;
  std::vector<std::unordered_set<std::string>> page_texts_;  // As words.
  // Of the node and column at hand.
  std::vector<float> fit_, neg_;
  std::vector<EvidenceRow> sums_;
  std::unordered_set<uint32_t> seen_;
};

}  // namespace

AttributeKind kind_of(const annotate::Recognizer& recognizer, size_t attribute) {
  if (recognizer.domain().attributes[attribute].subject) return AttributeKind::kSubject;
  return recognizer.has_form(attribute) ? AttributeKind::kFormed : AttributeKind::kText;
}

Evidence weigh_columns(const SiteColumns& site, const annotate::Recognizer& recognizer,
                       const std::vector<std::vector<Told>>& told) {
  return Weigher(site, recognizer, told).run();
}

}  // namespace weft::domain
