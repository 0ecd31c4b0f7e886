"""`answers.py DESCRIPTION RECORDED FOLDER`: prepares the answers that the acceptance suite got, for generated clients.

DESCRIPTION is openapi.yaml as JSON. FOLDER/answers.ndjson gets each different answer of an operation, status and schema.
FOLDER/added.ndjson gets the same answers with one more member in each object whose schema is open.
"""
import collections
import json
import pathlib
import sys

# A member as a later version may add it.
ADDED = {"name": "of later", "items": [1, None, {"deep": True}]}

# At most this many for each operation, status and schema. Their bodies differ only in numbers and
# names.
MOST = 60


def followed(schemas, schema):
    """Returns a schema with references resolved, and without the alternative null."""
    while True:
        if "$ref" in schema:
            schema = schemas[schema["$ref"].rsplit("/", 1)[-1]]
        elif "oneOf" in schema:
            schema = next(each for each in schema["oneOf"] if each.get("type") != "null")
        else:
            return schema


def with_more(schemas, schema, value):
    schema = followed(schemas, schema)
    if isinstance(value, list):
        return [with_more(schemas, schema["items"], each) for each in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    more = {name: with_more(schemas, schema["properties"][name], each) if name in schema["properties"] else each
            for name, each in value.items()}
    return more if schema.get("additionalProperties") is False else more | {"added_later": ADDED}


def main(description, recorded, folder):
    schemas = json.loads(pathlib.Path(description).read_text())["components"]["schemas"]
    counts = collections.Counter()
    with open(recorded, encoding="utf-8") as lines, \
            open(f"{folder}/answers.ndjson", "w", encoding="utf-8") as plain, open(f"{folder}/added.ndjson", "w", encoding="utf-8") as added:
        for line in lines:
            answer = json.loads(line)
            kind = answer["operation"], answer["status"], answer["schema"]
            counts[kind] += 1
            if counts[kind] > MOST:
                continue
            print(json.dumps(answer, ensure_ascii=False), file=plain)
            more = with_more(schemas, {"$ref": answer["schema"]}, json.loads(answer["body"]))
            print(json.dumps(answer | {"body": json.dumps(more, ensure_ascii=False)}, ensure_ascii=False), file=added)
    kept = sum(min(count, MOST) for count in counts.values())
    print(f"answers: {kept} of {sum(counts.values())} that were recorded, of {len(counts)} kinds")
    if len({operation for operation, _, _ in counts}) < 25:
        sys.exit("answers: not every operation was recorded")


main(*sys.argv[1:])
