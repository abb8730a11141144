#include "base/uri.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft {
namespace {

bool is_scheme(std::string_view text) {
  if (text.empty() || !is_ascii_alpha(text[0])) return false;
  for (const char c : text) {
    if (!is_ascii_alpha(c) && !is_ascii_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return true;
}

bool is_web(std::string_view scheme) { return scheme == "http" || scheme == "https"; }

// Drops what browsers drop and encodes what a URI may not contain.
std::string clean(std::string_view reference) {
  std::string out;
  bool in_query = false;
  for (const char c : trim(reference)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (c == '?' || c == '#') in_query = true;
    if (c == '\\' && !in_query) {
      out += '/';
    } else if (byte <= 0x20 || byte >= 0x7F || c == '"' || c == '<' || c == '>') {
      out += fmt::format("%{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

// RFC 3986, 5.2.4, over segments instead of characters.
std::string remove_dot_segments(std::string_view path) {
  std::string out;
  const bool absolute = path.starts_with('/');
  if (absolute) path.remove_prefix(1);
  for (bool last = false; !last;) {
    const size_t slash = path.find('/');
    last = slash == std::string_view::npos;
    const std::string_view segment = path.substr(0, slash);
    path.remove_prefix(last ? path.size() : slash + 1);
    if (segment == "..") {
      const size_t cut = out.find_last_of('/');
      out.resize(cut == std::string::npos ? 0 : cut);
      if (last) out += '/';
    } else if (segment == ".") {
      if (last) out += '/';
    } else {
      if (absolute || !out.empty()) out += '/';
      out += segment;
    }
  }
  return out;
}

// RFC 3986, 5.2.3.
std::string merge(const UriParts& base, std::string_view path) {
  if (base.authority && base.path.empty()) return "/" + std::string(path);
  const size_t slash = base.path.find_last_of('/');
  return std::string(base.path.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) +
         std::string(path);
}

std::string lower_host(std::string_view authority) {
  const size_t at = authority.find_last_of('@');
  const size_t host = at == std::string_view::npos ? 0 : at + 1;
  return std::string(authority.substr(0, host)) + ascii_lower(authority.substr(host));
}

// RFC 3986, 5.3.
std::string recompose(std::string_view scheme, std::optional<std::string_view> authority,
                      std::string_view path, std::optional<std::string_view> query,
                      std::optional<std::string_view> fragment) {
  std::string out = ascii_lower(scheme) + ":";
  const bool web = is_web(std::string_view(out).substr(0, out.size() - 1));
  if (authority) out += "//" + lower_host(*authority);
  out += web && path.empty() ? "/" : path;
  if (query) (out += '?') += *query;
  if (fragment) (out += '#') += *fragment;
  return out;
}

}  // namespace

UriParts split_uri(std::string_view text) {
  UriParts parts;
  if (const size_t hash = text.find('#'); hash != std::string_view::npos) {
    parts.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (const size_t mark = text.find('?'); mark != std::string_view::npos) {
    parts.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  const size_t colon = text.find_first_of(":/");
  if (colon != std::string_view::npos && text[colon] == ':' && is_scheme(text.substr(0, colon))) {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    const size_t slash = std::min(text.find('/'), text.size());
    parts.authority = text.substr(0, slash);
    text.remove_prefix(slash);
  }
  parts.path = text;
  return parts;
}

std::string host_of(std::string_view authority) {
  if (const size_t at = authority.find_last_of('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const size_t bracket = authority.find(']');
  const size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  return ascii_lower(authority.substr(0, colon));
}

std::string resolve_uri(std::string_view base_text, std::string_view reference_text) {
  const std::string reference_clean = clean(reference_text);
  const UriParts reference = split_uri(reference_clean);
  if (reference.scheme) {
    const bool hierarchical = reference.authority || reference.path.starts_with('/');
    return recompose(
        *reference.scheme, reference.authority,
        hierarchical ? remove_dot_segments(reference.path) : std::string(reference.path),
        reference.query, reference.fragment);
  }
  const std::string base_clean = clean(base_text);
  const UriParts base = split_uri(base_clean);
  if (!base.scheme) return "";
  if (reference.authority) {
    return recompose(*base.scheme, reference.authority, remove_dot_segments(reference.path),
                     reference.query, reference.fragment);
  }
  if (reference.path.empty()) {
    return recompose(*base.scheme, base.authority, base.path,
                     reference.query ? reference.query : base.query, reference.fragment);
  }
  const std::string path = remove_dot_segments(
      reference.path.starts_with('/') ? std::string(reference.path) : merge(base, reference.path));
  return recompose(*base.scheme, base.authority, path, reference.query, reference.fragment);
}

}  // namespace weft
