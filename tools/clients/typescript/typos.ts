// Code that must not compile. Each line after `@ts-expect-error` has one mistake. Nobody runs it.
import createClient from "openapi-fetch";
import type { components, paths } from "../target/typescript/api.js";

type Schemas = components["schemas"];
declare const client: ReturnType<typeof createClient<paths>>;
declare const page: Schemas["CheckinPage"];
declare const happening: Schemas["Happening"];
declare const copy: Schemas["DoorCopy"];
declare const message: Schemas["TicketMessage"];
const path = { account_slug: "acme", event_slug: "gala", checkin_list_id: 1 };
const log = "/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/log";
const checkins = "/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}/checkins";

// This code is right, so the mistakes below are the only ones.
await client.GET(log, { params: { path, query: { after: 1 } } });
await client.POST(checkins, { params: { path }, body: { scans: [{ ticket_qr_token: "t", idempotency_key: "k", online: true }] } });

// @ts-expect-error a member of a member
page.metaa.pagination;
// @ts-expect-error a member of the last
page.meta.pagination.totl;
// @ts-expect-error a member of a row
page.checkins.map((each) => each.ticket.nmae);
// @ts-expect-error null if nobody has the code
happening.ticket.reference;
// @ts-expect-error null for any time
copy.list.opens_at.length;
// @ts-expect-error null if there are none
copy.list.rules.logic;
// @ts-expect-error null if the message would be too long
message.data.object.reference;
// @ts-expect-error a path
await client.GET("/{account_slug}/event", { params: { path } });
// @ts-expect-error a query parameter
await client.GET(log, { params: { path, query: { afer: 1 } } });
// @ts-expect-error a member of a scan
const scan: Schemas["Scan"] = { ticket_qr_token: "t", idempotency_key: "k", onlin: true };
await client.POST(checkins, { params: { path }, body: { scans: [scan] } });
// @ts-expect-error a missing member of the body
await client.POST(checkins, { params: { path }, body: { scans: [{ ticket_qr_token: "t" }] } });
