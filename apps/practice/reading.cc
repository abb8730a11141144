// Homepages and news with block truth. Facts are drawn first, then a layout shows them; what is written as a field enters the truth.
// Tested by reading_test.cc.

#include "practice/reading.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "practice/random.h"
#include "practice/vocabulary.h"

namespace weft::practice {
namespace {

// clang-format off
constexpr std::string_view kPositions[] = {
    "Professor", "Associate Professor", "Assistant Professor", "Senior Lecturer", "Research Fellow", "PhD Student",
    "Postdoctoral Researcher", "Director of Research", "Principal Scientist", "Professor of Computer Science", "Reader in History",
    "Head of Laboratory", "Visiting Scholar", "Lecturer in Statistics", "Chief Engineer", "Dean of Studies"};
constexpr std::string_view kInstitutions[] = {
    "University of {}", "{} University", "{} Institute of Technology", "Technical University of {}", "{} College", "{} Research Labs"};
constexpr std::string_view kDepartments[] = {
    "Department of Computer Science", "School of Informatics", "Faculty of Mathematics", "Department of History", "Institute of Biology",
    "School of Engineering", "Department of Physics", "Centre for Data Science"};
constexpr std::string_view kInterests[] = {
    "I work on {} and {}.", "My research is about {} and, more and more, {}.", "Current projects: {}; {}.",
    "I am interested in {}, with side steps into {}."};
constexpr std::string_view kSentences[] = {
    "The council decided on Tuesday to look into {} once more, after two years without a decision.",
    "People who have lived there for decades say that {} has changed more than anything else in the region.",
    "A study of {} that was published last week found no sign of improvement, its authors said in a statement.",
    "“We cannot wait any longer,” said the head of the working group on {}, who asked for more money.",
    "Costs are expected to rise by {1} per cent, which is more than what had been set aside for {0}.",
    "Others disagree: they point to {}, which had been called hopeless and is now a model for the country.",
    "In the afternoon about {1} people gathered in front of the town hall to talk about {0}.",
    "Nobody was hurt, and work on {} will go on as planned until the end of the year."};
constexpr std::string_view kTeasers[] = {"Most read", "Also in this section", "More stories", "Editor’s picks", "You may like"};
// clang-format on

std::string of_topic(Random& random, std::string_view pattern) {
  const std::string topic(random.pick(vocabulary::kTopics));
  return fmt::format(fmt::runtime(pattern), topic, random.between(3, 480));
}

std::string ascii_letters(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (is_ascii_alpha(c)) letters += ascii_lower(c);
  }
  return letters;
}

// Writes fields, and remembers them.
class Sheet {
 public:
  explicit Sheet(ReadingPage& page) : page_(page) {}

  Sheet& raw(std::string_view html) {
    page_.html += html;
    return *this;
  }
  // In an element, or bare.
  Sheet& field(std::string_view label, std::string_view text, std::string_view open,
               std::string_view close) {
    page_.truth.push_back({std::string(label), std::string(text)});
    return raw(open).raw(text).raw(close);
  }
  Sheet& picture(std::string_view src, std::string_view size, std::string_view alt) {
    page_.truth.push_back({"picture", std::string(src)});
    return raw(fmt::format("<img src=\"{}\" {} alt=\"{}\">", src, size, alt));
  }

