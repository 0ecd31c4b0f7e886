"""`operations.py DESCRIPTION GENERATOR FOLDER`: fails if a generated client lacks an operation of openapi.yaml."""
import json
import pathlib
import re
import sys

# For each generator, the ending of its files, and what an operation looks like in them. A model may have a getter of the
# same name.
DEFINED = {
    "csharp": ("cs", r"Task<I?\w+> (\w+?)Async\("),
    "go": ("go", r"func \(a \*\w+Service\) (\w+)\(ctx"),
    "java": ("java", r"public \S+ (\w+)\("),
    "kotlin": ("kt", r"fun (\w+)\("),
    "oapi-codegen": ("go", r"func \(c \*Client\) (\w+)\(ctx"),
    "ogen": ("go", r"func \(c \*Client\) (\w+)\(ctx"),
    "openapi-python-client": ("py", None),
    "openapi-typescript": ("ts", r"^    (\w+): \{"),
    "php": ("php", r"public function (\w+)\("),
    "python": ("py", r"    def (\w+)\("),
    "rust": ("rs", r"pub async fn (\w+)\("),
    "typescript-axios": ("ts", r"public (\w+)\("),
    "typescript-fetch": ("ts", r"async (\w+)\("),
}


def plain(name):
    return name.replace("_", "").lower()


def main(description, generator, folder):
    paths = json.loads(pathlib.Path(description).read_text())["paths"]
    wanted = {operation["operationId"] for path in paths.values() for operation in path.values() if "operationId" in operation}
    ending, form = DEFINED[generator]
    files = [each for each in sorted(pathlib.Path(folder).rglob(f"*.{ending}")) if "test" not in each.parts and "model" not in str(each.parent).lower()]
    if form is None:
        found = {plain(each.stem) for each in files}
    else:
        found = {plain(name) for each in files for name in re.findall(form, each.read_text(encoding="utf-8"), re.MULTILINE)}
    missing = sorted(name for name in wanted if plain(name) not in found)
    print(f"{generator}: {len(wanted) - len(missing)} of {len(wanted)} operations{': not ' if missing else ''}{', '.join(missing)}")
    sys.exit(1 if missing else 0)


main(*sys.argv[1:])
