// Decides cases with the npm package and prints differences. Each case has its own copy, and there is no service.
// usage: vectors.mjs PACKAGE CASES

import {readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {isDeepStrictEqual} from "node:util";

const [folder, file] = process.argv.slice(2);
const {memoryStorage, open} = await import(pathToFileURL(join(folder, "index.js")).href);
const LINK = "https://door.example.org/-/scan#account=acme&event=gala&list=1&token=dl_test_x";
const LISTS = {checkin_lists: [{id: 1, name: "Door"}], meta: {current_page: 1}};
const BUSY = JSON.stringify({code: "unavailable", request_id: "1"});

/** Tells in which stage the scan of a batch's item is. */
const isOf = {
  asked: (each) => !("online" in each) && !each.withdrawn,
  told: (each) => each.online === false,
  withdrawn: (each) => each.withdrawn,
};

for (const each of JSON.parse(readFileSync(file, "utf8"))) {
  const {name, at, access, copy} = each;
  const service = {"/": access, "/checkin_lists": LISTS, "/door": copy};
  const headers = {"Date": new Date(at * 1_000).toUTCString(), "X-Request-Id": "1"};
  /** The items of all batches that were sent. */
  const sent = [];
  // Time stands still at the second of the case until the case moves it on.
  const clock = {millis: 0};
  const phone = await open(LINK, {
    storage: () => memoryStorage(),
    elapsed: () => clock.millis,
    fetch: async (url, {method, body: text}) => {
      const {pathname} = new URL(url);
      if (method === "POST") {
        const scans = text ? JSON.parse(text).scans : [];
        sent.push(...scans);
        return each.answer ? answered(each.answer, scans, headers) : new Response(BUSY, {headers, status: 503});
      }
      const body = service[pathname === "/" ? pathname : pathname.slice(pathname.lastIndexOf("/"))];
      if (!body) {
        throw new TypeError("no network");
      }
      return new Response(JSON.stringify(body), {headers});
    },
  });
  while (!phone.lists()[0]?.ready) {
    await new Promise((done) => setTimeout(done));
  }
  if (each.answer) {
    await means(phone, sent, each, () => (clock.millis += 120_000));
  } else if (each.scan) {
    await sends(phone, sent, each);
  } else {
    await decides(phone, each);
  }
  await phone.close();
}

/** Waits until a condition holds, for at most five seconds. */
async function until(so) {
  const latest = Date.now() + 5_000;
  while (!so() && Date.now() < latest) {
    await new Promise((done) => setTimeout(done));
  }
}

/**
 * Answers a batch of one scan. In the stage of the case, the answer is the case's. In other stages, it lets the scan
 * reach that stage.
 */
function answered({sent, status, code, whole}, [scan], headers) {
  const problem = (number, word) => ({status: number, problem: {status: number, code: word, request_id: "1"}});
  let result = {status, ...(code ? problem(status, code) : {checkin: {id: 1}})};
  if (!isOf[sent](scan)) {
    // Before a scan is told, asking fails. A scan that is withdrawn has come in before.
    const done = isOf.withdrawn(scan) ? 200 : 201;
    result = sent === "told" ? problem(503, "unavailable") : {status: done, checkin: {id: 1}};
  } else if (!status) {
    throw new TypeError("no network");
  } else if (whole) {
    return new Response(JSON.stringify(result.problem), {headers, status});
  }
  return new Response(JSON.stringify({results: [result]}), {headers});
}

/** Brings a scan to the stage of the answer, and checks what the answer means for the phone. */
async function means(phone, sent, {name, code, answer}, later) {
  const order = Object.keys(answer.counts).length > 0;
  const {kind, byCopy, scan} = answer.exit
    ? await phone.exit(code, answer.counts)
    : await (order ? phone.scanOrder(code, answer.counts) : phone.scan(code));
  if (answer.sent === "withdrawn") {
    await phone.undo(scan);
  }
  const found = () => {
    const [kept] = phone.queue();
    const again = sent.filter(isOf[answer.sent]).length > 1;
    if (phone.state().connection === "ENDED") {
      return "ended";
    } else if (phone.notices().length) {
      return "notice";
    } else if (kept?.problem) {
      return "set_aside";
    } else if (answer.sent === "asked") {
      return byCopy ? "later" : kind === "IN" ? "done" : "refused";
    }
    return kept ? again && "later" : "done";
  };
  await until(() => {
    if (answer.means === "later") {
      later();
      phone.choose("1");
    }
    return found() === answer.means;
  });
  if (found() !== answer.means) {
    console.log(`${name}: means ${found()}, not ${answer.means}`);
  }
}

async function decides(phone, {name, code, expected}) {
  const {kind, reason, since, scan} = await phone.look(code);
  const [{admitted, checkedIn}] = phone.lists();
  const found = {kind, reason, since, code: scan.code, admitted, checkedIn};
  for (const member of Object.keys(expected)) {
    if (found[member] !== expected[member]) {
      console.log(`${name}: ${member} is ${found[member]}, not ${expected[member]}`);
    }
  }
}

/**
 * Scans, and takes the scan back if the case says so. The key is random, and the time equals the case's to the second.
 */
async function sends(phone, sent, {name, scan, stage, item}) {
  const {code, exit, counts, read} = scan;
  const {scan: shown} = exit
    ? await phone.exit(code, counts)
    : Object.keys(counts).length
      ? await phone.scanOrder(code, counts)
      : await (read ? phone.scan(code) : phone.scanTyped(code));
  if (stage === "withdrawn" && shown.key) {
    await phone.undo(shown);
  }
  await until(() => sent.some(isOf[stage]));
  const found = sent.find(isOf[stage]);
  const {idempotency_key: key, scanned_at: time, ...rest} = found ?? {};
  const {idempotency_key, scanned_at, ...expected} = item;
  const named = sent.every((each) => each.idempotency_key === key && each.scanned_at === time);
  if (!isDeepStrictEqual(rest, expected) || !named || time?.slice(0, 19) !== scanned_at.slice(0, 19)) {
    console.log(`${name}: ${JSON.stringify(found)} of ${JSON.stringify(sent)}, not ${JSON.stringify(item)}`);
  }
}
