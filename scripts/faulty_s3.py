"""An S3 server for tests, with a proxy before it that answers some requests with faults.

Faults: 500, 503 with SlowDown, a connection closed before the request is passed on, and one closed after it, so that what was done has no
answer. `deny` answers every request with an error of S3, such as ("403", "AccessDenied"). The first upload of a name with `hold` in it is
passed on and never answered, and sets `held`. `before_get` is called with the path of each object that is asked for.
"""

import http.client
import random
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    """Moto's server in a process of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("moto's server did not start within 30 s")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Proxy(ThreadingHTTPServer):
    """Proxy with a share of faults. `requests` counts what came, `faults` what was spoilt, each by its kind."""

    daemon_threads = True
    KINDS = ("500", "503", "closed before", "closed after")

    def __init__(self, target: int, share: float = 0.0, seed: int = 0) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.share, self.deny = target, share, None
        self.random, self.lock = random.Random(seed), threading.Lock()
        self.requests, self.faults = 0, dict.fromkeys(self.KINDS, 0)
        self.hold, self.held = None, threading.Event()
        self.before_get = None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fault(self) -> str | None:
        with self.lock:
            self.requests += 1
            if self.random.random() >= self.share:
                return None
            kind = self.random.choice(self.KINDS)
            self.faults[kind] += 1
            return kind

    def handle_error(self, request, client_address) -> None:
        """A client that was killed leaves its connection."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_) -> None:
        pass

    def fail(self, status: int, code: str) -> None:
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def close(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.deny:
            status, code = self.server.deny
            return self.fail(int(status), code)
        fault = self.server.fault()
        if fault == "500":
            return self.fail(500, "InternalError")
        if fault == "503":
            return self.fail(503, "SlowDown")
        if fault == "closed before":
            return self.close()
        if self.command == "GET" and self.server.before_get:
            self.server.before_get(self.path)
        upload = self.command in ("PUT", "POST")
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=60)
        upstream.request(self.command, self.path, body, dict(self.headers.items()))
        answer = upstream.getresponse()
        content = answer.read()
        upstream.close()
        if upload and self.server.hold and self.server.hold in self.path:
            self.server.hold = None
            self.server.held.set()
            return None
        if fault == "closed after":
            return self.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else len(content)
        self.send_header("Content-Length", str(length or 0))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = forward
