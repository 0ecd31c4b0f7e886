// Decides cases with the npm package, each by a copy of its own and without a service, and prints what differs.
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

/** What an item of a batch is. */
const isOf = {
  asked: (each) => !("online" in each) && !each.withdrawn,
  told: (each) => each.online === false,
  withdrawn: (each) => each.withdrawn,
};

for (const each of JSON.parse(readFileSync(file, "utf8"))) {
  const {name, at, access, copy} = each;
  const service = {"/": access, "/checkin_lists": LISTS, "/door": copy};
  const headers = {"Date": new Date(at * 1_000).toUTCString(), "X-Request-Id": "1"};
  /** What was sent, as the items of batches. */
  const sent = [];
  // Time stands still at the second of the case, until the case goes on.
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

/** Waits until it is so, for five seconds at most. */
async function until(so) {
  const latest = Date.now() + 5_000;
  while (!so() && Date.now() < latest) {
    await new Promise((done) => setTimeout(done));
  }
}

/** Answers a batch of one scan: as the case says in its stage, and before and after it so that the scan goes on. */
function answered({sent, status, code, whole}, [scan], headers) {
  const problem = (number, word) => ({status: number, problem: {status: number, code: word, request_id: "1"}});
  let result = {status, ...(code ? problem(status, code) : {checkin: {id: 1}})};
  if (!isOf[sent](scan)) {
    // A told scan is asked before, in vain, and one that is withdrawn has come in.
    const done = isOf.withdrawn(scan) ? 200 : 201;
    result = sent === "told" ? problem(503, "unavailable") : {status: done, checkin: {id: 1}};
  } else if (!status) {
    throw new TypeError("no network");
  } else if (whole) {
    return new Response(JSON.stringify(result.problem), {headers, status});
  }
  return new Response(JSON.stringify({results: [result]}), {headers});
}

/** Does what leads to the answer, and looks at what the phone makes of it. */
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

/** Scans, and takes it back if that is the case; the key is drawn, and the time that of the case to the second. */
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
