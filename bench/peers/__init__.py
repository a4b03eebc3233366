"""The peers, one file each, called as they are installed; none of their code is here.

To add one: a file with a `PEER`, its name in `FILES`, its pinned package in `requirements.in`.
"""

from importlib import import_module

from bench.contender import Contender

FILES = (
    "agno_minimax",
    "any_llm_xml",
    "html_parser",
    "livekit_strip",
    "llm_stream_parser_tags",
    "ollama_think_parser",
    "openvino_reasoning",
    "pydantic_ai_parts",
    "thinkstrip_filter",
    "transformers_literal",
    "transformers_regex",
)


def importable_peers() -> tuple[list[Contender], dict[str, str]]:
    """Every peer that this interpreter has, and why the others are missing."""
    peers: list[Contender] = []
    missing: dict[str, str] = {}
    for file in FILES:
        try:
            peers.append(import_module(f"bench.peers.{file}").PEER)
        except ImportError as error:
            missing[file] = str(error)
    return peers, missing
