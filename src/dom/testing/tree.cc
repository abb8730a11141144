#include "dom/testing/tree.h"

#include "base/check.h"
#include "dom/builder.h"

namespace weft::dom::testing {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

std::string_view take_name(std::string_view text, size_t& at) {
  const size_t begin = at;
  while (at < text.size() && is_name_char(text[at])) ++at;
  WEFT_CHECK(at > begin);
  return text.substr(begin, at - begin);
}

}  // namespace

Document tree(std::string_view text) {
  DocumentBuilder builder;
  int depth = 0;
  bool pending = false;  // An element is open and may still get children.
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '(') {
      WEFT_CHECK(pending);
      pending = false;
      ++depth;
      ++at;
      continue;
    }
    if (pending) builder.close();
    pending = false;
    if (c == ' ' || c == '\n') {
      ++at;
    } else if (c == ')') {
      WEFT_CHECK(depth-- > 0);
      builder.close();
      ++at;
    } else if (c == '\'') {
      const size_t close = text.find('\'', at + 1);
      WEFT_CHECK(close != std::string_view::npos);
      builder.text(text.substr(at + 1, close - at - 1));
      at = close + 1;
    } else {
      builder.open(take_name(text, at));
      std::string classes;
      while (at < text.size() && (text[at] == '.' || text[at] == '#')) {
        const char mark = text[at++];
        const std::string_view word = take_name(text, at);
        if (mark == '#') {
          builder.attribute("id", word);
        } else {
          classes += (classes.empty() ? "" : " ") + std::string(word);
        }
      }
      if (!classes.empty()) builder.attribute("class", classes);
      pending = true;
    }
  }
  if (pending) builder.close();
  WEFT_CHECK(depth == 0);
  return builder.finish();
}

std::string to_string(const Document& doc, NodeId n) {
  std::string out;
  uint32_t depth = doc.depth(n);
  for (const NodeId x : doc.subtree(n)) {
    if (!doc.is_element(x) && !doc.is_text(x)) continue;
    const uint32_t here = doc.depth(x);
    if (x != n) {
      if (here > depth) {
        out += '(';
      } else {
        out.append(depth - here, ')');
        out += ' ';
      }
    }
    depth = here;
    if (doc.is_text(x)) {
      out += '\'' + std::string(doc.text(x)) + '\'';
      continue;
    }
    out += doc.name_text(x);
  }
  out.append(depth - doc.depth(n), ')');
  return out;
}

std::vector<Document> all_trees(uint32_t max_nodes, std::string_view tags) {
  // A tree of n nodes in document order is its list of depths; each node's depth is between 1 and
  // one more than its predecessor's.
  std::vector<Document> trees;
  std::vector<uint32_t> depths{1};
  std::vector<uint32_t> names{0};
  const auto emit = [&] {
    DocumentBuilder builder;
    uint32_t open = 0;
    for (size_t i = 0; i < depths.size(); ++i) {
      while (open >= depths[i]) {
        builder.close();
        --open;
      }
      builder.open(tags.substr(names[i], 1));
      ++open;
    }
    trees.push_back(builder.finish());
  };
  for (uint32_t size = 1; size <= max_nodes; ++size) {
    depths.assign(size, 2);
    depths[0] = 1;
    while (true) {
      names.assign(size, 0);
      while (true) {
        emit();
        size_t digit = 0;
        while (digit < size && ++names[digit] == tags.size()) names[digit++] = 0;
        if (digit == size) break;
      }
      // The next list of depths: raise the last one that can be raised, reset what follows.
      size_t at = size;
      while (at-- > 1 && depths[at] > depths[at - 1]) {
      }
      if (at == 0 || at == SIZE_MAX) break;
      ++depths[at];
      for (size_t i = at + 1; i < size; ++i) depths[i] = 2;
    }
  }
  return trees;
}

Document chain(uint32_t length) {
  DocumentBuilder builder;
  for (uint32_t i = 0; i < length; ++i) builder.open("a");
  return builder.finish();
}

std::vector<NodeId> children(const Document& doc, NodeId n) {
  std::vector<NodeId> out;
  for (const NodeId child : doc.children(n)) {
    if (doc.is_element(child)) out.push_back(child);
  }
  return out;
}

NodeId find(const Document& doc, std::string_view name_or_id) {
  for (const NodeId n : doc.nodes()) {
    if (!doc.is_element(n)) continue;
    if (name_or_id.front() == '#' ? doc.attribute(n, atoms::kId) == name_or_id.substr(1)
                                  : doc.name_text(n) == name_or_id) {
      return n;
    }
  }
  WEFT_CHECK(false && "no such element in the test tree");
  return kNoNode;
}

}  // namespace weft::dom::testing
