"""`weft mcp` with the official client, in every mode it has."""

import asyncio
import json
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ.get("WEFT_PROGRAM") or str(ROOT / "build/weft")

pytest.importorskip("mcp")
if not os.access(PROGRAM, os.X_OK):
    pytest.skip("there is no program weft", allow_module_level=True)


def session(mode, *calls, root=ROOT / "examples/pages"):
    from mcp import StdioServerParameters
    from mcp.client import Client
    from mcp.client.stdio import stdio_client

    async def run():
        server = StdioServerParameters(command=PROGRAM, args=["mcp", "--root", str(root)])
        async with Client(stdio_client(server), mode=mode) as client:
            tools = (await client.list_tools()).tools
            return tools, [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_every_era_of_the_protocol(mode):
    tools, (article, missing) = session(
        mode, ("article", {"page": "news.html"}), ("text", {"page": "../../README.md"})
    )
    assert {tool.name for tool in tools} == {
        "fetch", "text", "article", "mine", "select", "learn", "extract", "explain",
    }
    assert article.structured_content["title"] == "Quay Street bridge reopens"
    assert missing.is_error
    assert "--root" in missing.content[0].text


def test_an_agent_learns_a_wrapper_and_runs_it(tmp_path):
    for n in range(1, 6):
        (tmp_path / f"{n}.html").write_text(f"<h1>Lamp {n}</h1><p>Price: <b>{n}.50</b></p>")
    pages = [f"{n}.html" for n in range(1, 5)]
    labels = [{"title": f"Lamp {n}", "price": f"{n}.50"} for n in (1, 2)] + [None, None]
    _, (learned, extracted) = session(
        "auto",
        ("learn", {"pages": pages, "labels": labels, "name": "lamps"}),
        ("extract", {"pages": ["5.html"], "wrapper": "lamps"}),
        root=tmp_path,
    )
    assert learned.structured_content["wrapper"] == "lamps"
    [record] = extracted.structured_content["pages"][0]["records"]
    assert "Lamp 5" in str(record) and "5.50" in str(record)


def test_answers_are_bounded():
    _, (mined, selected) = session(
        "auto",
        ("mine", {"page": "list.html", "max_records": 2}),
        ("select", {"page": "list.html", "query": "//h1 | //h2", "max_nodes": 1}),
    )
    table = mined.structured_content["tables"][0]
    assert table["record_count"] > len(table["records"]) == 2
    assert len(selected.structured_content["nodes"]) <= 1
    assert json.loads(mined.content[0].text) == mined.structured_content
