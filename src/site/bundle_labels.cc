// Labels, acts and proposals of a bundle. Acts are the authority; the labels are what they come to,
// kept so that others can read them without knowing acts.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/json.h"
#include "model/label_file.h"
#include "site/bundle.h"
#include "site/bundle_state.h"
#include "warc/writer.h"

namespace weft::site {
namespace {

constexpr char kActColumns[] =
    "SELECT acts.number, acts.id, acts.page, acts.at, acts.body, acts.undone, templates.name "
    "FROM acts JOIN templates ON templates.id = acts.template ";

Result<Act> read_act(const Statement& row) {
  WEFT_ASSIGN(Act act, read_json_text<Act>(row.text(4), "act"));
  act.number = row.integer(0);
  act.id = row.text(1);
  act.page = row.text(2);
  act.at = row.text(3);
  act.undone = row.integer(5) != 0;
  act.template_name = row.text(6);
  for (model::Label& label : act.labels) label.page = act.page;
  return act;
}

template <typename... Parameters>
Result<std::vector<Act>> select_acts(Database& database, std::string_view condition,
                                     const Parameters&... parameters) {
  WEFT_ASSIGN(Statement statement,
              ask(database, std::string(kActColumns) + std::string(condition), parameters...));
  std::vector<Act> acts;
  WEFT_TRY(statement.each([&](const Statement& row) -> Status {
    WEFT_ASSIGN(Act act, read_act(row));
    acts.push_back(std::move(act));
    return {};
  }));
  return acts;
}

// Keeps the labels that a page comes to. Part of a transaction.
Status keep_labels(Database& database, int64_t template_id, const std::string& page) {
  WEFT_ASSIGN(const auto acts, select_acts(database,
                                           "WHERE acts.template = ?1 AND (acts.page = ?2 OR "
                                           "acts.page = '') ORDER BY acts.number",
                                           template_id, page));
  PageLabels state;
  for (const Act& act : acts) apply_act(state, act);
  WEFT_TRY(
      run(database, "DELETE FROM labels WHERE template = ?1 AND page = ?2", template_id, page));
  for (model::Label& label : state.labels) {
    WEFT_TRY(run(database, "INSERT INTO labels VALUES (?1, ?2, ?3, ?4)", template_id, page,
                 state.finished, dump_json(write_json(label))));
  }
  return {};
}

// The labels of one page, or of all pages with acts.
Status keep_labels_after(Database& database, int64_t template_id, const std::string& page) {
  if (!page.empty()) return keep_labels(database, template_id, page);
  WEFT_ASSIGN(
      const auto pages,
      select(database, first_text,
             "SELECT DISTINCT page FROM acts WHERE template = ?1 AND page <> ''", template_id));
  for (const std::string& one : pages) WEFT_TRY(keep_labels(database, template_id, one));
  return {};
}

Status next_revision(Database& database) {
  return run(database,
             "INSERT INTO facts VALUES ('label_revision', '1') ON CONFLICT (key) DO UPDATE SET "
             "value = CAST(value AS INTEGER) + 1");
}

}  // namespace

Result<Act> Bundle::add_act(Act act) {
  Database& database = state_->database;
  const Status done = state_->write("act", act.template_name, name_of(act.kind), [&]() -> Status {
    WEFT_ASSIGN(auto known, select_acts(database, "WHERE acts.id = ?1", act.id));
    if (!known.empty()) {
      act = std::move(known.front());
      return {};
    }
    WEFT_ASSIGN(const int64_t id, state_->template_id(act.template_name));
    for (model::Label& label : act.labels) label.page = act.page;
    act.at = warc::warc_date_now();
    WEFT_TRY(run(database,
                 "INSERT INTO acts (id, template, page, at, body, undone) VALUES (?1, ?2, ?3, "
                 "?4, ?5, ?6)",
                 act.id, id, act.page, act.at, dump_json(write_json(act)), act.undone));
    WEFT_ASSIGN(act.number, database.integer("SELECT last_insert_rowid()"));
    WEFT_TRY(keep_labels_after(database, id, act.page));
    return next_revision(database);
  });
  if (!done.ok()) return done.error();
  return act;
}

Status Bundle::put_labels(std::string_view template_name, const std::vector<model::Label>& labels) {
  std::map<std::string, std::vector<model::Label>> by_page;
  for (const model::Label& label : labels) by_page[label.page].push_back(label);
  WEFT_ASSIGN(const KeptLabels kept, this->labels(template_name));
  for (auto& [page, now] : by_page) {
    std::vector<model::Label> gone;
    for (const model::Label& one : kept.labels) {
      if (one.page == page && std::find(now.begin(), now.end(), one) == now.end())
        gone.push_back(one);
    }
    std::erase_if(now, [&](const model::Label& one) {
      return std::find(kept.labels.begin(), kept.labels.end(), one) != kept.labels.end();
    });
    if (gone.empty() && now.empty() && kept.finished.contains(page)) continue;
    const std::string id = fmt::format(
        "{:016x}",
        hash_bytes(model::write_labels(now) + page, static_cast<uint64_t>(kept.labels.size())));
    Act act{.id = id + "-", .template_name = std::string(template_name), .page = page};
    act.kind = ActKind::kRemove;
    act.labels = std::move(gone);
    if (!act.labels.empty()) WEFT_TRY(add_act(act));
    act.id = id;
    act.kind = ActKind::kFinish;
    act.labels = std::move(now);
    WEFT_TRY(add_act(act));
  }
  return {};
}

Status Bundle::mark_act(int64_t number, bool undone) {
  Database& database = state_->database;
  return state_->write(undone ? "undo" : "redo", std::to_string(number), "", [&]() -> Status {
    WEFT_ASSIGN(const auto acts, select_acts(database, "WHERE acts.number = ?1", number));
    if (acts.empty())
      return Error{ErrorCode::kNotFound, fmt::format("the journal has no act {}", number)};
    WEFT_ASSIGN(const int64_t id, state_->template_id(acts.front().template_name));
    WEFT_TRY(run(database, "UPDATE acts SET undone = ?2 WHERE number = ?1", number, undone));
    WEFT_TRY(keep_labels_after(database, id, acts.front().page));
    return next_revision(database);
  });
}

Result<std::vector<Act>> Bundle::acts(std::string_view template_name) const {
  if (!state_->has_labels) return std::vector<Act>();
  return select_acts(state_->database, "WHERE templates.name = ?1 ORDER BY acts.number",
                     template_name);
}

Result<KeptLabels> Bundle::labels(std::string_view template_name) const {
  if (!state_->has_labels) return KeptLabels();
  WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
  WEFT_ASSIGN(
      Statement statement,
      ask(state_->database,
          "SELECT page, finished, label FROM labels WHERE template = ?1 ORDER BY rowid", id));
  KeptLabels kept;
  WEFT_TRY(statement.each([&](const Statement& row) -> Status {
    WEFT_ASSIGN(model::Label label, read_json_text<model::Label>(row.text(2), "label"));
    kept.labels.push_back(std::move(label));
    if (row.integer(1) != 0) kept.finished.insert(std::string(row.text(0)));
    return {};
  }));
  return kept;
}

Result<int64_t> Bundle::label_revision() const {
  return state_->database.integer("SELECT value FROM facts WHERE key = 'label_revision'");
}

Result<int64_t> Bundle::add_proposal(const Proposal& proposal) {
  int64_t number = 0;
  const Status done = state_->write("propose", proposal.template_name, "", [&]() -> Status {
    WEFT_ASSIGN(const int64_t id, state_->template_id(proposal.template_name));
    WEFT_TRY(run(state_->database,
                 "INSERT INTO proposals (template, created_at, wrapper, proof) VALUES (?1, ?2, ?3, "
                 "?4)",
                 id, warc::warc_date_now(), proposal.wrapper, proposal.proof));
    WEFT_ASSIGN(number, state_->database.integer("SELECT last_insert_rowid()"));
    return {};
  });
  if (!done.ok()) return done.error();
  return number;
}

Result<std::vector<Proposal>> Bundle::proposals(std::string_view state) const {
  if (!state_->has_labels) return std::vector<Proposal>();
  return select(
      state_->database,
      [](const Statement& row) {
        return Proposal{row.integer(0),           std::string(row.text(1)),
                        std::string(row.text(2)), std::string(row.text(3)),
                        std::string(row.text(4)), std::string(row.text(5)),
                        std::string(row.text(6))};
      },
      "SELECT proposals.id, templates.name, proposals.created_at, wrapper, proof, state, "
      "decided_at "
      "FROM proposals JOIN templates ON templates.id = proposals.template "
      "WHERE ?1 = '' OR state = ?1 ORDER BY proposals.id DESC",
      state);
}

Status Bundle::decide_proposal(int64_t id, bool accepted) {
  const std::string_view state = accepted ? "accepted" : "rejected";
  return state_->write(accepted ? "accept" : "reject", std::to_string(id), "", [&]() -> Status {
    WEFT_ASSIGN(const auto before, select_one(state_->database, first_text,
                                              "SELECT state FROM proposals WHERE id = ?1", id));
    if (!before) return Error{ErrorCode::kNotFound, fmt::format("there is no proposal {}", id)};
    if (*before != "open")
      return Error{ErrorCode::kInvalidArgument, fmt::format("proposal {} was {}", id, *before)};
    return run(state_->database, "UPDATE proposals SET state = ?2, decided_at = ?3 WHERE id = ?1",
               id, state, warc::warc_date_now());
  });
}

}  // namespace weft::site
