// The rules of [Zheng] 5.3.2, and their way from the bytes of a PDF document.

#include "crawl/plan/document_text.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

const char* const kUrl = "https://cs.example.edu/~ann/icdm.pdf";

std::string paper_text() {
  return "Crawling\nAbstract\nWe crawl. " + std::string(3000, 'x') +
         "\nConclusion\nIt works.\nReferences\n[1] A. Author.";
}

// A document with a line of text for each line given, one page for each form feed.
std::string make_pdf(const std::string& text) {
  std::vector<std::string> pages(1, "BT /F1 10 Tf 40 800 Td 12 TL\n");
  std::string line;
  for (const char c : text + "\n") {
    if (c == '\n' || c == '\f') {
      pages.back() += "(" + line + ") Tj T*\n";
      line.clear();
    } else {
      line += c;
    }
    if (c == '\f') pages.emplace_back("BT /F1 10 Tf 40 800 Td 12 TL\n");
  }
  std::string kids;
  for (size_t i = 0; i < pages.size(); ++i) kids += fmt::format("{} 0 R ", 4 + 2 * i);
  std::string out = "%PDF-1.4\n";
  std::vector<size_t> offsets;
  const auto object = [&](const std::string& body) {
    offsets.push_back(out.size());
    out += fmt::format("{} 0 obj\n{}\nendobj\n", offsets.size(), body);
  };
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object(fmt::format("<< /Type /Pages /Kids [{}] /Count {} >>", kids, pages.size()));
  object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (size_t i = 0; i < pages.size(); ++i) {
    object(
        fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R "
                    "/Resources << /Font << /F1 3 0 R >> >> >>",
                    5 + 2 * i));
    object(fmt::format("<< /Length {} >>\nstream\n{}ET\nendstream", pages[i].size() + 2, pages[i]));
  }
  const size_t xref = out.size();
  out += fmt::format("xref\n0 {}\n0000000000 65535 f \n", offsets.size() + 1);
  for (const size_t offset : offsets) out += fmt::format("{:010} 00000 n \n", offset);
  return out + fmt::format("trailer << /Size {} /Root 1 0 R >>\nstartxref\n{}\n%%EOF\n",
                           offsets.size() + 1, xref);
}

TEST(PaperClassifierTest, AppliesTheRulesInOrder) {
  EXPECT_FALSE(classify_paper("https://x.example/~ann/CV.pdf", paper_text(), 8).paper);
  EXPECT_TRUE(classify_paper("https://x.example/~ann/cvpr.pdf", paper_text(), 8).paper);
  EXPECT_FALSE(classify_paper(kUrl, "Abstract " + std::string(900, 'x') + " conclusion", 8).paper)
      << "rule 2 comes before rule 3";
  EXPECT_TRUE(classify_paper(kUrl, paper_text(), 40).paper) << "rule 3 comes before rule 4";
  const std::string plain = std::string(900, 'x') + " Bibliography [1]";
  EXPECT_TRUE(classify_paper(kUrl, plain, 2).paper);
  EXPECT_FALSE(classify_paper(kUrl, plain, 1).paper);
  EXPECT_FALSE(classify_paper(kUrl, plain, 21).paper);
}

TEST(PdfTextTest, ReadsTextAndPages) {
  const auto read = pdf_text(make_pdf("Abstract\nWe crawl.\fConclusion\nReferences"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->pages, 2U);
  EXPECT_NE(read->text.find("We crawl."), std::string::npos);
  EXPECT_LT(read->text.find("Abstract"), read->text.find("References"));
  EXPECT_TRUE(classify_paper(kUrl, read->text, read->pages).paper);
}

TEST(PdfTextTest, CutsWhatIsTooLong) {
  const std::string pdf = make_pdf("one\ftwo\fthree");
  const auto pages = pdf_text(pdf, {.max_pages = 1});
  EXPECT_EQ(pages->pages, 3U);
  EXPECT_EQ(pages->text.find("two"), std::string::npos);
  EXPECT_LE(pdf_text(pdf, {.max_text = 2})->text.size(), 3U);
}

TEST(PdfTextTest, SurvivesWhatIsNoDocument) {
  EXPECT_EQ(pdf_text("<html>").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(pdf_text("").error().code, ErrorCode::kInvalidArgument);
  std::string damaged = make_pdf("Abstract\nReferences");
  for (size_t i = 40; i < damaged.size(); i += 97) damaged[i] = static_cast<char>(i);
  static_cast<void>(pdf_text(damaged).ok());
}

}  // namespace
}  // namespace weft::crawl
