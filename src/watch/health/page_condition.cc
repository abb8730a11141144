// In order: the status decides if it says no; a page without text is empty; a page with the
// structure of its template is believed, whatever words it uses; then phrases, first in title and
// headings, and in the text only where the page has become short:
//
//   <h1>Page not found</h1>, status 200                      soft-missing
//   <h1>Just a moment</h1>, forty words                      blocked
//   a review that says "the lamp was not found", 900 words   fine
#include "watch/health/page_condition.h"

#include <array>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "value/words.h"
#include "watch/health/parameters.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

using Phrases = std::span<const std::string_view>;

constexpr ConditionParameters kCondition;

// What such pages say, in lower case: English first, then German, French, Spanish, Italian, Dutch and
// Portuguese.
// clang-format off
constexpr std::string_view kWall[] = {
    "captcha", "are you a robot", "are you human", "verify you are human", "not a robot", "unusual traffic",
    "access denied", "access to this page has been denied", "attention required", "checking your browser",
    "just a moment", "bot detection", "automated access", "request blocked", "you have been blocked",
    "too many requests", "pardon our interruption", "enable javascript and cookies to continue",
    "zugriff verweigert",
    "accès refusé",
    "acceso denegado",
    "accesso negato",
    "toegang geweigerd",
    "acesso negado"};

constexpr std::string_view kMissing[] = {
    "404", "page not found", "not found", "page does not exist", "page doesn't exist", "no longer available",
    "no longer exists", "could not be found", "couldn't find", "can't find the page", "has been removed",
    "nicht gefunden", "existiert nicht", "nicht mehr verfügbar",
    "introuvable", "n'existe pas", "n'est plus disponible",
    "no encontrada", "no existe", "ya no está disponible",
    "non trovata", "non esiste",
    "niet gevonden", "bestaat niet",
    "não encontrada", "não existe"};

// The site is down, said with status 200. Such pages are short; a long one headed "scheduled
// maintenance" offers a job.
constexpr std::string_view kFailing[] = {
    "internal server error", "server error", "bad gateway", "gateway timeout", "gateway time-out",
    "service unavailable", "service temporarily unavailable", "service is unavailable",
    "site is temporarily unavailable", "web server is down", "connection timed out",
    "error establishing a database connection", "error 500", "error 502", "error 503", "error 504",
    "error has occurred", "error occurred", "something went wrong", "down for maintenance",
    "under maintenance", "scheduled maintenance",
    "serverfehler", "dienst nicht verfügbar", "vorübergehend nicht erreichbar", "wartungsarbeiten",
    "erreur interne", "erreur serveur", "service indisponible", "site en maintenance",
    "error interno", "error del servidor", "servicio no disponible", "en mantenimiento",
    "errore interno", "errore del server", "servizio non disponibile", "in manutenzione",
    "interne serverfout", "tijdelijk niet beschikbaar",
    "erro interno", "erro no servidor", "serviço indisponível", "em manutenção"};

constexpr std::string_view kLogin[] = {
    "log in", "sign in", "login", "log into", "subscribe to continue", "members only", "create an account",
    "anmelden", "einloggen",
    "se connecter", "connectez-vous",
    "iniciar sesión",
    "accedi",
    "inloggen",
    "entrar na sua conta"};
// clang-format on

std::optional<std::string_view> find_phrase(std::string_view text, Phrases phrases) {
  for (const std::string_view phrase : phrases) {
    if (text.find(phrase) != std::string_view::npos) return phrase;
  }
  return std::nullopt;
}

// Title and headings of the first two levels, in lower case.
std::string prominent_text(const dom::Document& doc) {
  std::string out;
  for (const dom::NodeId n : doc.nodes()) {
    const dom::Atom name = doc.name(n);
    if (name != dom::atoms::kTitle && name != dom::atoms::kH1 && name != dom::atoms::kH2) continue;
    out += dom::normalized_text(doc, n).substr(0, kCondition.heading_bytes) + "\n";
    if (out.size() > kCondition.read_bytes) break;
  }
  return ascii_lower(out);
}

bool asks_for_password(const dom::Document& doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kInput) continue;
    const auto type = doc.attribute(n, dom::atoms::kType);
    if (type && equals_ignoring_ascii_case(*type, "password")) return true;
  }
  return false;
}

PageCondition by_phrases(const model::Page& page, uint64_t words, const PageBaseline& baseline) {
  const dom::Document& doc = page.document;
  const bool shrunk =
      words < kCondition.short_page || !reaches(words, kCondition.shrunk, baseline.words);
  const std::string prominent = prominent_text(doc);
  const std::string body =
      shrunk ? ascii_lower(dom::visible_text(doc, doc.root()).substr(0, kCondition.read_bytes))
             : "";
  const auto headed = [&](Phrases phrases) -> std::optional<std::string> {
    const auto phrase = find_phrase(prominent, phrases);
    return phrase ? std::optional(fmt::format("the page is headed “{}”", *phrase)) : std::nullopt;
  };
  const auto said = [&](Phrases phrases) -> std::optional<std::string> {
    if (auto reason = headed(phrases)) return reason;
    const auto phrase = find_phrase(body, phrases);
    return phrase ? std::optional(fmt::format("the page says little more than “{}”", *phrase))
                  : std::nullopt;
  };
  if (const auto reason = said(kWall)) return {PageState::kBlocked, *reason};
  // A heading says more than the rest: the number of a failed request may well contain 404.
  if (const auto reason = headed(kMissing)) return {PageState::kSoftMissing, *reason};
  const Phrases failing = shrunk ? Phrases(kFailing) : Phrases();
  if (const auto reason = headed(failing)) return {PageState::kError, *reason};
  if (const auto reason = said(kMissing)) return {PageState::kSoftMissing, *reason};
  if (const auto reason = said(failing)) return {PageState::kError, *reason};
  if (shrunk && asks_for_password(doc)) {
    const auto reason = said(kLogin);
    return {PageState::kLoginWall, reason.value_or("the page asks for a password")};
  }
  return {};
}

}  // namespace

std::span<const std::string_view> names_of(PageState) {
  static constexpr std::string_view kNames[] = {"fine",    "unreachable",  "forbidden",
                                                "gone",    "soft-missing", "error",
                                                "blocked", "login-wall",   "empty"};
  return kNames;
}

uint64_t count_words(const dom::Document& doc) {
  return value::words_of(dom::visible_text(doc, doc.root())).size();
}

PageCondition judge_status(int status) {
  const auto with = [&](PageState state) {
    return PageCondition{state, fmt::format("HTTP status {}", status)};
  };
  if (status == 404 || status == 410) return with(PageState::kGone);
  if (status == 401 || status == 407) return with(PageState::kLoginWall);
  if (status == 403 || status == 429 || status == 451) return with(PageState::kBlocked);
  if (status >= 400 || (status >= 300 && status != 304)) return with(PageState::kError);
  return {};
}

PageCondition judge_page(const model::Page& page, const PageBaseline& baseline) {
  const PageCondition by_status = judge_status(page.status);
  if (by_status.state != PageState::kFine) return by_status;
  const uint64_t words = count_words(page.document);
  if (words == 0) return {PageState::kEmpty, "the page has no text"};
  if (baseline.looks_the_same) return {};
  return by_phrases(page, words, baseline);
}

}  // namespace weft::watch
