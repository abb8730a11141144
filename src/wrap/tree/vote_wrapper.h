// VoteWrapper: the wrapper of kind "vote": several wrappers that vote on every value.
// Format: docs/formats/vote-wrapper.md.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/extraction.h"
#include "model/wrapper.h"

namespace weft::wrap {

// Side by side: the records that several wrappers find on one page, each beside its like.

// A value as one text to compare: leaves and lists alike, a list of one as its item; empty for
// null.
std::string value_key(const model::Value* value);

// The records of several extractions of one page, side by side. Row r holds for each extraction the
// record that is the same as that of the others, or null. Records are the same when they share the
// most values; those of the first extraction come first, in its order.
std::vector<std::vector<const model::Record*>> side_by_side(
    const std::vector<model::Extraction>& extractions);

struct Voter {
  std::unique_ptr<model::Wrapper> wrapper;
  std::map<std::string, double> weight;  // By attribute; others count 0.5.
};

struct Votes {
  // The first has the say on which records there are.
  std::vector<Voter> voters;
  // How many of the labelled records have an attribute; what nearly all have is seldom absent.
  std::map<std::string, double> share;
};

class VoteWrapper final : public model::Wrapper {
 public:
  // REQUIRES: at least one voter.
  explicit VoteWrapper(Votes votes) : votes_(std::move(votes)) {}

  [[nodiscard]] std::string_view kind() const override { return "vote"; }
  // Every value that wins has a confidence: higher the more of the others agree.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  // What the voters say, each by itself.
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const std::vector<Voter>& voters() const { return votes_.voters; }

 private:
  [[nodiscard]] double weight(size_t voter, const std::string& attribute) const;
  void vote(const std::vector<const model::Record*>& row, const std::string& attribute,
            model::Record& record) const;

  Votes votes_;
};

}  // namespace weft::wrap
