// List page: records found again on a page by their keys, and which of the values that stand there
// belong to which of them.
//
// A value belongs to the record with whose key it shares the smallest part of the page, if no other
// key is in that part:
//
//   <li> Oak lamp  € 20 </li>  <li> Elm lamp  € 20 </li>      one part a record
//
// Records without an element of their own share all parts. There most values show the way from key
// to value: behind the key and before the next one, or before it, on the page or in the key's
// column, where records stand side by side:
//
//   <tr> Oak lamp | Elm lamp </tr>  <tr> € 20 | € 20 </tr>    in the key's column
//
// Tested by record_repair_test.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/page.h"
#include "watch/page_values.h"
#include "watch/recall.h"

namespace weft::watch {

// A known record on a page where its key was found, with the values found beside the key; or a new
// one, which stands where known ones do.
struct FoundRecord {
  const Seen* known = nullptr;  // Null: a new one.
  dom::NodeId key = dom::kNoNode;
  std::map<std::string, std::vector<Recalled>> values;
  // What stands where other records have known values, and is not known itself: to learn from, no
  // proof.
  std::map<std::string, std::vector<Recalled>> filled;
};

struct ListPage {
  const model::Page* page = nullptr;
  std::vector<FoundRecord> records;
  bool crossed = false;          // Records stand side by side in columns, their values in rows.
  std::set<std::string> before;  // Attributes that stand before their record's key.
};

// Of each value of a record only the places that are the record's own are kept, and only values
// that have one. `key` is the attribute that tells records apart; with `also_before`, others may
// stand before it.
void keep_own_values(const std::string& key, bool also_before, ListPage& list);

// The record with whose key a value is alone; failing that, from whose key it stands as values of
// the attribute do. Null for none.
FoundRecord* record_around(ListPage& list, const std::string& attribute, const Recalled& value);

}  // namespace weft::watch
