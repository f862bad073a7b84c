"""A local S3 server with the operations that storing pictures needs."""

import hashlib
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

LISTING = """<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>{}</ListBucketResult>"""
ENTRY = "<Contents><Key>{}</Key><LastModified>{}</LastModified><ETag>x</ETag><Size>{}</Size></Contents>"
BEGUN = "<InitiateMultipartUploadResult><UploadId>{}</UploadId></InitiateMultipartUploadResult>"
EXISTS = b"<Error><Code>PreconditionFailed</Code></Error>"
NARROW_BYTES = 5_000_000  # a second, of all requests together
MISSING = b"<Error><Code>NoSuchKey</Code></Error>"


class FakeS3Server(ThreadingHTTPServer):
    """Objects by path: `/bucket/prefix/key`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), S3RequestHandler)
        self.objects: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.fault = ""  # "refuses", "hangs up", "half a body", "hesitates", "forgets" or "narrow"
        self.recovered = threading.Event()  # ends every hesitation
        self.lock = threading.Lock()
        self.bandwidth_lock = threading.Lock()

    def throttle(self, content: bytes) -> bytes:
        """Return the content, after the time that a slow connection takes."""
        if self.fault == "narrow":
            with self.bandwidth_lock:
                time.sleep(len(content) / NARROW_BYTES)
        return content

    def put(self, path: str, content: bytes) -> bool:
        """Store an object if its path is free, and tell whether that was so."""
        with self.lock:
            return self.objects.setdefault(path, content) is content


class S3RequestHandler(BaseHTTPRequestHandler):
    """Answers the requests of one client."""

    protocol_version = "HTTP/1.1"
    server: FakeS3Server

    def do_PUT(self) -> None:
        content = self._body()
        if part := re.search(r"partNumber=(\d+)&uploadId=(\w+)", self.path):
            self.server.uploads[part[2]][int(part[1])] = content
        elif self.headers.get("if-none-match") == "*" and not self.server.put(self._key(), content):
            self._answer(412, EXISTS)
            return
        elif self.server.fault != "forgets":
            self.server.objects[self._key()] = content
        self._answer(200, headers={"ETag": f'"{hashlib.md5(content).hexdigest()}"'})

    def do_POST(self) -> None:
        content = self._body()
        if urlsplit(self.path).query == "delete":
            keys = re.findall(r"<Key>(.*?)</Key>", content.decode())
            for key in keys:
                self.server.objects.pop(f"/bucket/{key}", None)
            deleted = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
            xml = f"<DeleteResult>{deleted}</DeleteResult>"
        elif "uploads" in urlsplit(self.path).query:
            upload = f"u{len(self.server.uploads)}"
            self.server.uploads[upload] = {}
            xml = BEGUN.format(upload)
        else:
            parts = self.server.uploads[self.path.rpartition("uploadId=")[2]]
            self.server.objects[self._key()] = b"".join(parts[number] for number in sorted(parts))
            xml = "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>"
        self._answer(200, xml.encode())

    def do_GET(self) -> None:
        if "list-type=2" in self.path:
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            below = "/bucket/" + "".join(parse_qs(urlsplit(self.path).query).get("prefix", []))
            entries = (
                ENTRY.format(escape(path.removeprefix("/bucket/")), now, len(content))
                for path, content in sorted(self.server.objects.items())
                if path.startswith(below)
            )
            self._answer(200, LISTING.format("".join(entries)).encode())
            return
        content = self.server.objects.get(self._key())
        if content is None:
            self._answer(404, MISSING)
            return
        headers = {"ETag": '"x"', "Last-Modified": formatdate(usegmt=True)}
        if span := re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("range", "")):
            start, end = int(span[1]), min(int(span[2]) + 1, len(content))
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{len(content)}"
            self._answer(206, content[start:end], headers)
        else:
            self._answer(200, content, headers)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.server.objects.pop(self._key(), None)
        self._answer(204)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path)

    def _body(self) -> bytes:
        return self.server.throttle(self.rfile.read(int(self.headers.get("content-length", 0))))

    def _answer(self, status: int, content: bytes = b"", headers: dict[str, str] | None = None) -> None:
        if self.server.fault == "hangs up":
            self.close_connection = True
            return
        if self.server.fault == "hesitates":
            self.server.recovered.wait(2)
        if self.server.fault == "refuses":
            status, content, headers = 503, b"", {}
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.server.fault == "half a body" and self.command == "GET":
            content = content[: len(content) // 2]
            self.close_connection = True
        with suppress(OSError):  # whoever asked has gone
            self.wfile.write(self.server.throttle(content if self.command != "HEAD" else b""))


@contextmanager
def serve_s3() -> Iterator[tuple[FakeS3Server, dict[str, str]]]:
    """A running server, and the environment that directs an S3 client to it."""
    server = FakeS3Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {
        "AWS_ENDPOINT": f"http://127.0.0.1:{server.server_address[1]}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "anna",
        "AWS_SECRET_ACCESS_KEY": "selendang",
        "AWS_REGION": "lampung",
    }
    try:
        yield server, environment
    finally:
        server.recovered.set()
        server.shutdown()
        server.server_close()
