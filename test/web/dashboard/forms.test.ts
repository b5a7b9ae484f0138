// Goal: no form of the dashboard, including future forms, loses what was typed or acts twice.
// Method: every page that links lead to, and every form on it; each form is sent by a browser whose
// session has ended.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MOST_FIELDS } from "../../../src/domain/form-fields.ts";
import { NOTE_FIELDS } from "../../../src/domain/reservation.ts";
import { MAX_NOTE } from "../../../src/domain/stored-values.ts";
import { displayDate } from "../../../src/domain/time.ts";
import { PAGES } from "../../../src/web/dashboard/pages.ts";
import { writeNamed } from "../../../src/web/dashboard/write-named.ts";
import { ask, fillEvening, todayAt, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import {
  isTyped,
  linksOf,
  type PageForm,
  postedFormsOf,
  untouched,
} from "../../support/page-forms.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const HOUR = 3_600_000;
/** Forms that change nothing in the restaurant. */
const OUTSIDE = [`${HOME}/look`, "/sign-out"];
const MOST_PAGES = 120;

/** What a person types into an empty field, by the last part of the field's name. */
const TYPED: Readonly<Record<string, string>> = {
  name: "Ana Lopez",
  email: "ana@example.com",
  phone: "(212) 555-0143",
  numberOfPeople: "2",
  date: "2026-11-21",
  time: "18:00",
  body: "See you soon.",
  newPin: "4821",
  again: "4821",
};

interface Seen {
  readonly path: string;
  readonly forms: readonly PageForm[];
}

let desk: DeskWithUser;
let owner: Visitor;
let seen: Seen[];
/** One form of each kind: forms with the same fields and the same address are one kind. */
let kinds: Map<string, { readonly path: string; readonly form: PageForm }>;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  const { stores, writer, clock } = desk.server;
  const [arrived = "", open = ""] = await fillEvening(desk.server, BRAND, 6);
  const request = { largeParty: { from: 9, mode: "pending" }, tables: { mode: "suggest" } };
  const overrides = { ...stores.brands.overrides(BRAND), ...request };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: clock() }));
  const when = { date: displayDate(todayAt(desk.server, BRAND, 20), "America/New_York") };
  const guest = { phone: "+12125550188", time: "8:00 PM", ...when };
  await ask(desk.server, BRAND, "create_booking", {
    name: "Wedding",
    numberOfPeople: 12,
    ...guest,
  });
  for (const name of ["Wim", "Pia"]) {
    await ask(desk.server, BRAND, "add_to_waitlist", { name, numberOfPeople: 2, ...guest });
  }
  await desk.advance(2 * HOUR);
  owner = new Visitor(desk.url);
  await owner.signIn(desk.user);
  const [act] = (await postedFormsOf(await (await owner.get(HOME)).text())).filter(
    ({ id }) => id === "act",
  );
  if (act === undefined) throw new Error("The day sheet has no form with the id act.");
  const tap = untouched(act);
  tap.set("about", arrived);
  await owner.post(`${HOME}/do/mark_arrived`, tap);
  seen = await walk([HOME, `${HOME}?open=${open}`]);
  kinds = new Map();
  for (const { path, forms } of seen) {
    for (const form of forms) {
      const names = [...new Set(form.fields.map(({ name }) => name))].sort();
      const key = `${form.action} (${names.join(" ")})`;
      if (!OUTSIDE.includes(form.action)) kinds.set(key, kinds.get(key) ?? { path, form });
    }
  }
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());

/**
 * Pages without links to them: files, parts that a script requests, and pages that are shown once.
 * They have no forms.
 */
const ELSEWHERE = [
  "/access/audit.csv",
  "/access/keys/:id/made",
  "/access/team/:id/link",
  "/book/guests",
  "/export.csv",
];

/** One page of each kind: addresses that differ only in ids, dates and instants are one kind. */
async function walk(from: readonly string[]): Promise<Seen[]> {
  const kindOf = (path: string): string =>
    path
      .replace(/[0-9a-f]{24}/g, "ID")
      .replace(/\d{4}-\d\d-\d\d/g, "DATE")
      .replace(/\d{9,}/g, "AT")
      .replace(/(numberOfPeople|q|with|to)=[^&]*/g, "$1");
  const known = new Set(from.map(kindOf));
  const waiting = [...from];
  const pages: Seen[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await owner.get(path);
    if (answer.headers.get("content-type")?.startsWith("text/html") !== true) continue;
    const page = await answer.text();
    pages.push({ path, forms: await postedFormsOf(page) });
    for (const link of await linksOf(page, HOME)) {
      if (known.has(kindOf(link)) || known.size >= MOST_PAGES) continue;
      known.add(kindOf(link));
      waiting.push(link);
    }
  }
  return pages;
}

const isNote = (name: string): boolean => NOTE_FIELDS.some((field) => field === name);

const operationOf = (action: string) =>
  action.startsWith(`${HOME}/do/`) ? writeNamed(action.slice(`${HOME}/do/`.length)) : null;
/** The form of the day sheet. Each of its buttons sends it to another address, never to its own. */
const isPassing = ({ action, fields }: PageForm): boolean =>
  action === HOME && !fields.some(isTyped);
const faults = (wrong: (form: PageForm, path: string) => boolean): string[] =>
  [...kinds].filter(([, { form, path }]) => wrong(form, path)).map(([key]) => key);

