// Generated web sites of university departments, for measuring focused crawls where no real site
// can be shipped. [Zheng] 5.4 crawled eighteen such sites.
//
// A department has people with homepages, publication lists and papers, research groups, courses
// with notes and homework, news, events and offices: a few thousand pages of which the papers are
// few and deep. Sites differ in the words of their links, in their addresses and in the size of
// every part. Documents are texts, and whether one is a paper is decided by the rules of 5.3.2, not
// by the generator.
#pragma once

#include <cstdint>

#include "crawl/plan/focus.h"

namespace weft::eval {

// The site with this number, the same at every call. Its first page is the front page; finished.
crawl::SiteLog department_site(uint64_t number);

}  // namespace weft::eval
