// What stands behind the public types (include/weft), and the way between them and the library's own.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "annotate/domain.h"
#include "extract/site_extractor.h"
#include "model/page.h"
#include "model/record.h"
#include "model/schema.h"
#include "model/wrapper.h"
#include "select/node_ref.h"
#include "site/raw_page.h"
#include "weft/domain.h"
#include "weft/page.h"
#include "weft/record.h"
#include "weft/schema.h"
#include "weft/wrapper.h"

namespace weft::api {

struct PageState {
  model::Page page;
  // Of a page made by Page::without(): the page before, whose source it borrows, and where each of
  // its nodes is now, kGone if nowhere.
  static constexpr uint32_t kGone = UINT32_MAX;
  std::shared_ptr<const PageState> before = nullptr;
  std::vector<uint32_t> places = {};
};

struct WrapperState {
  std::shared_ptr<const model::Wrapper> wrapper;
  extract::SiteExtractor extractor;  // Runs the wrapper, types and weighs what it gives.
  Schema schema;
};

// Friend of the public classes.
struct Access {
  static Page page(model::Page page);
  static Page page(std::shared_ptr<const PageState> state) { return Page(std::move(state)); }
  static const model::Page& page(const Page& page) { return page.state_->page; }
  static Node node(std::shared_ptr<const PageState> page, select::NodeRef ref);
  static select::NodeRef ref(const Node& node);
  static const std::shared_ptr<const PageState>& state(const Page& page) { return page.state_; }
  static const std::shared_ptr<const PageState>& state(const Node& node) { return node.page_; }
  static Result<Wrapper> wrapper(std::shared_ptr<const model::Wrapper> wrapper,
                                 model::Schema schema);
  static const annotate::Domain& domain(const Domain& domain);
  static const WrapperState& wrapper(const Wrapper& wrapper) { return *wrapper.state_; }
};

std::vector<const model::Page*> pointers(std::span<const Page> pages);
// Documents cannot be copied: the source is parsed again.
std::vector<model::Page> copies(std::span<const Page> pages);
site::RawPage raw_page(std::string html, const PageOptions& options);

Schema schema_of(const model::Schema& schema);
// Fails with kInvalidArgument for an unknown type.
Result<model::Schema> schema_of(const Schema& schema);
Record record_of(const model::Record& record);
std::vector<Record> records_of(const model::Extraction& extraction);

}  // namespace weft::api
