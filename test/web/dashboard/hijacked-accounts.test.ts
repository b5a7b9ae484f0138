// Goal: an owner who made an account for somebody cannot read another restaurant's guests through
// it, and cannot learn from the form for a new colleague where a person works. Method: the attack,
// step by step, over HTTP.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith, personWith } from "../../support/desk-people.ts";
import type { DeskWithUser } from "../../support/desk-with-user.ts";
import { accessOf, at, BISTRO, openAccess, problemAt, shownAt, TRATTORIA } from "./access-page.ts";

const CHEF = { name: "Chef", email: "chef@example.com", role: "host" };
const KNOWN = "known to the attacker";
const OWN = "known to the chef alone";

let desk: DeskWithUser;
let house: Visitor;
beforeEach(async () => {
  ({ desk, owner: house } = await openAccess());
});
afterEach(() => desk[Symbol.asyncDispose]());

const accountOf = (email: string) => desk.server.stores.users.byEmail(email);

/** The path of the link that an answer shows. */
async function linkIn(visitor: Visitor, answer: Response): Promise<string> {
  const page = await (await visitor.get(answer.headers.get("location") ?? "")).text();
  return new URL(shownAt(page, "new-link") ?? "").pathname;
}

/** Opens a link and sets a password. Returns the browser, which is signed in if that worked. */
async function choose(link: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(desk.url);
  const fields = hiddenFields(await (await visitor.get(link)).text());
  await visitor.post(link, { ...fields, password, again: password });
  return visitor;
}

test("when another restaurant adds a colleague, the owner who made the colleague's account can read nothing there", async () => {
  const attacker = await personWith("owner", desk, BISTRO);
  const invited = await accessOf(attacker).send("/team", "add_person", CHEF);
  const first = await linkIn(attacker, invited);
  const asChef = await choose(first, KNOWN);
  expect((await asChef.get(`/b/${BISTRO}`)).status).toBe(200);

  const victim = await personWith("owner", desk, TRATTORIA);
  const refused = await accessOf(victim, TRATTORIA).send("/team", "add_person", CHEF);
  expect(refused.status).toBe(422);
  const added = await accessOf(house, TRATTORIA).send("/team", "add_person", CHEF);
  const second = await linkIn(house, added);

  expect((await asChef.get(`/b/${TRATTORIA}`)).headers.get("location")).toContain("/sign-in");
  const again = await new Visitor(desk.url).signIn({ email: CHEF.email, password: KNOWN });
  expect(again.status).not.toBe(303);
  expect((await new Visitor(desk.url).get(first)).status).toBe(404);
  const { id = "" } = accountOf(CHEF.email) ?? {};
  await accessOf(attacker).send("/team", "make_account_link", { about: id, id });
  expect((await new Visitor(desk.url).get(second)).status).toBe(200);

  const chef = await choose(second, OWN);
  for (const brand of [BISTRO, TRATTORIA]) expect((await chef.get(`/b/${brand}`)).status).toBe(200);
  const logs = await Promise.all(
    [BISTRO, TRATTORIA].map((brand) => accessOf(house, brand).page("/audit")),
  );
  expect(logs[0]).toContain("Link for a password created");
  expect(logs[1]).toContain("Added to the team");
});

describe("the refusal to an owner who may not add a colleague", () => {
  /** The answer to the form, without the parts that differ by input and visit. */
  const answerTo = async (visitor: Visitor, typed: typeof CHEF): Promise<string> => {
    const answer = await accessOf(visitor).send("/team", "add_person", typed);
    const text = (await answer.text()).replaceAll(typed.email, "EMAIL");
    const form = /<details class="ask" id="add-person"[\s\S]*?<\/details>/.exec(text)?.[0] ?? "";
    return `${answer.status} ${form.replace(/value="[\w-]{20,}"/g, "")}`;
  };

  test("is the same wherever the colleague works, and if the account is closed", async () => {
    const owner = await personWith("owner", desk, BISTRO);
    const { stores, writer, clock } = desk.server;
    const elsewhere = await accountWith("host", desk, TRATTORIA);
    const closed = await accountWith("manager", desk, TRATTORIA);
    const nowhere = await accountWith("owner", desk, TRATTORIA);
    await writer.write(() => {
      for (const { email } of [closed, nowhere]) {
        stores.users.disable(accountOf(email)?.id ?? "", clock());
      }
      stores.users.leave(accountOf(nowhere.email)?.id ?? "", TRATTORIA);
    });
    const answers = [];
    for (const { email } of [elsewhere, closed, nowhere]) {
      answers.push(await answerTo(owner, { ...CHEF, email }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(problemAt(answers[0] ?? "", "email")).toBe(
      "You cannot add this address. Ask the person who runs this server to add it, or use another address.",
    );
  });

  test("is the same for a missing name whether or not the account exists", async () => {
    const owner = await personWith("owner", desk, BISTRO);
    const { email } = await accountWith("host", desk, TRATTORIA);
    const one = await answerTo(owner, { ...CHEF, name: " ", email });
    expect(await answerTo(owner, { ...CHEF, name: " " })).toBe(one);
  });

  test("is not given for a colleague who works nowhere: they join under the typed name, like a new person", async () => {
    const owner = await personWith("owner", desk, BISTRO);
    const { email } = await accountWith("host", desk, TRATTORIA);
    const { stores, writer } = desk.server;
    await writer.write(() => stores.users.leave(accountOf(email)?.id ?? "", TRATTORIA));
    const answer = await accessOf(owner).send("/team", "add_person", { ...CHEF, email });
    expect(answer.headers.get("location")).toMatch(/\/link$/);
    expect(accountOf(email)).toMatchObject({ name: "Chef", passwordHash: null });
    expect(await (await owner.get(at("/team"))).text()).not.toContain("Sam the host");
  });
});
