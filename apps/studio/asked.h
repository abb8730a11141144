// A call that found its route: what its path, query and body name. For the files of the API alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "studio/api.h"
#include "studio/site.h"

namespace weft::studio {

struct Asked {
  const Call& call;
  Json body = Json::object();
  std::shared_ptr<StudioSite> site;  // Of {site} in the path.
  size_t page = 0;                   // Of {page}: one that there is.
  uint64_t number = 0;               // Of {job} or {id}.

  // Of the query, else of the body.
  [[nodiscard]] std::string template_name() const;
  // A number of the body; nothing if there is none.
  [[nodiscard]] std::optional<uint32_t> number_in(std::string_view name) const;
  // The page that the body or the query names. Fails with kInvalidArgument.
  [[nodiscard]] Result<size_t> named_page() const;
};

// A call that says something wrong.
Error bad(std::string message);

}  // namespace weft::studio