 private:
  ReadingPage& page_;
};

struct Facts {
  std::string name, position, department, affiliation, street, city, phone, fax, email, picture;
  bool has_fax = true, has_phone = true, has_picture = true, has_address = true;
};

Facts facts_of(uint64_t seed, uint32_t number, std::string& host) {
  Random random(seed, "person", number);
  Facts facts;
  const std::string first(random.pick(vocabulary::kFirstNames));
  const std::string last(random.pick(vocabulary::kLastNames));
  facts.name = random.chance(20) ? fmt::format("{} {}. {}", first,
                                               static_cast<char>('A' + random.below(26)), last)
                                 : first + " " + last;
  if (random.chance(15)) facts.name = "Dr. " + facts.name;
  facts.position = random.pick(kPositions);
  facts.department = random.pick(kDepartments);
  const std::string city(random.pick(vocabulary::kCities));
  facts.affiliation = fmt::format(fmt::runtime(random.pick(kInstitutions)), city);
  facts.street = fmt::format("{} {}", random.between(1, 299), random.pick(vocabulary::kStreets));
  facts.city = random.chance(50) ? fmt::format("{}, {} {}", city, random.chance(50) ? "CA" : "NY",
                                               random.between(10000, 99999))
                                 : fmt::format("{} {}", random.between(10000, 99999), city);
  const int area = random.between(201, 989), middle = random.between(200, 999);
  const auto phone = [&](int line) {
    switch (number % 3) {
      case 0:
        return fmt::format("({}) {}-{:04}", area, middle, line);
      case 1:
        return fmt::format("+1 {} {} {:04}", area, middle, line);
      default:
        return fmt::format("{}-{}-{:04}", area, middle, line);
    }
  };
  facts.phone = phone(random.between(1000, 9999));
  facts.fax = phone(random.between(1000, 9999));
  host = fmt::format("www.{}.example.edu", ascii_letters(facts.affiliation).substr(0, 12));
  const std::string local =
      random.chance(50) ? ascii_letters(last) : ascii_letters(first.substr(0, 1) + last);
  facts.email = random.chance(20) ? fmt::format("{} at {} dot edu", local, ascii_letters(city))
                                  : fmt::format("{}@{}.example.edu", local, ascii_letters(city));
  facts.picture = fmt::format("{}.jpg", random.chance(40)   ? ascii_letters(last)
                                        : random.chance(50) ? "photo"
                                                            : "img0412");
  facts.has_fax = random.chance(70);
  facts.has_phone = random.chance(90);
  facts.has_picture = random.chance(85);
  facts.has_address = random.chance(85);
  return facts;
}

// What follows the fields on most homepages: prose, publications, people.
void write_rest(Sheet& sheet, Random& random) {
  sheet.raw("<h2>Research</h2><p>")
      .raw(fmt::format(fmt::runtime(random.pick(kInterests)), random.pick(vocabulary::kTopics),
                       random.pick(vocabulary::kTopics)))
      .raw("</p><h2>Publications</h2><ul>");
  for (int i = random.between(2, 7); i > 0; --i)
    sheet.raw(fmt::format("<li>{} {}, {} {}: {} {}. {} {}.</li>",
                          random.pick(vocabulary::kFirstNames), random.pick(vocabulary::kLastNames),
                          random.pick(vocabulary::kFirstNames), random.pick(vocabulary::kLastNames),
                          random.pick(vocabulary::kTopicVerbs), random.pick(vocabulary::kTopics),
                          "Proceedings", random.between(1998, 2024)));
  sheet.raw("</ul>");
  if (random.chance(60)) {
    sheet.raw("<h2>Students</h2><ul>");
    for (int i = random.between(1, 5); i > 0; --i)
      sheet.raw(fmt::format("<li><a href=\"#\">{} {}</a></li>",
                            random.pick(vocabulary::kFirstNames),
                            random.pick(vocabulary::kLastNames)));
    sheet.raw("</ul>");
  }
  if (random.chance(40))
    sheet.raw(fmt::format("<p>Secretary: {} {}, office {}</p>",
                          random.pick(vocabulary::kFirstNames), random.pick(vocabulary::kLastNames),
                          random.between(100, 499)));
  if (random.chance(50)) sheet.raw("<img src=\"counter.gif\" width=60 height=20 alt=\"visitors\">");
  sheet.raw(fmt::format("<p><small>Last changed {}</small></p>", random.between(2001, 2024)));
}

void write_contact(Sheet& sheet, const Facts& facts, Random& random, std::string_view line_open,
                   std::string_view line_close) {
  const bool labels = random.chance(75);
  const auto label = [&](std::string_view text) {
    return labels ? std::string(text) : std::string();
  };
  if (facts.has_address)
    sheet.field("address", facts.street, line_open, line_close)
        .field("address", facts.city, line_open, line_close);
  if (facts.has_phone)
    sheet.field("phone", facts.phone, std::string(line_open) + label("Phone: "), line_close);
  if (facts.has_fax) sheet.field("fax", facts.fax, std::string(line_open) + "Fax: ", line_close);
  const bool linked = facts.email.find('@') != std::string::npos && random.chance(60);
  sheet.field("email", facts.email,
              std::string(line_open) + label("E-mail: ") +
                  (linked ? "<a href=\"mailto:" + facts.email + "\">" : ""),
              (linked ? "</a>" : "") + std::string(line_close));
}

std::string picture_size(Random& random) {
  const int width = random.between(110, 260);
  return fmt::format("width={} height={}", width, width + random.between(0, 90));
}

// Usual layouts: name above position beside or below a picture, contact below (Fig. 7.2).
void write_usual(Sheet& sheet, const Facts& facts, Random& random) {
  const std::string heading = random.chance(60) ? "h1" : "h2";
  const auto who = [&](std::string_view open, std::string_view close) {
    sheet.field("name", facts.name, "<" + heading + ">", "</" + heading + ">")
        .field("position", facts.position, open, close)
        .field("affiliation", facts.department, open, close)
        .field("affiliation", facts.affiliation, open, close);
  };
  const auto picture = [&] {
    if (facts.has_picture)
      sheet.picture(facts.picture, picture_size(random), random.chance(50) ? facts.name : "");
  };
  switch (random.below(4)) {
    case 0:  // A table: picture left, all else right.
      sheet.raw("<table><tr><td>");
      picture();
      sheet.raw("</td><td>");
      who("<p>", "</p>");
      write_contact(sheet, facts, random, "<p>", "</p>");
      sheet.raw("</td></tr></table>");
      break;
    case 1:  // Centred, one below the other.
      sheet.raw("<div style=\"text-align:center\">");
      picture();
      who("<div>", "</div>");
      sheet.raw("</div><div class=contact>");
      write_contact(sheet, facts, random, "<div>", "</div>");
      sheet.raw("</div>");
      break;
    case 2:  // A side bar with picture and contact.
      sheet.raw("<div style=\"float:left;width:260px\">");
      picture();
      sheet.raw("<div>");
      write_contact(sheet, facts, random, "<div>", "</div>");
      sheet.raw("</div></div><div style=\"margin-left:280px\">");
      who("<p>", "</p>");
      sheet.raw("</div>");
      break;
    default:  // Lines broken by <br>.
      who("<b>", "</b><br>");
      picture();
      sheet.raw("<p>");
      write_contact(sheet, facts, random, "", "<br>\n");
      sheet.raw("</p>");
  }
}

// Unusual ones: the name small or at the end, fields in rows of a table, contact before all else, picture far away.
void write_unusual(Sheet& sheet, const Facts& facts, Random& random) {
  switch (random.below(3)) {
    case 0:
      write_contact(sheet, facts, random, "<div style=\"text-align:right;font-size:12px\">",
                    "</div>");
      sheet.field("affiliation", facts.affiliation, "<p>", "</p>")
          .field("affiliation", facts.department, "<p><i>", "</i></p>");
      write_rest(sheet, random);
      if (facts.has_picture) sheet.picture(facts.picture, picture_size(random), "");
      sheet.field("position", facts.position, "<p style=\"font-size:11px\">", "</p>")
          .field("name", facts.name, "<p style=\"font-size:12px;font-style:italic\">", "</p>");
      return;
    case 1:
      sheet.raw("<table>");
      for (const auto& [label, field, text] : {std::tuple{"Name", "name", facts.name},
                                               {"Title", "position", facts.position},
                                               {"Institution", "affiliation", facts.affiliation},
                                               {"Unit", "affiliation", facts.department}})
        sheet.field(field, text, fmt::format("<tr><th>{}</th><td>", label), "</td></tr>");
      sheet.raw("<tr><th>Contact</th><td>");
      write_contact(sheet, facts, random, "", "<br>");
      sheet.raw("</td></tr></table>");
      if (facts.has_picture) {
        sheet.raw("<p style=\"text-align:right\">");
        sheet.picture(facts.picture, picture_size(random), "me");
        sheet.raw("</p>");
      }
      break;
    default:
      if (facts.has_picture) sheet.picture(facts.picture, picture_size(random), facts.name);
      sheet.raw("<div style=\"columns:2\">");
      write_contact(sheet, facts, random, "<span>", "</span> | ");
      sheet.raw("</div>");
      sheet.field("position", facts.position, "<h1>", "</h1>")
          .field("name", facts.name, "<h3>", "</h3>")
          .field("affiliation", facts.affiliation, "<h3>", "</h3>")
          .field("affiliation", facts.department, "<p>", "</p>");
  }
  write_rest(sheet, random);
}

}  // namespace

