"""`decode.py MODULES FILE...` decodes recorded answers with openapi-generator's client, or openapi-python-client's."""
import importlib
import json
import sys

MODULES, *FILES = sys.argv[1:]
models = importlib.import_module(MODULES)
decoded = 0
for file in FILES:
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            model = getattr(models, answer["schema"])
            body = json.loads(answer["body"])
            kept = model.from_json(answer["body"]).to_dict() if hasattr(model, "from_json") else model.from_dict(body).to_dict()
            # The result may lack members that are null, but no others.
            lost = [name for name, value in body.items() if value is not None and name not in kept and name != "added_later"]
            if lost:
                sys.exit(f"python: {answer['operation']} {answer['status']} lost {lost}")
            decoded += 1
print(f"{MODULES}: {decoded} answers decoded")
