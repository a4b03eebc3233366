"""Replays one chat completion of 2,000 chunks, over and over: `python -m bench.replay_server`.

Its chunks are those that llama.cpp's server sends, a word each, thoughts as tags or as a field.
Prints its address, a free port of loopback, on its first line of output, and ends with its input:
whoever started it may just go.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from bench.texts import CLOSER, OPENER, prose

KINDS: Final = ("tags", "fields")
CHUNKS: Final = 2_000


def recording(kind: str) -> bytes:
    """The body of a response: half thought, half answer."""
    words = [f" {word}" for word in prose(CHUNKS * 8).split()]
    thought, answer = words[: CHUNKS // 2], words[CHUNKS // 2 : CHUNKS]
    if kind == "tags":
        deltas = [{"content": text} for text in (OPENER, *thought, CLOSER, *answer)]
    else:
        deltas = [{"reasoning_content": text} for text in thought]
        deltas += [{"content": text} for text in answer]
    chunks = [_chunk({"role": "assistant", "content": None}), *map(_chunk, deltas)]
    chunks.append(_chunk({}, "stop"))
    return b"".join(_frame(json.dumps(chunk)) for chunk in chunks) + _frame("[DONE]")


def _chunk(delta: object, finish_reason: str | None = None) -> object:
    return {
        "choices": [{"finish_reason": finish_reason, "index": 0, "delta": delta}],
        "created": 1_760_000_000,
        "id": "chatcmpl-mZfCZwrDOT8RLQnEgSxMy1F7RAWbbtv9",
        "model": "tiny-reasoner",
        "system_fingerprint": "b1-0000000",
        "object": "chat.completion.chunk",
    }


def _frame(data: str) -> bytes:
    return f"data: {data}\n\n".encode()


class _Replay(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bodies: Final = {kind: recording(kind) for kind in KINDS}

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        body = self.bodies[self.path.split("/")[1]]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    """Serve until the input ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Replay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
