// ClassWrapper: the smallest wrapper there is, for tests: one record a page, each attribute the
// text at one class.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "model/wrapper.h"

namespace weft::extract::testing {

// Attribute → class of the element that holds it.
std::shared_ptr<const model::Wrapper> class_wrapper(std::map<std::string, std::string> classes);

}  // namespace weft::extract::testing
