// Weft: web sites into tables. Everything a C++ program needs; each header stands by itself, too.
//
//   page.h      parse a page; its nodes and texts        select.h    XPath and CSS, compiled once
//   mine.h      tables of a page nobody labelled          learn.h     wrappers from a few labels
//   wrapper.h   run, explain, read and write them         template.h  wrappers from unlabelled pages
//   group.h     pages that share a template               domain.h    wrappers from knowledge alone
//   site.h      a site's rules on disk: extract, watch    warc.h      pages out of WARC files
//   record.h    what comes out                            schema.h    what is wanted
//   article.h   the main content of any page              parallel.h  many pages on all cores
//   result.h    a value, or why there is none
//
// Rules of the house
//   Ownership  every object owns what it needs, or shares it: a Node keeps its page alive.
//   Threads    const calls may run on several threads at once; whoever says otherwise says so.
//   Errors     Result<T>; nothing throws (but std::bad_alloc), prints or exits. Untidy HTML is no error.
//   Cost       stated where it is more than linear in the page.
#pragma once

#include "weft/article.h"
#include "weft/domain.h"
#include "weft/group.h"
#include "weft/learn.h"
#include "weft/mine.h"
#include "weft/page.h"
#include "weft/parallel.h"
#include "weft/record.h"
#include "weft/result.h"
#include "weft/schema.h"
#include "weft/select.h"
#include "weft/site.h"
#include "weft/template.h"
#include "weft/warc.h"
#include "weft/wrapper.h"
