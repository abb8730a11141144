// Pages, nodes and queries.

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "convert.h"

namespace weft::python {
namespace {

using namespace nb::literals;
using TextList = nb::typed<nb::list, nb::str>;
using NodeList = nb::typed<nb::list, Node>;

constexpr const char* kUtf8Page = "text/html; charset=utf-8";

Page parse(nb::handle html, const std::string& url, const std::string& id,
           const std::string& content_type) {
  const Bytes bytes(html);
  const PageOptions options{
      .url = url, .id = id, .content_type = bytes.is_text() ? kUtf8Page : content_type};
  const nb::gil_scoped_release released;
  return Page::parse(bytes.view(), options);
}

NodeList node_list(const std::vector<Node>& nodes) {
  nb::list list;
  for (const Node& node : nodes) list.append(nb::cast(node));
  return NodeList(std::move(list));
}

nb::dict attributes_of(const Node& node) {
  nb::dict all;
  for (const auto& [name, value] : node.attributes()) all[text(name)] = text(value);
  return all;
}

const char* kind_name(const Node& node) {
  switch (node.kind()) {
    case Node::Kind::kDocument:
      return "document";
    case Node::Kind::kElement:
      return "element";
    case Node::Kind::kText:
      return "text";
    case Node::Kind::kComment:
      return "comment";
    case Node::Kind::kDoctype:
      return "doctype";
    case Node::Kind::kAttribute:
      return "attribute";
  }
  return "";
}

// As a parser would report it: ("start", name, attributes), ("data", text), ("comment", text),
// ("end", name). Without recursion: depth comes from the web.
nb::list events_of(const Node& top) {
  nb::list events;
  struct Open {
    std::vector<Node> children;
    size_t next = 0;
    std::string name;
  };
  std::vector<Open> open;
  const auto enter = [&](const Node& node) {
    switch (node.kind()) {
      case Node::Kind::kElement:
        events.append(nb::make_tuple("start", text(node.name()), attributes_of(node)));
        open.push_back({node.children(), 0, std::string(node.name())});
        break;
      case Node::Kind::kText:
        events.append(nb::make_tuple("data", text(node.raw_text())));
        break;
      case Node::Kind::kComment:
        events.append(nb::make_tuple("comment", text(node.raw_text())));
        break;
      default:
        break;
    }
  };
  enter(top);
  while (!open.empty()) {
    if (open.back().next < open.back().children.size()) {
      const Node child = open.back().children[open.back().next++];
      enter(child);
    } else {
      events.append(nb::make_tuple("end", text(open.back().name)));
      open.pop_back();
    }
  }
  return events;
}

Query::Value variable_of(nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::int_>(value) || nb::isinstance<nb::float_>(value))
    return nb::cast<double>(value);
  if (nb::isinstance<nb::list>(value)) return nb::cast<std::vector<Node>>(value);
  return nb::cast<std::string>(nb::str(value));
}

nb::object evaluate(const Query& query, const Node& from, const nb::dict& given) {
  Query::Variables variables;
  for (const auto& [name, value] : given)
    variables.emplace(nb::cast<std::string>(name), variable_of(value));
  Result<Query::Value> result = [&] {
    const nb::gil_scoped_release released;
    return query.evaluate(from, variables);
  }();
  const Query::Value value = take(std::move(result));
  if (const bool* truth = std::get_if<bool>(&value)) return nb::bool_(*truth);
  if (const double* number = std::get_if<double>(&value)) return nb::float_(*number);
  if (const std::string* string = std::get_if<std::string>(&value)) return text(*string);
  return node_list(std::get<std::vector<Node>>(value));
}

Query compile_xpath(std::string_view expression,
                    const std::map<std::string, std::string>& namespaces) {
  return take(Query::xpath(expression, namespaces));
}

Page without(const Page& page, const std::vector<Node>& nodes) { return page.without(nodes); }

}  // namespace

void bind_pages(nb::module_& module) {
  nb::class_<Page>(module, "Page")
      .def_static("parse", &parse, "html"_a, "url"_a = "", "id"_a = "", "content_type"_a = "")
      .def_static(
          "read",
          [](const std::string& path, const std::string& url) {
            Result<Page> page = [&] {
              const nb::gil_scoped_release released;
              return Page::read(path, {.url = url});
            }();
            return take(std::move(page), PyExc_FileNotFoundError);
          },
          "path"_a, "url"_a = "")
      .def_prop_ro("id", [](const Page& page) { return text(page.id()); })
      .def_prop_ro("url", [](const Page& page) { return text(page.url()); })
      .def("text", [](const Page& page) { return text(page.text()); })
      .def("html", [](const Page& page) { return text(page.html()); })
      .def("root", &Page::root)
      .def("at", [](const Page& page, std::string_view path) { return take(page.at(path)); })
      .def("without", &without)
      .def("counterpart", &Page::counterpart);

  nb::class_<Node>(module, "Node")
      .def_prop_ro("kind", &kind_name)
      .def_prop_ro("name", [](const Node& node) { return text(node.name()); })
      .def_prop_ro("position", &Node::position)
      .def("text", [](const Node& node) { return text(node.text()); })
      .def("raw_text", [](const Node& node) { return text(node.raw_text()); })
      .def("outer_html", [](const Node& node) { return text(node.outer_html()); })
      .def("attributes",
           [](const Node& node) {
             return nb::typed<nb::dict, nb::str, nb::str>(attributes_of(node));
           })
      .def("path", [](const Node& node) { return text(node.path()); })
      .def("page", &Node::page)
      .def("parent", &Node::parent)
      .def("children", [](const Node& node) { return node_list(node.children()); })
      .def("events", &events_of)
      .def("__eq__", [](const Node& a, const Node& b) { return a == b; })
      .def("__hash__", &Node::position);

  nb::class_<Query>(module, "Query")
      .def_static("css", [](std::string_view selector) { return take(Query::css(selector)); })
      .def_static("xpath", &compile_xpath, "expression"_a,
                  "namespaces"_a = std::map<std::string, std::string>())
      .def("run", &evaluate, "node"_a, "variables"_a)
      .def("to_xpath", [](const Query& query) { return text(query.to_xpath()); });
}

}  // namespace weft::python
