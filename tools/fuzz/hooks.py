"""What the fuzzer checks in every answer in addition to openapi.yaml, and what it counts."""

import atexit
import collections
import threading

import schemathesis

# The names in the examples of openapi.yaml, and the names in the demo data that replace them.
HERE = {"acme": "demo", "spring-gala": "summer-festival"}

COUNTS = collections.Counter()
LOCK = threading.Lock()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Removes limits from openapi.yaml that help people who write clients, but that the service does not
    enforce.

    An unknown version, cursor or event may have any length, because nothing is found for it. A clock that cannot
    be read counts as none. So does a scan that is null, which generated clients send.
    """
    operations = [operation for path in raw_schema["paths"].values() for operation in path.values() if isinstance(operation, dict)]
    schemas = raw_schema["components"]["schemas"]
    for body in "OneScan", "OneExit":
        schemas[body]["type"] = ["object", "null"]
    # Its description says so in words, because some generators of clients refuse a `not`.
    schemas["PaymentRequest"]["properties"]["amount"]["not"] = {"const": 0}
    parameters = [parameter for operation in operations for parameter in operation.get("parameters", [])]
    for parameter in [*raw_schema["components"].get("parameters", {}).values(), *parameters]:
        if parameter.get("name") in ("If-None-Match", "X-Device-Time", "event_slug", "have") and parameter.get("in") != "path":
            parameter["schema"].pop("maxLength", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    for name, value in (case.path_parameters or {}).items():
        if isinstance(value, str):
            case.path_parameters[name] = HERE.get(value, value)


@schemathesis.check
def answers_are_ours(ctx, response, case):
    """Checks that any request, even with an unknown method, gets a JSON answer with the request's id."""
    if response.request.method == "OPTIONS":
        return  # The gateway answers preflights by itself.
    # The phase that made the input, and whether the input conforms to openapi.yaml (positive) or not
    # (negative).
    made = (case.meta.phase.name.value, case.meta.generation.mode.value) if case.meta else ("other", "other")
    with LOCK:
        COUNTS[*made, response.status_code] += 1
    # A store that is too busy says when to ask again. `run` counts how often this happens.
    busy = response.status_code == 503 and "retry-after" in response.headers
    assert response.status_code < 500 or busy, "an answer with 5xx"
    identity = response.headers.get("x-request-id")
    assert identity, "an answer without X-Request-Id"
    # A client may keep an answer that has a version, but must revalidate it.
    keeping = ["private, no-cache"] if response.headers.get("etag") else ["no-store"]
    assert response.headers.get("cache-control") == keeping, "an answer that caches may keep"
    if response.status_code >= 400 and response.content:
        assert response.headers["content-type"] == ["application/problem+json"], "an error that is no problem"
        problem = response.json()
        assert problem["status"] == response.status_code, "a problem of another status"
        assert not busy or problem["code"] == "unavailable", "an answer with 503 for another reason"
        assert [problem["request_id"]] == identity, "a problem of another request"


@atexit.register
def report():
    if COUNTS:
        with open("counts.tsv", "w", encoding="utf-8") as file:
            file.writelines(f"{phase}\t{mode}\t{status}\t{answers}\n" for (phase, mode, status), answers in sorted(COUNTS.items()))
