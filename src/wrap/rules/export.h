// Export: a rules wrapper in forms that other programs run.
//
//   XSLT 1.0    any processor; gives the same values as RulesWrapper::apply, byte for byte
//   XPath       one expression per attribute, for reading and for tools that take XPath
//   parsel      a Python function for Scrapy and parsel
//   Crawl4AI    the JSON of its XPath extraction strategy; whole elements only, no parts of texts
//
// What a form cannot say is named by export_losses, so that nobody takes a part for the whole.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "wrap/rules/rule.h"

namespace weft::wrap {

enum class ExportForm { kXslt, kXPath, kParsel, kCrawl4ai };

// What the form cannot say of these rules, a sentence for each attribute concerned; none: it gives
// the wrapper's values. Fails with kUnsupported where no part is worth having: records without an
// element of their own (RecordGrouping), whose values would all run together.
Result<std::vector<std::string>> export_losses(const RecordRules& rules, ExportForm form);

// The attributes whose rule takes one text, while the form reads all of the element around it: the
// same where the element holds nothing else, which the rules do not tell.
std::vector<std::string> read_whole(const RecordRules& rules, ExportForm form);

// A stylesheet that turns a page into <records><record><field
// name="…">…</field></record></records>; nested records are <field
// name="…"><record>…</record></field>. Typed patterns have no XSLT 1.0 form: such a field holds the
// raw text, its type in an attribute (<field name="price" type="price">), and a comment in the
// stylesheet says so.
std::string to_xslt(const RecordRules& rules);

// Lines "attribute <TAB> XPath"; the record rule, if any, is called "(record)" and the others are
// relative to it.
std::string to_xpath_list(const RecordRules& rules);

// `patterns`: the regular expressions of typed attributes, by type.
std::string to_parsel(const RecordRules& rules, const std::map<std::string, std::string>& patterns);

std::string to_crawl4ai(const RecordRules& rules);

}  // namespace weft::wrap
