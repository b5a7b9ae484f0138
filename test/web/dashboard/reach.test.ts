// Goal: no user can do more than their role in their restaurant allows. Method: in the running
// product, browsers without scripts try every operation, including future ones. Each is tried by
// every role of this restaurant and of another, and with the right form token, with another user's
// and without one.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ROLES, type Role, roleAtLeast } from "../../../src/domain/caller.ts";
import { displayDate, displayTime } from "../../../src/domain/time.ts";
import { inputSchemaOf } from "../../../src/operations/call/schemas.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { createBrand } from "../../../src/operations/desk/create-brand.ts";
import { DESK_OPERATIONS } from "../../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { consentTo } from "../../support/browserless-consent.ts";
import { ask, hiddenFields, todayAt, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { authorizePath, CALLBACK, redeemed, registered } from "../../support/page-visitor.ts";
import { BISTRO, TRATTORIA } from "./access-page.ts";

/**
 * The page of each operation that only reads. `as` matches the page that a user with a sufficient
 * role sees.
 */
const SHOWN_AT: Readonly<Record<string, { readonly path: string; readonly as?: RegExp }>> = {
  api_keys: { path: "/access/keys", as: /No keys<|class="cards"/ },
  audit_log: { path: "/access/audit.csv", as: /actor_kind/ },
  calendar_feeds: { path: "/settings/calendars", as: /Calendar links/ },
  conversation: { path: "/messages/:reservation" },
  day_sheet: { path: "" },
  door_waits: { path: "/waitlist", as: /At the door/ },
  export_day: { path: "/export.csv", as: /created_at/ },
  find_guests: { path: "/book/guests?name=Hidden" },
  floor_plan: { path: "/settings/tables", as: /How many tables do you have|Floor plan/ },
  floor_view: { path: "/floor" },
  month_view: { path: "/month", as: /<h1>November 2026/ },
  open_requests: { path: "" },
  other_days: { path: "?q=Hidden" },
  outbox: { path: "/messages" },
  recent_changes: { path: "" },
  reservation_card: { path: "/reservations/:reservation" },
  table_choices: { path: "/floor?party=:reservation" },
  team: { path: "/access/team", as: /Demo Owner/ },
  times_to_book: { path: "/book" },
  troubled_texts: { path: "/health", as: /Texts/ },
  unmarked_parties: { path: "" },
  walk_in_tables: { path: "?walkIn=2" },
  waiting_guests: { path: "/waitlist" },
};
const WRITES = [...OPERATIONS, ...DESK_OPERATIONS].filter(({ hints }) => !hints.readOnly);
const READS = DESK_OPERATIONS.filter(({ hints }) => hints.readOnly);
const GUEST = "Ana Hidden-Lopez";

let desk: DeskWithUser;
const people = new Map<string, Visitor>();
const person = (role: Role, brand: string): Visitor => {
  const found = people.get(`${role} ${brand}`);
  if (found === undefined) throw new Error(`Nobody is ${role} of ${brand}`);
  return found;
};
/** The ids of one record of each kind. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  for (const brand of [BISTRO, TRATTORIA]) {
    for (const role of ROLES) people.set(`${role} ${brand}`, await personWith(role, desk, brand));
  }
  ids = await thingsOf(BISTRO);
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Makes one record of each kind, and returns their ids. */
async function thingsOf(brand: string): Promise<Readonly<Record<string, string>>> {
  const { server } = desk;
  const { stores } = server;
  const at = todayAt(server, brand, 19);
  const zone = stores.brands.get(brand)?.settings.timeZone ?? "";
  const when = { date: displayDate(at, zone), time: displayTime(at, zone) };
  const guest = { name: GUEST, phone: "+12125550199", numberOfPeople: 2, ...when };
  const booked = await ask(server, brand, "create_booking", { ...guest, notifyCustomer: true });
  const owner = person("owner", brand);
  const csrf = await csrfOf(owner, brand);
  const back = `/b/${brand}`;
  await owner.post(`/b/${brand}/settings/calendars`, { csrf, back, name: "Kitchen" });
  await owner.post(
    `/b/${brand}/do/create_api_key`,
    new URLSearchParams([
      ...Object.entries({ csrf, back, name: "Agent", brands: brand }),
      ["scopes", "bookings.read"],
    ]),
  );
  const client = await registered(desk);
  const callback = await consentTo(
    `${desk.url}${authorizePath(client)}`,
    { ...desk.user, brands: [brand] },
    CALLBACK,
  );
  // Without a token, the connection would end after a minute, when its code expires.
  await redeemed(desk, client, callback.searchParams.get("code") ?? "");
  return {
    reservation: (booked["reservation"] as { id: string }).id,
    feed: stores.calendarFeeds.live(brand, 1)[0]?.id ?? "",
    key: stores.apiKeys.ofBrand(brand, 0, 1)[0]?.id ?? "",
    person: stores.teams.ofBrand(brand).find(({ role }) => role === "host")?.userId ?? "",
    grant: stores.grants.ofUser(stores.users.byEmail(desk.user.email)?.id ?? "", 1)[0]?.id ?? "",
  };
}

const marks = new Map<Visitor, string>();
/** The form token of a user's session. */
async function csrfOf(visitor: Visitor, brand: string): Promise<string> {
  const known = marks.get(visitor);
  if (known !== undefined) return known;
  const page = await (await visitor.get(`/b/${brand}`)).text();
  const mark = hiddenFields(page, "/look")["csrf"] ?? "";
  marks.set(visitor, mark);
  return mark;
}

/** An operation's example, as a form sends it. */
function formOf(operation: Operation): [string, string][] {
  const fields = (value: unknown, name: string): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((one) => fields(one, name));
    if (typeof value !== "object" || value === null) return [[name, String(value)]];
    const inner = Object.entries(value);
    return inner.flatMap(([key, one]) => fields(one, name === "" ? key : `${name}.${key}`));
  };
  return fields(operation.examples?.[0]?.input ?? {}, "").filter(([name]) => name !== "brand");
}

