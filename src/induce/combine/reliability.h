// Reliability: how far each of several inducers is to be trusted with each attribute, judged by the
// labels (leaving out one page at a time, or some records of a single page) and by the unlabelled
// pages of the sample.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/inducer.h"

namespace weft::induce {

struct NamedInducer {
  std::string name;
  model::Inducer learn;
  double prior = 0.9;  // Expected success before any evidence.
};

struct Candidate {
  std::string inducer;
  std::unique_ptr<model::Wrapper> wrapper;  // Learned from all labels.
  std::map<std::string, double> weight;     // By attribute, 0 to 1.
  double overall = 0;                       // Mean weight over the attributes.
};

struct Candidates {
  std::vector<Candidate> members;       // Those that could learn, the most reliable first.
  std::map<std::string, double> share;  // Attribute -> share of the labelled records that have it.
  std::vector<std::string> problems;    // Of the most reliable member, and who could not learn.
};

// Learns with every one of `inducers` and judges the results. Fails as model::Inducer does, when
// none of them could learn.
Result<Candidates> judge_inducers(const std::vector<NamedInducer>& inducers,
                                  const model::InducerInput& input);

}  // namespace weft::induce
