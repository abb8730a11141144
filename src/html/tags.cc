// The tables of the standard, filled at compile time into one row per element name, so that each
// question of tree construction ("is it special", "does it end list item scope", "what does its
// end tag do") is one load and one bit. Written as the standard writes them, category by category,
// to be compared with it line by line.
#include "html/tags.h"

#include <initializer_list>

namespace weft::html {
namespace {

using dom::Atom;
namespace a = dom::atoms;

using Table = std::array<TagInfo, a::kCount>;

constexpr void add_bits(Table& table, uint32_t bits, std::initializer_list<Atom> atoms) {
  for (const Atom atom : atoms) table[static_cast<uint32_t>(atom)].bits |= bits;
}

constexpr void set_start(Table& table, StartRule rule, std::initializer_list<Atom> atoms) {
  for (const Atom atom : atoms) table[static_cast<uint32_t>(atom)].start = rule;
}

constexpr void set_end(Table& table, EndRule rule, std::initializer_list<Atom> atoms) {
  for (const Atom atom : atoms) table[static_cast<uint32_t>(atom)].end = rule;
}

// Section 13.2.4.2, the stack of open elements.
constexpr void set_categories(Table& table) {
  add_bits(table, kSpecial | kItemStop,
           {a::kApplet,  a::kArea,       a::kArticle,  a::kAside,     a::kBase,       a::kBasefont,
            a::kBgsound, a::kBlockquote, a::kBody,     a::kBr,        a::kButton,     a::kCaption,
            a::kCenter,  a::kCol,        a::kColgroup, a::kDd,        a::kDetails,    a::kDir,
            a::kDl,      a::kDt,         a::kEmbed,    a::kFieldset,  a::kFigcaption, a::kFigure,
            a::kFooter,  a::kForm,       a::kFrame,    a::kFrameset,  a::kH1,         a::kH2,
            a::kH3,      a::kH4,         a::kH5,       a::kH6,        a::kHead,       a::kHeader,
            a::kHgroup,  a::kHr,         a::kHtml,     a::kIframe,    a::kImg,        a::kInput,
            a::kKeygen,  a::kLi,         a::kLink,     a::kListing,   a::kMain,       a::kMarquee,
            a::kMenu,    a::kMeta,       a::kNav,      a::kNoembed,   a::kNoframes,   a::kNoscript,
            a::kObject,  a::kOl,         a::kParam,    a::kPlaintext, a::kPre,        a::kScript,
            a::kSearch,  a::kSection,    a::kSelect,   a::kSource,    a::kStyle,      a::kSummary,
            a::kTable,   a::kTbody,      a::kTd,       a::kTemplate,  a::kTextarea,   a::kTfoot,
            a::kTh,      a::kThead,      a::kTitle,    a::kTr,        a::kTrack,      a::kUl,
            a::kWbr,     a::kXmp});
  add_bits(table, kSpecial, {a::kAddress, a::kDiv, a::kP});
  add_bits(table, kScope,
           {a::kApplet, a::kCaption, a::kHtml, a::kTable, a::kTd, a::kTh, a::kMarquee, a::kObject,
            a::kSelect, a::kTemplate});
  add_bits(table, kButtonScope, {a::kButton});
  add_bits(table, kListScope, {a::kOl, a::kUl});
  add_bits(table, kTableScope, {a::kHtml, a::kTable, a::kTemplate});
  add_bits(table, kModeTag,
           {a::kTd, a::kTh, a::kTr, a::kTbody, a::kThead, a::kTfoot, a::kCaption, a::kColgroup,
            a::kTable, a::kTemplate, a::kHead, a::kBody, a::kFrameset, a::kHtml});
  add_bits(
      table, kImpliedEnd,
      {a::kDd, a::kDt, a::kLi, a::kOptgroup, a::kOption, a::kP, a::kRb, a::kRp, a::kRt, a::kRtc});
  add_bits(table, kImpliedEndThorough,
           {a::kCaption, a::kColgroup, a::kTbody, a::kTd, a::kTfoot, a::kTh, a::kThead, a::kTr});
  add_bits(table, kTablePart, {a::kTable, a::kTbody, a::kTfoot, a::kThead, a::kTr});
  add_bits(table, kHeading, {a::kH1, a::kH2, a::kH3, a::kH4, a::kH5, a::kH6});
  add_bits(table, kBreaksOut,
           {a::kB,      a::kBig,    a::kBlockquote, a::kBody,    a::kBr,    a::kCenter, a::kCode,
            a::kDd,     a::kDiv,    a::kDl,         a::kDt,      a::kEm,    a::kEmbed,  a::kH1,
            a::kH2,     a::kH3,     a::kH4,         a::kH5,      a::kH6,    a::kHead,   a::kHr,
            a::kI,      a::kImg,    a::kLi,         a::kListing, a::kMenu,  a::kMeta,   a::kNobr,
            a::kOl,     a::kP,      a::kPre,        a::kRuby,    a::kS,     a::kSmall,  a::kSpan,
            a::kStrong, a::kStrike, a::kSub,        a::kSup,     a::kTable, a::kTt,     a::kU,
            a::kUl,     a::kVar});
}

// Section 13.2.6.4.7, "in body": start tags.
constexpr void set_start_rules(Table& table) {
  set_start(table, StartRule::kHtml, {a::kHtml});
  set_start(table, StartRule::kHead,
            {a::kBase, a::kBasefont, a::kBgsound, a::kLink, a::kMeta, a::kNoframes, a::kScript,
             a::kStyle, a::kTemplate, a::kTitle});
  set_start(table, StartRule::kBody, {a::kBody});
  set_start(table, StartRule::kFrameset, {a::kFrameset});
  set_start(table, StartRule::kBlock,
            {a::kAddress,  a::kArticle,    a::kAside,   a::kBlockquote, a::kCenter,
             a::kDetails,  a::kDialog,     a::kDir,     a::kDiv,        a::kDl,
             a::kFieldset, a::kFigcaption, a::kFigure,  a::kFooter,     a::kHeader,
             a::kHgroup,   a::kMain,       a::kMenu,    a::kNav,        a::kOl,
             a::kP,        a::kSearch,     a::kSection, a::kSummary,    a::kUl});
  set_start(table, StartRule::kHeading, {a::kH1, a::kH2, a::kH3, a::kH4, a::kH5, a::kH6});
  set_start(table, StartRule::kPre, {a::kPre, a::kListing});
  set_start(table, StartRule::kForm, {a::kForm});
  set_start(table, StartRule::kItem, {a::kLi, a::kDd, a::kDt});
  set_start(table, StartRule::kPlaintext, {a::kPlaintext});
  set_start(table, StartRule::kButton, {a::kButton});
  set_start(table, StartRule::kAnchor, {a::kA});
  set_start(table, StartRule::kFormatting,
            {a::kB, a::kBig, a::kCode, a::kEm, a::kFont, a::kI, a::kS, a::kSmall, a::kStrike,
             a::kStrong, a::kTt, a::kU});
  set_start(table, StartRule::kNobr, {a::kNobr});
  set_start(table, StartRule::kMarker, {a::kApplet, a::kMarquee, a::kObject});
  set_start(table, StartRule::kTable, {a::kTable});
  set_start(table, StartRule::kVoid, {a::kArea, a::kBr, a::kEmbed, a::kImg, a::kKeygen, a::kWbr});
  set_start(table, StartRule::kInput, {a::kInput});
  set_start(table, StartRule::kParam, {a::kParam, a::kSource, a::kTrack});
  set_start(table, StartRule::kRule, {a::kHr});
  set_start(table, StartRule::kImage, {a::kImage});
  set_start(table, StartRule::kTextarea, {a::kTextarea});
  set_start(table, StartRule::kXmp, {a::kXmp});
  set_start(table, StartRule::kIframe, {a::kIframe});
  set_start(table, StartRule::kNoembed, {a::kNoembed});
  set_start(table, StartRule::kNoscript, {a::kNoscript});
  set_start(table, StartRule::kSelect, {a::kSelect});
  set_start(table, StartRule::kOption, {a::kOption});
  set_start(table, StartRule::kOptgroup, {a::kOptgroup});
  set_start(table, StartRule::kRubyBase, {a::kRb, a::kRtc});
  set_start(table, StartRule::kRubyText, {a::kRp, a::kRt});
  set_start(table, StartRule::kMath, {a::kMath});
  set_start(table, StartRule::kSvg, {a::kSvg});
  set_start(table, StartRule::kSelectedContent, {a::kSelectedcontent});
  set_start(table, StartRule::kIgnored,
            {a::kCaption, a::kCol, a::kColgroup, a::kFrame, a::kHead, a::kTbody, a::kTd, a::kTfoot,
             a::kTh, a::kThead, a::kTr});
}

// The same, end tags.
constexpr void set_end_rules(Table& table) {
  set_end(table, EndRule::kTemplate, {a::kTemplate});
  set_end(table, EndRule::kBody, {a::kBody});
  set_end(table, EndRule::kHtml, {a::kHtml});
  set_end(table, EndRule::kBlock,
          {a::kAddress,    a::kArticle, a::kAside,   a::kBlockquote, a::kButton, a::kCenter,
           a::kDetails,    a::kDialog,  a::kDir,     a::kDiv,        a::kDl,     a::kFieldset,
           a::kFigcaption, a::kFigure,  a::kFooter,  a::kHeader,     a::kHgroup, a::kListing,
           a::kMain,       a::kMenu,    a::kNav,     a::kOl,         a::kPre,    a::kSearch,
           a::kSection,    a::kSelect,  a::kSummary, a::kUl});
  set_end(table, EndRule::kForm, {a::kForm});
  set_end(table, EndRule::kParagraph, {a::kP});
  set_end(table, EndRule::kItem, {a::kLi, a::kDd, a::kDt});
  set_end(table, EndRule::kHeading, {a::kH1, a::kH2, a::kH3, a::kH4, a::kH5, a::kH6});
  set_end(table, EndRule::kFormatting,
          {a::kA, a::kB, a::kBig, a::kCode, a::kEm, a::kFont, a::kI, a::kNobr, a::kS, a::kSmall,
           a::kStrike, a::kStrong, a::kTt, a::kU});
  set_end(table, EndRule::kMarker, {a::kApplet, a::kMarquee, a::kObject});
  set_end(table, EndRule::kBreak, {a::kBr});
}

// What the two above come to for the current node. Elements that decide about the insertion mode
// are left to the modes.
constexpr void set_plain_ends(Table& table) {
  for (uint32_t atom = 1; atom < a::kCount; ++atom) {
    TagInfo& info = table[atom];
    switch (info.end) {
      case EndRule::kOrdinary:
      case EndRule::kBlock:
      case EndRule::kItem:
      case EndRule::kParagraph:
      case EndRule::kHeading:
      case EndRule::kFormatting:
        if ((info.bits & kModeTag) == 0) info.bits |= kPlainEnd;
        break;
      default:
        break;
    }
  }
}

}  // namespace

constexpr std::array<TagInfo, a::kCount> kTagInfo = [] {
  Table table{};
  set_categories(table);
  set_start_rules(table);
  set_end_rules(table);
  set_plain_ends(table);
  return table;
}();

uint32_t foreign_bits(Atom atom, dom::Namespace name_space) {
  if (name_space == dom::Namespace::kSvg) {
    const bool point = atom == a::kForeignObject || atom == a::kDesc || atom == a::kTitle;
    return kForeign | kSvg | (point ? kSpecial | kScope | kItemStop | kHtmlIntegration : 0U);
  }
  if (atom == a::kMi || atom == a::kMo || atom == a::kMn || atom == a::kMs || atom == a::kMtext) {
    return kForeign | kSpecial | kScope | kItemStop | kMathIntegration;
  }
  return kForeign | (atom == a::kAnnotationXml ? kSpecial | kScope | kItemStop : 0U);
}

}  // namespace weft::html