/** Everything that a refused call must leave unchanged. */
const happened = (brand: string) => {
  const { stores } = desk.server;
  const all = { from: null, until: null, actorKind: null, principal: null, operation: null };
  return {
    changes: stores.auditList.page({ brand, reservationId: null, ...all }, null, 500).rows.length,
    team: stores.teams.ofBrand(brand),
    keys: stores.apiKeys.ofBrand(brand, 0, 500),
    feeds: stores.calendarFeeds.live(brand, 500),
    settings: stores.brands.overrides(brand),
    reservation: stores.reservations.get(ids["reservation"] ?? ""),
    grant: stores.grants.byId(ids["grant"] ?? ""),
    brands: stores.brands.names().length,
  };
};

const send = async (
  visitor: Visitor,
  brand: string,
  operation: string,
  fields: [string, string][],
  csrf?: string,
) => {
  const body = new URLSearchParams(fields);
  body.set("csrf", csrf ?? (await csrfOf(visitor, brand)));
  const answer = await visitor.post(`/b/${brand}/do/${operation}`, body);
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    text: await answer.text(),
  };
};

/** The lowest role that may use an operation. A scope that changes settings needs a manager. */
const leastFor = ({ role, scope }: Operation): Role =>
  role ?? (scope === "settings.write" ? "manager" : "host");

const lesser = (operation: Operation): Role[] =>
  ROLES.filter((one) => !roleAtLeast(one, leastFor(operation)));

test("`SHOWN_AT` has a page for every operation that only reads", () => {
  expect(Object.keys(SHOWN_AT).sort()).toEqual(READS.map(({ name }) => name).sort());
});

