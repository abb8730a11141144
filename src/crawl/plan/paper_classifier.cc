// Is a document an academic paper? Rules in order, the first that applies decides ([Zheng] 5.3.2):
//   1. a URL with a word like "cv", "syllabus" or "slides" is none;
//   2. so is a text without references in its second half;
//   3. an abstract in the first third and a conclusion in the last make one;
//   4. else it is one if it has 2 to 20 pages.
//
// Tested by paper_classifier_test.cc.

#include "crawl/plan/document_text.h"

#include "base/strings.h"
#include "url/encode.h"

namespace weft::crawl {
namespace {

// Whether `word` stands in the URL between characters that are not letters.
bool has_url_word(const std::string& url, std::string_view word) {
  for (size_t at = url.find(word); at != std::string::npos; at = url.find(word, at + 1)) {
    const bool begins = at == 0 || !is_ascii_alpha(url[at - 1]);
    const bool ends = at + word.size() == url.size() || !is_ascii_alpha(url[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

bool contains(const std::string& text, size_t begin, size_t end,
              std::initializer_list<std::string_view> words) {
  const std::string_view part = std::string_view(text).substr(begin, end - begin);
  for (const std::string_view word : words) {
    if (part.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

PaperVerdict classify_paper(std::string_view url, std::string_view text, uint32_t pages) {
  const std::string address = ascii_lower(url::percent_decode(url));
  for (const std::string_view word :
       {"cv", "resume", "vita", "homework", "hw", "quiz", "exam", "midterm", "final", "syllabus",
        "assignment", "solution", "solutions", "slides", "poster", "flyer", "brochure", "form"}) {
    if (has_url_word(address, word))
      return {false, "the URL has a word that papers do not have"};  // 1.
  }
  const std::string lower = ascii_lower(text);
  const size_t size = lower.size();
  if (!contains(lower, size / 2, size,
                {"references", "bibliography", "literature cited", "works cited"})) {
    return {false, "no references in the second half"};  // 2.
  }
  if (contains(lower, 0, size / 3, {"abstract"}) &&
      contains(lower, size - size / 3, size, {"conclusion", "concluding remarks"})) {
    return {true, "abstract in the first third and conclusion in the last"};  // 3.
  }
  if (pages > 20 || pages < 2) return {false, "more than 20 pages or fewer than 2"};  // 4.
  return {true, "2 to 20 pages with references"};
}

}  // namespace weft::crawl
