"""A real HTTP server on loopback that speaks chat completions and misbehaves as it is told."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def completion(content="drawn", reason="stop", **more):
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": reason}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "completion_tokens_details": {"reasoning_tokens": 3}}
    return {"id": "r-1", "model": "m-2", "system_fingerprint": "fp", "choices": [choice], "usage": usage, **more}


class Server:
    """Answers each request with the next step of a script: (status, body, headers) or a function of the handler."""

    def __init__(self, *script):
        self.script, self.requests, self.times = list(script), [], []
        self.lock = threading.Lock()
        self.open = self.most = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.asked = body["messages"][-1]["content"]
                with outer.lock:
                    outer.requests.append((self.path, body, {k.lower(): v for k, v in self.headers.items()}))
                    outer.times.append(time.monotonic())
                    step = outer.script.pop(0) if len(outer.script) > 1 else outer.script[0]
                    outer.open += 1
                    outer.most = max(outer.most, outer.open)
                try:
                    step(self) if callable(step) else self.answer(*step)
                except OSError:
                    pass
                finally:
                    with outer.lock:
                        outer.open -= 1

            def answer(self, status, body, headers=()):
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in headers:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *args):
        self.http.shutdown()
        self.http.server_close()


def drop(handler):
    """The connection breaks in the middle of the body."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"id": "r-1", "choices": [{"message": {"content": "half a')
    handler.wfile.flush()
    handler.connection.close()
    handler.close_connection = True


def drop_at_once(handler):
    handler.connection.close()
    handler.close_connection = True


def trickle(handler):
    """A byte now and then: no wait between two bytes is long, the whole takes for ever."""
    data = json.dumps(completion()).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    for i in range(len(data)):
        handler.wfile.write(data[i : i + 1])
        handler.wfile.flush()
        time.sleep(0.05)


OK = (200, completion())