ReadingPage homepage(uint64_t seed, uint32_t number) {
  ReadingPage page;
  page.usual = number % 4 != 3;
  std::string host;
  const Facts facts = facts_of(seed, number, host);
  Random random(seed, "layout", number);
  page.url = fmt::format("http://{}/~{}/", host, ascii_letters(facts.name).substr(0, 8));
  page.site = fmt::format("person{}", number);
  Sheet sheet(page);
  const std::string title = random.chance(60) ? facts.name + "'s Homepage"
                            : random.chance(50)
                                ? fmt::format("{} - {}", facts.name, facts.affiliation)
                                : std::string("Home");
  sheet.raw(fmt::format(
      "<!DOCTYPE html><html><head><title>{}</title><style>body{{font-family:{};margin:{}px;"
      "font-size:{}px}} h1{{font-size:{}px}} .contact{{font-size:{}px}}</style></head><body>",
      title, random.chance(50) ? "serif" : "sans-serif", random.between(4, 40),
      random.between(13, 17), random.between(22, 34), random.between(11, 16)));
  if (random.chance(50)) {
    sheet.raw(fmt::format("<div><img src=\"logo.gif\" width=120 height=60 alt=\"{} logo\"> ",
                          facts.affiliation));
    for (const char* link : {"Home", "Research", "Publications", "Teaching", "CV"})
      sheet.raw(fmt::format("<a href=\"{}.html\">{}</a> ", link, link));
    sheet.raw("</div>");
  }
  if (page.usual) {
    write_usual(sheet, facts, random);
    write_rest(sheet, random);
  } else {
    write_unusual(sheet, facts, random);
  }
  sheet.raw("</body></html>");
  return page;
}

