// A person at the studio's desk, on lists ([Zheng] 10.4.2, experiment I).
//
// 1. The first record that is not shown as it is, is labelled: its values one after the other, those that are right
//    left out. The first value of an attribute on a page has others like it, which the studio outlines: if most of them
//    are values of the attribute, the person says "a row each" (kRows), which is part of labelling that record.
// 2. Everything is learned again after each act, as in the studio, and 1. goes on until the page is right. Records that
//    are shown and are none are taken away: each of them counts as one by hand, too.
// 3. The page is finished.

#include <algorithm>

#include "dom/path.h"
#include "eval/labelled_lists.h"
#include "site/label_desk.h"
#include "site/label_place.h"
#include "value/whole_value.h"

namespace weft::eval {
namespace {

using model::Label;
using site::Act;
using site::ActKind;

constexpr size_t kFewestLikes = 3;

class ListPerson {
 public:
  explicit ListPerson(const ListSite& site) : site_(site) {
    site::DeskInput input;
    for (const ListPage& page : site.pages) input.pages.push_back(&page.page);
    desk_ = std::make_unique<site::LabelDesk>(std::move(input));
  }

  SavedLabels label() {
    for (const ListPage& page : site_.pages) {
      page_ = &page.page;
      truth_ = label_rows(page.page, page.rows);
      correct();
      act(ActKind::kFinish, "", "", desk_->predictions(*desk_->find(page_->id)));
    }
    return saved_;
  }

 private:
  void act(ActKind kind, const std::string& attribute, const std::string& record,
           std::vector<Label> labels) {
    if (schema_.find(attribute) == nullptr && !labels.empty() && !attribute.empty()) {
      const std::string_view cells[] = {labels[0].value};
      schema_.attributes.push_back({.name = attribute, .type = value::column_type(cells)});
    }
    std::set<std::string> records;
    for (const Label& label : labels) {
      if (attribute.empty() || records.insert(label.record).second) continue;
      for (model::Attribute& one : schema_.attributes) one.set |= one.name == attribute;
    }
    for (Label& label : labels) {
      label.source = model::LabelSource::kPerson;
      label.confidence = 1;
    }
    acts_.push_back({.id = std::to_string(acts_.size()),
                     .page = page_->id,
                     .kind = kind,
                     .record = record,
                     .attribute = attribute,
                     .labels = std::move(labels)});
    const double begin = cpu_seconds();
    desk_->update(acts_, schema_);
    saved_.seconds += cpu_seconds() - begin;
  }

  // What the page shows: labels and predictions.
  [[nodiscard]] std::vector<Label> shown() const {
    const site::DeskPage& page = *desk_->find(page_->id);
    std::vector<Label> all = page.labels.labels;
    for (Label& label : desk_->predictions(page)) all.push_back(std::move(label));
    return all;
  }

  void correct() {
    const std::map<std::string, RecordPlaces> truth = places_by_record(truth_);
    saved_.records += truth.size();
    std::set<std::string> done;
    for (bool again = true; again;) {
      again = false;
      std::set<RecordPlaces> right;
      for (auto& [record, places] : places_by_record(shown())) right.insert(std::move(places));
      for (const auto& [record, places] : truth) {
        if (right.contains(places) || !done.insert(record).second) continue;
        ++saved_.by_hand;
        label_record(record);
        again = true;
        break;
      }
    }
    take_away(truth);
  }

  // The shown record with most of these places; a new number if there is none.
  [[nodiscard]] std::string shown_as(const RecordPlaces& places) const {
    std::string best;
    size_t most = 0, next = 0;
    for (const auto& [record, own] : places_by_record(shown())) {
      const auto same = std::count_if(own.begin(), own.end(),
                                      [&](const auto& place) { return places.contains(place); });
      if (static_cast<size_t>(same) > most) most = static_cast<size_t>(same), best = record;
      next = std::max<size_t>(next, std::strtoull(record.c_str(), nullptr, 10) + 1);
    }
    return most > 0 ? best : std::to_string(next);
  }

