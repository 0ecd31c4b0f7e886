// An evening at a door, by openapi-fetch with the types of openapi-typescript. Arguments: address,
// token, account, event.
import createClient from "openapi-fetch";
import type { components, paths } from "../target/typescript/api.js";

const [baseUrl = "", token = "", account_slug = "", event_slug = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` }, fetch: patiently });
const event = { account_slug, event_slug };
const list = { ...event, checkin_list_id: 1 };

type Schemas = components["schemas"];

/** Asks again while the service is busy, when it says. */
async function patiently(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(request.clone());
    const seconds = Number(answer.headers.get("Retry-After"));
    if (answer.status !== 503 || !seconds || attempt === 5) {
      return answer;
    }
    await new Promise((done) => setTimeout(done, seconds * 1_000));
  }
}

function check(good: boolean | undefined, what: string): asserts good {
  if (!good) {
    throw new Error(what);
  }
}

/** Returns the body of a good answer. */
function body<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  check(answer.data !== undefined, `${answer.response.status}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

function checkInTicket(checkin_list_id: number, ticket_qr_token: string, query = {}) {
  return client.POST("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/tickets/{ticket_qr_token}/checkins", {
    params: { path: { ...event, checkin_list_id, ticket_qr_token }, query },
  });
}

async function checkinLists(): Promise<Schemas["CheckinList"][]> {
  const answer = await client.GET("/{account_slug}/{event_slug}/checkin_lists", { params: { path: event } });
  return body(answer).checkin_lists;
}

async function ticketsOf(checkin_list_id: number, items: number): Promise<Schemas["AdmittedTicket"][]> {
  const answer = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/tickets", {
    params: { path: { ...event, checkin_list_id }, query: { page: 1, items } },
  });
  return body(answer).tickets;
}

async function look(): Promise<void> {
  check(body(await client.GET("/")).account_slug === account_slug, "getAccess");
  const events = body(await client.GET("/{account_slug}/events", { params: { path: { account_slug } } })).events;
  check(events.some((each) => each.slug === event_slug), "listEvents");
  const titled = await client.GET("/{account_slug}/events/{id}", { params: { path: { account_slug, id: event_slug } } });
  check(body(titled).title.length > 0, "getEvent");
  const orders = body(await client.GET("/{account_slug}/{event_slug}/orders", { params: { path: event } })).orders;
  const id = orders[0]?.id;
  check(id !== undefined, "listOrders");
  const order = body(await client.GET("/{account_slug}/{event_slug}/orders/{id}", { params: { path: { ...event, id } } }));
  check(order.tickets.length > 0 && order.customer.address !== null, "getOrder");
  const log = await client.GET("/{account_slug}/webhooks/events", { params: { path: { account_slug } } });
  const entry = body(log).webhook_events[0]?.id;
  check(entry !== undefined, "listWebhookEvents");
  const one = await client.GET("/{account_slug}/webhooks/events/{id}", { params: { path: { account_slug, id: entry } } });
  check(body(one).data.object !== null, "getWebhookEvent");
  for (const each of await checkinLists()) {
    const door = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}", {
      params: { path: { ...event, checkin_list_id: each.id } },
    });
    check(body(door).name === each.name, "getCheckinList");
  }
}

/** Lets someone in who is not in yet, and then again. */
async function inAndAgain(): Promise<string> {
  for (const ticket of await ticketsOf(1, 250)) {
    const scanned_at = new Date().toISOString();
    const first = await checkInTicket(1, ticket.qr_code_identifier, { online: false, scanned_at });
    // Somebody who comes in again has been let in by another phone first.
    if (first.response.status === 409 || first.data?.passage) {
      continue;
    }
    const checkin = body(first);
    check(checkin.ticket.id === ticket.id && !checkin.online, "checkInTicket");
    const checkins = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins", {
      params: { path: list },
    });
    check((body(checkins).checkins[0]?.id ?? 0) >= checkin.id, "listCheckins");
    const again = await checkInTicket(1, ticket.qr_code_identifier);
    check(again.response.status === 409, "let in twice");
    const problem = again.error as Schemas["Problem"];
    check(problem.checkin?.ticket.id === ticket.id && problem.same_token, "first check-in");
    return ticket.qr_code_identifier;
  }
  throw new Error("nobody is left to let in");
}

async function wrongList(): Promise<void> {
  const doors = await checkinLists();
  for (const door of doors) {
    for (const ticket of await ticketsOf(door.id, 5)) {
      for (const other of doors) {
        const answer = await checkInTicket(other.id, ticket.qr_code_identifier);
        if (answer.response.status === 422) {
          const problem = answer.error as Schemas["Problem"];
          check(problem.reason === "wrong_list", "reason");
          check(problem.admitted_on?.some((each) => each.id === door.id), "admitted_on");
          return;
        }
      }
    }
  }
  throw new Error("every list takes every ticket");
}

/** Lets a group in by counts, and asks for more than there are. */
async function group(): Promise<void> {
  const orders = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/orders", {
    params: { path: list, query: { items: 250 } },
  });
  const order = body(orders).orders[220];
  const type = Object.keys(order?.ticket_types ?? {})[0];
  check(order !== undefined && type !== undefined, "listOrdersOfList");
  const checkIn = (count: number) =>
    client.POST("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/orders/{order_qr_token}/checkins", {
      params: { path: { ...list, order_qr_token: order.qr_code_identifier } },
      body: { tickets: { [type]: count } },
    });
  const short = await checkIn(10_000);
  check(short.response.status === 409, "more came in than there are");
  const left = (short.error as Schemas["Problem"]).remaining?.[type];
  check(left !== undefined, "remaining");
  if (left > 0) {
    const answer = body(await checkIn(left));
    check(answer.checkins.length === left && answer.remaining[type] === 0, "checkInOrder");
  }
}