ReadingPage news_page(uint64_t seed, uint32_t site, uint32_t number) {
  Random design(seed, "news site", site);
  Random random(hash_combine(seed, site), "story", number);
  ReadingPage page;
  page.site = fmt::format("news{}.example", site);
  page.url =
      fmt::format("http://www.{}/{}/story-{}.html", page.site, random.between(2010, 2024), number);
  Sheet sheet(page);
  const std::string title =
      fmt::format("{} {} in {}", random.pick(vocabulary::kTopicVerbs),
                  random.pick(vocabulary::kTopics), random.pick(vocabulary::kCities));
  const int width = design.between(480, 720), side = design.between(160, 300);
  const bool left = design.chance(50), table = design.chance(30);
  sheet.raw(
      fmt::format("<!DOCTYPE html><html><head><title>{} - The {} "
                  "Herald</title><style>body{{margin:0;font-size:{}px}}"
                  " h1{{font-size:{}px}} .top{{background:#{:06x};font-size:12px}} "
                  ".small{{font-size:10px}}</style></head><body>",
                  title, random.pick(vocabulary::kCities), design.between(13, 17),
                  design.between(22, 40), design.below(0xFFFFFF)));
  sheet.raw("<div class=top><img src=banner.gif width=468 height=60 alt=\"\"> ");
  for (const char* link : {"World", "Business", "Sport", "Culture", "Weather"})
    sheet.raw(fmt::format("<a href=\"/{}\">{}</a> ", link, link));
  sheet.raw("</div>");
  const auto aside = [&] {
    sheet.raw(
        table ? fmt::format("<td width={} valign=top>", side)
              : fmt::format("<div style=\"float:{};width:{}px\">", left ? "left" : "right", side));
    sheet.raw(fmt::format("<h3>{}</h3><ul>", design.pick(kTeasers)));
    for (int i = random.between(4, 9); i > 0; --i)
      sheet.raw(fmt::format("<li><a href=\"#{}\">{} {}</a></li>", i,
                            random.pick(vocabulary::kTopicVerbs),
                            random.pick(vocabulary::kTopics)));
    sheet.raw(
        "</ul><p>Advertisement: new bicycles at half the price, this week only, in all our "
        "shops.</p>");
    sheet.raw(table ? "</td>" : "</div>");
  };
  if (table) sheet.raw("<table><tr>");
  if (left || !table) aside();
  sheet.raw(table ? fmt::format("<td width={} valign=top>", width)
                  : fmt::format("<div style=\"width:{}px;margin-{}:{}px\">", width,
                                left ? "left" : "right", side + 20));
  sheet.field("title", title, "<h1>", "</h1>");
  sheet.raw(fmt::format("<p class=small>By {} {}, {}</p>", random.pick(vocabulary::kFirstNames),
                        random.pick(vocabulary::kLastNames), random.between(2010, 2024)));
  if (random.chance(60))
    sheet.raw(
        "<img src=story.jpg width=400 height=260 alt=\"\"><p class=small>Photo: a reader of this "
        "paper</p>");
  const auto paragraph = [&](int sentences) {
    std::string text;
    for (int n = sentences; n > 0; --n)
      text += (text.empty() ? "" : " ") + of_topic(random, random.pick(kSentences));
    return text;
  };
  const int style = random.chance(30) ? static_cast<int>(random.below(3)) : design.between(0, 2);
  if (style == 1) sheet.raw("<div><div>");
  const int paragraphs = random.between(3, 11);
  for (int i = 0; i < paragraphs; ++i) {
    if (i == 2 &&
        random.chance(40))  // An inset with the teaser of another story, in the same letters.
      sheet.raw(fmt::format("<table width={}><tr><td><b>{}</b><br>{}</td></tr></table>", width / 2,
                            design.pick(kTeasers), paragraph(1)));
    if (i > 1 && random.chance(15))
      sheet.field("content",
                  fmt::format("{} {}", random.pick(vocabulary::kTopicVerbs),
                              random.pick(vocabulary::kTopics)),
                  "<h3>", "</h3>");
    sheet.field("content", paragraph(random.between(1, 4)), style == 2 ? "" : "<p>",
                style == 2 ? "<br><br>" : "</p>");
  }
  if (style == 1) sheet.raw("</div></div>");
  if (random.chance(50))  // Who wrote it: visually like the story.
    sheet.raw(fmt::format("<p><i>{} {} has written about {} for this paper since {}.</i></p>",
                          random.pick(vocabulary::kFirstNames), random.pick(vocabulary::kLastNames),
                          random.pick(vocabulary::kTopics), random.between(1990, 2020)));
  if (random.chance(60)) {
    sheet.raw("<h3>Comments</h3>");
    for (int i = random.between(1, 5); i > 0; --i)
      sheet.raw(fmt::format("<p><b>{}</b></p><p>{}</p>", random.pick(vocabulary::kFirstNames),
                            paragraph(random.between(1, 3))));
  }
  sheet.raw(table ? "</td>" : "</div>");
  if (!left && table) aside();
  if (table) sheet.raw("</tr></table>");
  sheet.raw(
      "<div class=small style=\"clear:both\">Copyright of all texts and pictures with the Herald. "
      "No part of this site may be used elsewhere "
      "without asking us before.</div></body></html>");
  return page;
}

}  // namespace weft::practice