  // Its values as they stand on the page.
  void label_record(const std::string& record) {
    std::map<std::string, std::vector<Label>> values;
    std::map<dom::NodeId, std::string> order;
    for (const Label& label : truth_) {
      if (label.record != record) continue;
      const auto place = site::place_of(page_->document, label);
      if (values[label.attribute].empty() && place) order.emplace(place->node, label.attribute);
      values[label.attribute].push_back(label);
    }
    const RecordPlaces places = places_by_record(truth_).at(record);
    for (const auto& [node, attribute] : order) {
      const std::vector<Label>& labels = values.at(attribute);
      if (is_right(attribute, places)) continue;
      if (is_first(attribute) && say_rows(labels.front()) && is_right(attribute, places)) continue;
      put(attribute, shown_as(places), labels);
    }
    const std::string name = shown_as(places);
    const RecordPlaces shown_now = places_by_record(shown())[name];
    for (const auto& [attribute, place] : shown_now) {
      if (!values.contains(attribute)) put(attribute, name, {});
    }
  }

  [[nodiscard]] bool is_right(const std::string& attribute, const RecordPlaces& places) const {
    const auto of_attribute = [&](const RecordPlaces& all) {
      RecordPlaces some;
      for (const auto& place : all) {
        if (place.first == attribute) some.insert(place);
      }
      return some;
    };
    const auto all = places_by_record(shown());
    const auto own = all.find(shown_as(places));
    return own != all.end() && of_attribute(own->second) == of_attribute(places);
  }

  [[nodiscard]] bool is_first(const std::string& attribute) const {
    const std::vector<Label> all = shown();
    return std::none_of(all.begin(), all.end(),
                        [&](const Label& one) { return one.attribute == attribute; });
  }

  // "12 like this": "a row each", where most of them are values of the attribute.
  bool say_rows(const Label& label) {
    const dom::Document& doc = page_->document;
    const auto place = site::place_of(doc, label);
    if (!place || place->span) return false;
    const dom::NodeId element = doc.is_element(place->node) ? place->node : doc.parent(place->node);
    const std::vector<dom::NodeId> likes = site::alike(doc, element);
    const std::vector<std::string> records = site::records_at(doc, own_of_others(label), likes);
    std::set<std::pair<std::string, std::string>> values;
    for (const auto& [record, places] : places_by_record(truth_))
      values.insert(places.begin(), places.end());
    std::vector<Label> rows;
    for (size_t i = 0; i < likes.size(); ++i)
      rows.push_back(site::label_at(*page_, {.node = likes[i], .attribute = place->attribute},
                                    label.attribute, records[i]));
    size_t right = 0;
    for (const auto& [record, places] : places_by_record(rows)) {
      for (const auto& one : places) right += values.contains(one) ? 1 : 0;
    }
    if (likes.size() < kFewestLikes || 2 * right <= likes.size()) return false;
    act(ActKind::kRows, label.attribute, "0", std::move(rows));
    return true;
  }

  [[nodiscard]] std::vector<Label> own_of_others(const Label& label) const {
    std::vector<Label> others = desk_->find(page_->id)->labels.labels;
    std::erase_if(others, [&](const Label& one) { return one.attribute == label.attribute; });
    return others;
  }

  void put(const std::string& attribute, const std::string& record, std::vector<Label> labels) {
    for (Label& label : labels) label.record = record;
    if (labels.empty())
      act(ActKind::kMissing, attribute, record, {});
    else
      act(ActKind::kLabel, attribute, record, std::move(labels));
  }

  void take_away(const std::map<std::string, RecordPlaces>& truth) {
    std::set<RecordPlaces> right;
    for (const auto& [record, places] : truth) right.insert(places);
    const std::vector<Label> all = shown();
    for (const auto& [record, places] : places_by_record(all)) {
      if (right.contains(places)) continue;
      ++saved_.taken_away;
      for (const Label& label : all) {
        if (label.record == record) act(ActKind::kReject, label.attribute, record, {label});
      }
    }
  }

  const ListSite& site_;
  const model::Page* page_ = nullptr;
  std::vector<Label> truth_;  // Of the page.
  model::Schema schema_;
  std::vector<Act> acts_;
  std::unique_ptr<site::LabelDesk> desk_;
  SavedLabels saved_;
};

}  // namespace

SavedLabels count_saved_at_desk(const ListSite& site) { return ListPerson(site).label(); }

}  // namespace weft::eval
