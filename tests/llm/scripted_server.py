from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = str | int | bytes | None
"""What the server does: says that text, answers that status, sends those bytes, or (None) hangs until it ends."""


class ScriptedServer:
    """Speaks the OpenAI form, from a script, and keeps what it was asked."""

    def __init__(self, script: list[Step]) -> None:
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.ended = threading.Event()
        self.base_url = ""


@contextmanager
def scripted_server(*script: Step) -> Iterator[ScriptedServer]:
    state = ScriptedServer(list(script))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            state.requests.append(json.loads(self.rfile.read(size)))
            state.headers.append(dict(self.headers))
            step = state.script.pop(0)
            if step is None:
                state.ended.wait(30)
                return
            status = step if isinstance(step, int) else 200
            body = step if isinstance(step, bytes) else b"{}"
            if isinstance(step, str):
                body = json.dumps({"choices": [{"message": {"role": "assistant", "content": step}}]}).encode()
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"{state.base_url}/elsewhere")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
