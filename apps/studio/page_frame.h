// PageFrame: a page of the web as a person may look at it: all of its looks, none of its powers.
//
// Written from the Document, by lists of what is allowed. Every element carries data-w, its NodeId, so
// that what a browser makes of the text again does not matter. What runs, loads, moves or frames is gone:
// scripts, on…, addresses of links and forms, <base>, <meta>, every <link> but style sheets, srcset, nested
// frames, objects, media; a policy alone does not stop all of these (preconnect, meta refresh, nested
// frames open connections). Images, styles and fonts become addresses of our own.
//
// The rest is said by headers (server.cc): a content security policy with a nonce for our pointer script.
#pragma once

#include <string>
#include <string_view>

#include "model/page.h"
#include "url/css_rewrite.h"

namespace weft::studio {

using url::Readdress;
using url::Wanted;

struct FrameOptions {
  Readdress readdress;           // Addresses are absolute, or data: as they are.
  std::string_view nonce;        // Of the pointer script.
  std::string_view pointer;      // The script; empty: none, as for thumbnails.
  bool styles = true;            // Otherwise as a browser without style sheets shows it.
  size_t most_nodes = SIZE_MAX;  // The rest is left out.
};

// The frame's document, in UTF-8. O(page), without recursion.
std::string frame_html(const model::Page& page, const FrameOptions& options);

// Where a page is: its URL, or that of its file.
std::string address_of(const model::Page& page);
// What addresses of a page are meant from: its <base>, else its own address.
std::string base_of(const model::Page& page);

// An address of a page or style sheet, absolute; empty for what is none, or is no http(s). Beside saved pages, whose
// base is a file, files are, too.
std::string absolute_address(std::string_view address, std::string_view base);

// What bytes are, by their first ones, where a browser may show them: "image/png", "font/woff2",
// "image/svg+xml"; empty for anything else.
std::string_view sniffed_type(std::string_view bytes);

}  // namespace weft::studio
