"""Tries tools/archive/runtime with a stand-in that answers as Adoptium does.

  python3 -B tools/archive/runtime_check.py
"""
import hashlib
import http.server
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading
import zipfile

RUNTIME = pathlib.Path(__file__).parent / "runtime"
RELEASE = 'JAVA_VERSION="25.0.9"\nMODULES="java.base jdk.charsets"\n'
FILES = {"release": RELEASE, "lib/modules": "", "bin/java": "#!/bin/sh\n", "man/java.1": ""}


def packed(kind, prefix):
    out = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in FILES.items():
                archive.writestr(prefix + name, text)
    else:
        with tarfile.open(fileobj=out, mode="w:gz") as archive:
            for name, text in FILES.items():
                entry = tarfile.TarInfo(prefix + name)
                entry.size, entry.mode = len(text), 0o755
                archive.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


ARCHIVES = {
    "windows": ("jre.zip", packed("zip", "jdk-25-jre/")),
    "mac": ("jre.tar.gz", packed("tar", "jdk-25-jre/Contents/Home/")),
}


class Adoptium(http.server.BaseHTTPRequestHandler):
    lies = False

    def do_GET(self):
        system = "windows" if "windows" in self.path else "mac"
        name, archive = ARCHIVES[system]
        if self.path.startswith("/v3/"):
            assert "/latest/25/hotspot?architecture=" in self.path and "image_type=jre" in self.path, self.path
            digest = hashlib.sha256(b"other" if Adoptium.lies else archive).hexdigest()
            link = f"http://127.0.0.1:{self.server.server_port}/{system}/{name}"
            archive = json.dumps([{"binary": {"package": {"checksum": digest, "link": link, "name": name}}}]).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(archive)

    def log_message(self, *_):
        pass


def run(url, *arguments):
    command = [sys.executable, "-B", str(RUNTIME), "--release", *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, "DOORLIST_ADOPTIUM": url}, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Adoptium)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        for platform in ("windows-x64", "macos-arm64"):
            status, said = run(url, platform, folder / platform)
            assert status == 0 and "Java 25.0.9" in said and "lacks" not in said, said
            assert (folder / platform / "bin/java").exists() and not (folder / platform / "man").exists()
        assert os.access(folder / "macos-arm64/bin/java", os.X_OK)
        Adoptium.lies = True
        status, said = run(url, "macos-arm64", folder / "lie")
        assert status == 1 and "but Adoptium says" in said and not (folder / "lie").exists(), said
        server.shutdown()
        server.server_close()
        status, said = run(url, "macos-arm64", folder / "none")
        assert status == 1 and "a release needs Adoptium" in said, said
    print("runtime: 4 passed, 0 failed")


if __name__ == "__main__":
    main()