describe("every form of the dashboard", () => {
  test("is tested here: links lead to every page that has forms", () => {
    const patterns = PAGES.map(
      ({ path }) => new RegExp(`^${HOME}${path.replace(/:\w+/g, "[^/]+")}$`),
    );
    const paths = seen.map(({ path }) => path.replace(/\?.*/, ""));
    const missed = PAGES.filter((_, index) => !paths.some((path) => patterns[index]?.test(path)));
    expect(missed.map(({ path }) => path)).toEqual(ELSEWHERE);
    expect(kinds.size).toBeGreaterThan(20);
  });

  test("has a csrf token", () => {
    expect(faults(({ fields }) => !fields.some(({ name }) => name === "csrf"))).toEqual([]);
  });

  test("is refused with a message that names the limits if it has too many fields", async () => {
    const many = new URLSearchParams("a=&".repeat(MOST_FIELDS + 1));
    for (const path of [`${HOME}/do/create_booking`, "/new-restaurant"]) {
      const answer = await owner.post(path, many);
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining(`larger than 256 KB or has more than ${MOST_FIELDS} fields`),
      ]);
    }
  });

  test("can contain the longest notes in any alphabet", async () => {
    const forms = [...kinds.values()].map(({ form }) => form);
    const notesOf = ({ fields }: PageForm) =>
      fields.flatMap(({ name }) => (isNote(name) ? [name] : []));
    const longest = forms.toSorted((a, b) => notesOf(b).length - notesOf(a).length)[0] as PageForm;
    const sent = untouched(longest);
    for (const name of notesOf(longest)) sent.set(name, "\u5bff".repeat(MAX_NOTE));
    expect(sent.toString().length).toBeGreaterThan(64 * 1024);
    const answer = await owner.post(longest.action, sent);
    expect([303, 422]).toContain(answer.status);
  });

  test("makes one write however often it is sent: its operation is idempotent, or it has an idempotency key", () => {
    const once = ({ action, fields }: PageForm): boolean =>
      operationOf(action)?.hints.idempotent === true ||
      fields.some(({ name, value }) => name === "idempotencyKey" && value.length >= 16);
    expect(faults((form) => !once(form) && !isPassing(form))).toEqual([]);
  });

  test("has an id if a person types into it, and no two forms of a page share id and address", () => {
    const unnamed = seen.flatMap(({ path, forms }) => {
      const typed = forms.filter(({ fields }) => fields.some(isTyped));
      const ids = typed.map(({ id, action }) => `${id} ${action}`);
      return typed
        .filter(({ id }, index) => id === null || ids.indexOf(ids[index] ?? "") !== index)
        .map(({ action }) => `${path}: ${action}`);
    });
    expect([...new Set(unnamed.map((one) => one.replace(/[0-9a-f]{24}/g, "ID")))]).toEqual([]);
  });

  test("works without scripts: it leads to a full page, or to a page that says what is wrong", async () => {
    const broken: string[] = [];
    let done = 0;
    for (const [key, { path, form }] of kinds) {
      if (isPassing(form)) continue;
      const sent = untouched(form);
      for (const { name } of form.fields.filter(isTyped)) {
        if (sent.get(name) === "") sent.set(name, TYPED[name.replace(/.*\./, "")] ?? "");
      }
      const answer = await owner.post(form.action, sent);
      const to = answer.headers.get("location");
      const shown = to === null ? answer : await owner.get(new URL(to, desk.url).href);
      const page = await shown.text();
      const refused = answer.status === 422 && /role="alert"|aria-invalid="true"/.test(page);
      const led = answer.status === 303 && shown.status === 200;
      if (led) done += 1;
      if (!(page.startsWith("<!doctype html>") && page.includes("<h1")) || !(refused || led)) {
        broken.push(`${path}: ${key}: ${answer.status}, ${to}, ${shown.status}`);
      }
    }
    expect(broken).toEqual([]);
    expect(done).toBeGreaterThan(kinds.size / 2);
  }, 60_000);

  test("is kept as typed if its sender's session has ended", async () => {
    const lost: string[] = [];
    for (const [key, { form }] of kinds) {
      if (isPassing(form)) continue;
      owner.forget((name) => !name.includes("browser"));
      const sent = untouched(form);
      const typed = new Map<string, string>();
      for (const { name } of form.fields.filter(isTyped)) {
        typed.set(name, `Typed <${name}> & "kept"`);
        sent.delete(name);
        sent.append(name, typed.get(name) ?? "");
      }
      const answer = await owner.post(form.action, sent);
      const signIn = new URL(answer.headers.get("location") ?? "", desk.url);
      const kept = signIn.searchParams.get("next") ?? "";
      await owner.signIn(desk.user);
      const [again] = (await postedFormsOf(await (await owner.get(kept)).text())).filter(
        ({ action }) => action === form.action,
      );
      sent.delete("csrf");
      // A PIN is not kept, and must be typed again.
      for (const { name, type } of form.fields) if (type === "password") sent.delete(name);
      // If one list chooses both id and revision, the kept form has them as two fields.
      const [about, revision] = (sent.get("about") ?? "").split(" ");
      if (revision !== undefined) {
        sent.set("about", about ?? "");
        sent.set("revision", revision);
      }
      const wanted = [...sent].map(([name, value]) => `${name}=${value}`);
      const there = again?.fields.map(({ name, value }) => `${name}=${value}`) ?? [];
      if (again === undefined || wanted.some((pair) => !there.includes(pair))) lost.push(key);
    }
    expect(lost).toEqual([]);
  }, 120_000);
});