describe.each(WRITES.map((operation) => [operation.name, operation] as const))(
  "%s",
  (name, operation) => {
    test("is refused to lower roles with an explanation, and changes nothing", async () => {
      const before = happened(BISTRO);
      for (const role of lesser(operation)) {
        const { status, text } = await send(person(role, BISTRO), BISTRO, name, formOf(operation));
        expect([role, status]).toEqual([role, 422]);
        expect(text).toMatch(/needs an? (?:manager|owner) of demo-bistro/);
      }
      expect(happened(BISTRO)).toEqual(before);
    });

    test("asks for no higher role if the user has the lowest role that may use it", async () => {
      if (operation.brandless) return;
      const who = person(leastFor(operation), TRATTORIA);
      const { text } = await send(who, TRATTORIA, name, formOf(operation));
      expect(/needs an? (?:manager|owner) of/.test(text)).toBe(false);
    });

    test("is not found by users of another restaurant", async () => {
      const before = happened(BISTRO);
      for (const role of ROLES) {
        const csrf = await csrfOf(person(role, TRATTORIA), TRATTORIA);
        const { status, text } = await send(
          person(role, TRATTORIA),
          BISTRO,
          name,
          formOf(operation),
          csrf,
        );
        expect([role, status]).toEqual([role, 404]);
        expect(text).not.toContain("demo-bistro");
      }
      expect(happened(BISTRO)).toEqual(before);
    });

    test("cannot change another restaurant's records from a user's own restaurant", async () => {
      if (!("id" in inputSchemaOf(operation).properties)) return;
      const before = happened(BISTRO);
      const rest = formOf(operation).filter(([field]) => field !== "id");
      for (const [what, id] of Object.entries(ids)) {
        expect(id).not.toBe("");
        for (const brand of [[], [["brand", BISTRO]]] as [string, string][][]) {
          const fields: [string, string][] = [...rest, ["id", id], ...brand];
          const { status, text } = await send(person("owner", TRATTORIA), TRATTORIA, name, fields);
          expect([what, status]).toEqual([what, 422]);
          expect(text).not.toContain(GUEST);
        }
      }
      expect(happened(BISTRO)).toEqual(before);
    });

    test("does nothing without a form token or with another user's, and the form is kept for its sender", async () => {
      const before = happened(BISTRO);
      const other = await csrfOf(person("manager", BISTRO), BISTRO);
      for (const csrf of ["", "x", other]) {
        const sent = await send(person("owner", BISTRO), BISTRO, name, formOf(operation), csrf);
        expect([sent.status, sent.location]).toEqual([303, expect.stringContaining("/kept/")]);
      }
      const nobody = await new Visitor(desk.url).post(
        `/b/${BISTRO}/do/${name}`,
        new URLSearchParams(formOf(operation)),
      );
      expect(nobody.headers.get("location")).toStartWith("/sign-in?next=");
      expect(happened(BISTRO)).toEqual(before);
    });
  },
);

describe.each(READS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (name, operation) => {
    const place = () => {
      const { path, as = /./ } = SHOWN_AT[name] ?? { path: "/nowhere" };
      return { path: path.replace(":reservation", ids["reservation"] ?? ""), as };
    };

    test("is shown to its role and higher roles only", async () => {
      const { path, as } = place();
      for (const role of ROLES) {
        const text = await (await person(role, BISTRO).get(`/b/${BISTRO}${path}`)).text();
        expect([role, as.test(text)]).toEqual([role, roleAtLeast(role, operation.role ?? "host")]);
      }
    });

    test("cannot be sent as a form, and is not found by users of another restaurant", async () => {
      const { path } = place();
      const sent = await send(person("owner", BISTRO), BISTRO, name, []);
      expect(sent.status).toBe(404);
      for (const role of ROLES) {
        const seen = await person(role, TRATTORIA).get(`/b/${BISTRO}${path}`);
        expect([role, seen.status]).toEqual([role, 404]);
        expect(await seen.text()).not.toMatch(/demo-bistro|Ana Hidden/);
        // The same id at the address of the user's own restaurant.
        const own = await person(role, TRATTORIA).get(`/b/${TRATTORIA}${path}`);
        expect(await own.text()).not.toContain(GUEST);
      }
    });
  },
);

test("an owner of one restaurant cannot add another restaurant, from either form", async () => {
  const owner = person("owner", BISTRO);
  const before = desk.server.stores.brands.names();
  const form = formOf(createBrand);
  expect((await send(owner, BISTRO, createBrand.name, form)).text).toContain(
    "Only an owner of all restaurants",
  );
  expect((await owner.get("/new-restaurant")).status).toBe(403);
  const csrf = await csrfOf(owner, BISTRO);
  const fields = new URLSearchParams([...form, ["csrf", csrf]]);
  expect((await owner.post("/new-restaurant", fields)).status).toBe(403);
  expect(desk.server.stores.brands.names()).toEqual(before);
});

test.each(["settings", "access", "health"])("hosts see no link to %s", async (place) => {
  const linked = async (role: Role) =>
    (await (await person(role, BISTRO).get(`/b/${BISTRO}`)).text()).includes(
      `href="/b/${BISTRO}/${place}"`,
    );
  expect([await linked("host"), await linked("manager"), await linked("owner")]).toEqual([
    false,
    true,
    true,
  ]);
});