/** Uploads what a phone let in offline: somebody who was in already, and a code that nobody has. */
async function upload(ticket_qr_token: string): Promise<void> {
  const look = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/tickets/{ticket_qr_token}", {
    params: { path: { ...list, ticket_qr_token } },
  });
  const admission = body(look);
  const ticket = admission.ticket;
  check(admission.verdict === "already_checked_in" && admission.checkin !== null && ticket !== null, "getAdmission");
  const search = await client.GET("/{account_slug}/{event_slug}/tickets", {
    params: { path: event, query: { q: ticket.reference } },
  });
  const found = body(search).tickets.find((each) => each.id === ticket.id);
  check(found?.checked_in[0]?.checkin_list_id === list.checkin_list_id, "searchTickets");
  const scanned_at = new Date().toISOString();
  const scans = [ticket_qr_token, "nobody has this"].map((code, n) => ({
    ticket_qr_token: code,
    idempotency_key: `typescript-offline-${n}`,
    online: false,
    qr_code_scanned: true,
    scanned_at,
  }));
  const uploaded = await client.POST("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins", {
    params: { path: list },
    body: { scans },
  });
  const [twice, unknown] = body(uploaded).results;
  check(unknown?.status === 404 && twice?.problem?.recorded, "createCheckins");
  const open = (await log({ open: true })).map((each) => each.type);
  check(open.includes("entry") && open.includes("wrong"), "listHappenings, open");
  const history = await client.GET("/{account_slug}/{event_slug}/tickets/{reference}/history", {
    params: { path: { ...event, reference: ticket.reference } },
  });
  const types = body(history).history.map((each) => each.type);
  check(types.includes("check_in") && types.includes("entry"), "getTicketHistory");
}

/** Returns what happened at the list. */
async function log(query: { after?: number; open?: boolean }) {
  return body(
    await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/log", { params: { path: list, query } }),
  ).log;
}

/** Takes back the last check-in of somebody who has not left since, which frees its ticket. */
async function undo(): Promise<void> {
  const checkins = await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins", {
    params: { path: list },
  });
  for (const { id } of body(checkins).checkins) {
    const deleteIt = () =>
      client.DELETE("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins/{id}", {
        params: { path: { ...list, id } },
      });
    const first = await deleteIt();
    if (first.error?.code === "has_passages") {
      continue;
    }
    check(first.response.status === 204, "deleteCheckin");
    check((await log({ after: id })).some((each) => each.undoes?.id === id), "listHappenings, undone");
    check((await deleteIt()).error?.code === "not_found", "undone twice");
    return;
  }
  throw new Error("everybody has passages");
}

/** Lets somebody out by another door and in again, and takes that back. */
async function outAndInAgain(): Promise<void> {
  const areas = async () => body(await client.GET("/{account_slug}/{event_slug}/areas", { params: { path: event } })).areas;
  const site = (await areas()).find((each) => each.slug !== null && each.checkin_lists.length > 1);
  const [gate, smoking] = site?.checkin_lists ?? [];
  check(site !== undefined && gate !== undefined && smoking !== undefined, "listAreas");
  const before = site.inside;
  const insideNow = async () => (await areas()).find((each) => each.slug === site.slug)?.inside;
  const tickets = await ticketsOf(gate.id, 250);
  for (const { qr_code_identifier: ticket_qr_token } of tickets) {
    if ((await checkInTicket(gate.id, ticket_qr_token)).response.status !== 201) {
      continue;
    }
    check((await insideNow()) === before + 1, "inside after an entry");
    const exit = body(
      await client.POST("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/tickets/{ticket_qr_token}/exits", {
        params: { path: { ...event, checkin_list_id: smoking.id, ticket_qr_token } },
      }),
    );
    check(exit.was_inside && exit.passage.type === "exit" && (await insideNow()) === before, "createExit");
    const again = body(await checkInTicket(gate.id, ticket_qr_token));
    check(again.passage !== undefined && (again.entries ?? 0) > 1, `a re-entry: ${JSON.stringify(again)}`);
    const undone = await client.DELETE("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins/{id}", {
      params: { path: { ...event, checkin_list_id: gate.id, id: again.passage.id } },
    });
    check(undone.response.status === 204 && (await insideNow()) === before, "deleteCheckin of a passage");
    return;
  }
  throw new Error("everybody was in before");
}

async function pulse(): Promise<void> {
  const now = body(
    await client.GET("/{account_slug}/{event_slug}/pulse", { params: { path: event, query: { minutes: 30 } } }),
  );
  check(now.people_in > 0, "getPulse");
  for (const each of await checkinLists()) {
    const one = now.lists.find((pulseOf) => pulseOf.id === each.id);
    check(one?.checked_in_count === each.checked_in_count, "checked_in_count");
    check(one.per_minute.length === 30, "per_minute");
    check(Object.values(one.by_type).reduce((sum, count) => sum + count, 0) === one.checked_in_count, "by_type");
  }
}

async function copyTheDoor(): Promise<void> {
  const copy = async (have?: string) =>
    body(
      await client.GET("/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/door", {
        params: { path: list, query: have === undefined ? {} : { have } },
      }),
    );
  const whole = await copy();
  check(whole.have === null && whole.columns.length > 0, "getDoorCopy");
  check((await copy(whole.version)).have === whole.version, "have");
}

await look();
const somebody = await inAndAgain();
await wrongList();
await group();
await upload(somebody);
await undo();
await outAndInAgain();
await pulse();
await copyTheDoor();
console.log("typescript: every operation did what its client says");
