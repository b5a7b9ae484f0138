// Goal: after closing, the page Tonight asks about parties that are neither completed nor a no-show,
// and one tap answers. Method: the running product, over HTTP as a browser without scripts does.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fillEvening, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const HOME = "/b/demo-bistro";
const HOUR = 3_600_000;

let desk: DeskWithUser;
let host: Visitor;
let ids: string[];

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  ids = await fillEvening(desk.server, "demo-bistro", 4);
  await signIn();
});
afterAll(() => desk[Symbol.asyncDispose]());

async function signIn(): Promise<void> {
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
}
const pageAt = async (path = HOME): Promise<string> => (await host.get(path)).text();
const listOf = (page: string): string =>
  /<section class="requests" id="unmarked"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
const answer = async (operation: string, id: string | undefined) => {
  const list = listOf(await pageAt());
  const form = list.slice(list.indexOf(`id="u${id}"`));
  const fields = hiddenFields(form, `/do/${operation}`);
  return host.post(`${HOME}/do/${operation}`, fields);
};

test("before closing, the page asks about no party", async () => {
  await desk.advance(4 * HOUR);
  const [seated] = ids;
  const fields = { ...hiddenFields(await pageAt(), 'id="act"'), id: seated ?? "" };
  await host.post(`${HOME}/do/mark_seated`, fields);
  expect(listOf(await pageAt())).toBe("");
});

test("after closing, each party that nobody marked is listed with both answers, and one tap answers and takes the party off the list", async () => {
  await desk.advance(6 * HOUR);
  await signIn();
  const [, came, did, third] = ids;
  expect(listOf(await pageAt())).toContain("3 parties were never marked. Did");
  expect((await answer("mark_came", came)).status).toBe(303);
  expect((await answer("mark_no_show", did)).status).toBe(303);
  const list = listOf(await pageAt());
  expect(list).toContain("1 party was never marked");
  expect(list).toContain(`id="u${third}"`);
  const { reservations } = desk.server.stores;
  expect([came, did].map((id) => reservations.get(id ?? "")?.status)).toEqual([
    "completed",
    "no_show",
  ]);
});

test("after an answer, the toast names the party and offers an undo", async () => {
  await answer("mark_came", ids[3]);
  const page = await pageAt();
  expect(page).toContain("</bdi>: came");
  expect(page).toContain("undo_last_change");
  expect(listOf(page)).toBe("");
});
