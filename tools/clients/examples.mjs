// Checks every example of openapi.yaml against its schema with Ajv, which most JavaScript tools
// use.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { parse } from "yaml";

const document = parse(readFileSync(process.argv[2], "utf8"));
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
formats(ajv);
ajv.addFormat("int32", { type: "number", validate: Number.isInteger });
ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
ajv.addKeyword("x-extensible-enum");
ajv.addKeyword("components");
ajv.addSchema({ $id: "openapi:", components: { schemas: document.components.schemas } });

/** References lead to the whole document, wherever they are. */
function absolute(value) {
  if (Array.isArray(value)) return value.map(absolute);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === "$ref" ? `openapi:${each}` : absolute(each)]),
  );
}

let examples = 0;
let wrong = 0;

/** Checks the examples of whatever has a schema: a media type, a parameter, a header. */
function visit(node, place) {
  if (node === null || typeof node !== "object") return;
  if (node.schema && !Array.isArray(node)) {
    const named = Object.entries(node.examples ?? {}).map(([name, each]) => [`${place} ${name}`, each.value]);
    for (const [name, example] of "example" in node ? [[place, node.example]] : named) {
      examples++;
      const validate = ajv.compile(absolute(node.schema));
      if (!validate(example)) {
        wrong++;
        console.error(`${name}: ${ajv.errorsText(validate.errors)}`);
      }
    }
  }
  for (const [key, each] of Object.entries(node)) {
    if (!["schema", "example", "examples"].includes(key)) visit(each, `${place}/${key}`);
  }
}

visit({ paths: document.paths, components: { ...document.components, schemas: {} } }, "#");
for (const [name, schema] of Object.entries(document.components.schemas)) {
  ajv.compile(absolute(schema));
  if ("example" in schema) console.error(`${name} has an example of its own, which nothing checks`);
}
console.log(`ajv: ${examples} examples, ${wrong} of them wrong`);
process.exitCode = examples > 0 && wrong === 0 ? 0 : 1;
