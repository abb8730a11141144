// Pinned rules: what a person wrote or chose for an attribute, in the place of what is learned.
//
//   WEFT_TRY(pin_rule(bundle, "product", "price", "css or XPath, or the number of a learned rule"));
//
// A pin is part of the wrapper (wrap::AttributeRules::pinned). Bundle::put_wrapper carries it from the
// version in force into every later one, so that neither learning nor repair replaces it; watching
// judges what it gives as it judges other rules. Learned rules stay behind it, for the day on which it
// is taken back.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/wrapper.h"
#include "site/bundle.h"

namespace weft::site {

// Names of the attributes that have one: "price", "offers.price".
std::set<std::string> pinned_attributes(const model::Wrapper& wrapper);

// The learned wrapper with the pins of the one before; null if there is none to carry. Fails with
// kInvalidArgument when the learned one is of a kind, or lacks a set of records, that cannot hold them.
Result<std::unique_ptr<model::Wrapper>> with_pins_of(const model::Wrapper& before,
                                                     const model::Wrapper& learned);

// Puts a version of the template's wrapper in which `rule`, XPath or CSS or the number of a learned
// rule from 1, is the attribute's; an attribute or a wrapper that is not there is made. What bellwethers
// are known to say is renewed by it. Fails with kInvalidArgument for a rule that is none, that begins at
// the document though records have elements, or that finds nothing on any bellwether; kUnsupported for
// wrappers that are not rules; kNotFound. Returns the version.
Result<uint32_t> pin_rule(Bundle& bundle, const std::string& template_name,
                          const std::string& attribute, const std::string& rule);

// Takes a pin back: the learned rules count again. Fails with kNotFound when there is none.
Result<uint32_t> unpin_rule(Bundle& bundle, const std::string& template_name,
                            const std::string& attribute);

}  // namespace weft::site
