// Decodes recorded answers with the client that openapi-generator makes as typescript-fetch.
import * as models from "../target/made/typescript-fetch/client/index";

declare const process: { argv: string[]; exit(status: number): never };
declare const require: (name: string) => { readFileSync(file: string, encoding: string): string };

type Decoder = (json: unknown) => unknown;
interface Recorded { operation: string; status: number; schema: string; body: string }

/** Whether what is decoded and encoded again has what was sent: the same times, and null or nothing. */
function same(sent: unknown, got: unknown): boolean {
  if (sent === null) return got === null || got === undefined;
  if (typeof sent === "string" && got instanceof Date) return Date.parse(sent) === got.getTime();
  if (typeof sent !== "object" || typeof got !== "object" || got === null) {
    return sent === got || (typeof sent === "string" && Date.parse(sent) === Date.parse(String(got)));
  }
  return Object.entries(sent).every(([name, value]) =>
    name === "added_later" || same(value, (got as Record<string, unknown>)[name]));
}

let decoded = 0;
for (const file of process.argv.slice(2)) {
  for (const line of require("fs").readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const answer = JSON.parse(line) as Recorded;
    const byName = models as unknown as Record<string, Decoder>;
    const sent: unknown = JSON.parse(answer.body);
    const got = byName[`${answer.schema}ToJSON`]!(byName[`${answer.schema}FromJSON`]!(sent));
    if (!same(sent, got)) {
      console.error(`typescript: ${answer.operation} ${answer.status}: ${answer.body} became ${JSON.stringify(got)}`);
      process.exit(1);
    }
    decoded++;
  }
}
console.log(`typescript-fetch: ${decoded} answers decoded`);
