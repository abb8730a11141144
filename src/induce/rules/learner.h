// Learner: labels on sample pages to a rules wrapper ([Vertex] III-C).
//
//   const auto learned = learn({.pages = sample, .labels = labels});
//   if (learned.ok()) use(wrap::RulesWrapper(learned->rules));
//
// The sample holds labelled and unlabelled pages alike: a page with at least one label is labelled,
// and lacks the attributes it has no label for; the others show which rules hold in general. About
// ten of them suffice.
//
// Labels with the same page, record, attribute and value are occurrences of one value: any of them
// may be meant. A label without a path is looked for on its page (model/locate.h).
//
// Records. If labels of one page name several records, a rule for the records' elements is learned
// first and the attributes relative to it. A nested set is named by dots (offers.price) and its
// items by a slash in the record (record "0/2" is item 2 of record 0).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "induce/rules/attribute_learner.h"
#include "model/inducer.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// Two places that cannot both be right.
struct Contradiction {
  std::string page;
  std::string attribute;
  std::string first;   // indexed path of the labelled place
  std::string second;  // the other place
  std::string message;
};

struct Learned {
  wrap::RecordRules rules;
  std::vector<Contradiction> contradictions;
  // Labels that point nowhere, attributes without a rule.
  std::vector<std::string> problems;
};

// What rules ask of pages, kept from one lesson for the next of the same pages: most of the time of a lesson goes
// into it. And what attributes had taught: a click is about one of them. One thread at a time.
class KeptSample {
 public:
  // That of the call before where the pages are the same. REQUIRES: the pages outlive the next call.
  CandidateTables& of(const std::vector<const model::Page*>& pages, const Reach& reach);
  // learn_attribute, unless it learned the same before; `context` says what else than these it hangs on.
  wrap::AttributeRules learn(CandidateTables& tables, const AttributeRequest& request,
                             const wrap::TypedPatterns& patterns, const LearnOptions& options,
                             uint64_t context);

 private:
  std::vector<const model::Page*> pages_;
  std::unique_ptr<SampleColumns> columns_;
  std::unique_ptr<CandidateTables> tables_;  // Of the pages as a whole.
  std::map<uint64_t, wrap::AttributeRules> known_;
};

// Fails with kInvalidArgument when there are no labels, or a label names a page that is not in the
// sample, or a pattern that RE2 does not read; with kNotFound when no label could be found on its
// page; with kTimeout when it was stopped. The variant is not looked at: `options` say more.
Result<Learned> learn(const model::InducerInput& input, const LearnOptions& options = {});
Result<Learned> learn(const model::InducerInput& input, const LearnOptions& options,
                      KeptSample& kept);

}  // namespace weft::induce
