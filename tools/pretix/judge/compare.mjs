// Compares pretix, the server's Java and the page's JavaScript, pair by pair: compare.mjs JUDGED.
import {readFileSync} from "node:fs";
import {judge} from "./target/compiled/judge.mjs";

const lines = readFileSync(process.argv[2], "utf8").split("\n").filter((line) => line);
let different = 0;
for (const [number, line] of lines.entries()) {
  const end = line.lastIndexOf("\t");
  const server = line.slice(end + 1);
  const pair = line.slice(0, end);
  const page = judge(pair);
  const letIn = pair.startsWith("in\t");
  if ((server === "") !== letIn || page !== server) {
    different++;
    const pretix = letIn ? "lets in" : "refuses";
    console.log(`pair ${number + 1}: pretix ${pretix}, server says '${server}', page says '${page}'\n  ${pair}`);
  }
}
console.log(`${lines.length} pairs, ${different} differences`);
process.exit(different || !lines.length ? 1 : 0);
