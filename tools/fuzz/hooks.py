"""What the fuzz over HTTP checks of every answer beside openapi.yaml, and what it counts."""

import atexit
import collections
import json
import os
import sys
import threading

import schemathesis

# What the examples of openapi.yaml call things, and what the demo data does.
HERE = {"acme": "demo", "spring-gala": "summer-festival"}

# The token, and what the table has of people: no problem says any of it, but whom it let in to whom asks for that ticket.
with open(os.environ["FUZZ_SECRETS"], encoding="utf-8") as file:
    SECRETS = [line.rstrip("\n") for line in file]

COUNTS = collections.Counter()
LOCK = threading.Lock()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Takes out what openapi.yaml says for people who write clients, and what the service takes in its stride.

    A version, a cursor or an event that nobody has may be of any length: there is nothing of it. And what is too long for a
    URL is refused by the HTTP server before any operation is asked.
    """
    operations = [operation for path in raw_schema["paths"].values() for operation in path.values() if isinstance(operation, dict)]
    for operation in operations:
        operation.get("responses", {}).setdefault("414", {"description": "The URL is too long."})
    parameters = [parameter for operation in operations for parameter in operation.get("parameters", [])]
    for parameter in [*raw_schema["components"].get("parameters", {}).values(), *parameters]:
        if parameter.get("name") in ("If-None-Match", "event_slug", "have") and parameter.get("in") != "path":
            parameter["schema"].pop("maxLength", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    for name, value in (case.path_parameters or {}).items():
        if isinstance(value, str):
            case.path_parameters[name] = HERE.get(value, value)


def input_class(case):
    """Returns the phase that made the input, and whether it keeps to openapi.yaml (positive) or not (negative)."""
    if case.meta is None:
        return "other", "other"
    return case.meta.phase.name.value, case.meta.generation.mode.value


@schemathesis.check
def answers_are_ours(ctx, response, case):
    """Whatever is asked, also by methods that no path has: a JSON answer that names its request."""
    if response.request.method == "OPTIONS":
        return  # The gateway answers a browser's question by itself.
    phase, mode = input_class(case)
    with LOCK:
        COUNTS[phase, mode, response.status_code] += 1
        answers = COUNTS.total()
    if answers % 1_000 == 0:
        print(f"{answers} answers", file=sys.stderr, flush=True)
    assert response.status_code < 500, "an answer with 5xx"
    identity = response.headers.get("x-request-id")
    assert identity, "an answer without X-Request-Id"
    # What has a version may be kept by who asked for it, who then asks whether it is still so.
    keeping = ["private, no-cache"] if response.headers.get("etag") else ["no-store"]
    assert response.headers.get("cache-control") == keeping, "an answer that caches may keep"
    if response.status_code >= 400 and response.content:
        assert response.headers["content-type"] == ["application/problem+json"], "an error that is no problem"
        problem = response.json()
        assert problem["status"] == response.status_code, "a problem of another status"
        assert [problem["request_id"]] == identity, "a problem of another request"
        if problem["code"] != "already_checked_in":
            assert not any(secret in response.text for secret in SECRETS), "a problem that tells of people"


@atexit.register
def report():
    path = os.environ.get("FUZZ_COUNTS")
    if path and COUNTS:
        rows = [{"phase": p, "input": m, "status": s, "answers": n} for (p, m, s), n in sorted(COUNTS.items())]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
