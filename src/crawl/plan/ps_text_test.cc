#include "crawl/plan/document_text.h"

#include <string>

#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

std::string text_of(const std::string& document) {
  const auto read = ps_text(document);
  EXPECT_TRUE(read.ok());
  return read.ok() ? read->text : "";
}

// As dvips writes it at 300 dots an inch.
std::string dvips(const std::string& pages) {
  return "%!PS-Adobe-2.0\n%%Creator: dvips(k) 5.86\n%%EndComments\n%%BeginProcSet: tex.pro\n"
         "/TeXDict 250 dict def TeXDict begin /N{def}def /B{bind def}N /S{exch}N (not text) /p "
         "{show (nor this)} N end\n%%EndProcSet\n"
         "TeXDict begin 40258431 52099146 1000 300 300 (paper.dvi)\n@start /Fa 2 33 df<FF00(>E\n"
         "end %%EndProlog\n" +
         pages + "%%Trailer\nend (after) show\n%%EOF\n";
}

TEST(PsTextTest, JoinsWhatDvipsKernsAndParts) {
  EXPECT_EQ(text_of(dvips("%%Page: 1 1\nTeXDict begin 1 0 bop Fa 300 400 a(Abstract)0 500 y\n"
                          "Fb(W)-8 b(e)14 b(presen)n(t)i(a)f(metho)q(d)h(that)0 550 y(\\014nds)"
                          "14 b(e\\016cien)o(t)g(seeds.)eop end\n")),
            "Abstract We present a method that finds efficient seeds.");
}

TEST(PsTextTest, KnowsTheResolution) {
  std::string document = dvips("%%Page: 1 1\n1 0 bop Fa(a)14 b(b)28 b(c)eop\n");
  EXPECT_EQ(text_of(document), "a b c");
  document.replace(document.find("300 300"), 7, "600 600");
  EXPECT_EQ(text_of(document), "ab c");
}

TEST(PsTextTest, ReadsWhatOthersShow) {
  EXPECT_EQ(text_of("%!PS\n/box { (no) show } def (name) cvn (x) def\n"
                    "72 720 moveto (Refer) show (ences) 0 1 ashow 72 700 moveto (\\(1\\) A.\\n) "
                    "show (B (nested)) show showpage"),
            "name References (1) A. B (nested)\f");
}

TEST(PsTextTest, CountsPages) {
  EXPECT_EQ(ps_text(dvips("%%Page: 1 1\nFa(a)p eop\n%%Page: 2 2\nFa(b)p eop\n"))->pages, 2U);
  EXPECT_EQ(ps_text("%!PS\n(a) show showpage (b) show showpage (c) show showpage")->pages, 3U);
}

TEST(PsTextTest, SurvivesAnything) {
  EXPECT_FALSE(ps_text("%PDF-1.4").ok());
  EXPECT_FALSE(ps_text("").ok());
  for (const char* tail : {"(", "(\\", "(\\7", "<", "<<", "{{{{", "}}}}", "%", "%%Page:", "/", ")",
                           "(a", "16#ff", "%%BeginData: 5\n("})
    EXPECT_TRUE(ps_text(std::string("%!\n") + tail).ok()) << tail;
  EXPECT_TRUE(ps_text("%!\n" + std::string(1 << 20, '(')).ok());
  EXPECT_TRUE(ps_text("%!\n" + std::string(1 << 20, '{')).ok());
}

TEST(PsTextTest, LeavesOutWhatIsTooMuch) {
  std::string document = "%!\n";
  for (int i = 0; i < 1000; ++i) document += "(words) show ";
  EXPECT_LE(ps_text(document, 100)->text.size(), 105U);
}

TEST(PsTextTest, IsEnoughToKnowAPaper) {
  std::string pages;
  for (int page = 1; page <= 8; ++page) {
    pages += "%%Page: " + std::to_string(page) + "\n1 0 bop Fa 0 0 a";
    if (page == 1) pages += "(Abstr)o(act)0 9 y";
    for (int line = 0; line < 40; ++line) pages += "(some)14 b(w)o(ords)g(of)g(text)0 9 y";
    if (page == 8) pages += "(Conclusion)0 9 y(References)0 9 y([1])";
    pages += "eop\n";
  }
  const auto document = ps_text(dvips(pages));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->pages, 8U);
  EXPECT_TRUE(classify_paper("https://a.example/icdm.ps", document->text, document->pages).paper);
}

}  // namespace
}  // namespace weft::crawl
