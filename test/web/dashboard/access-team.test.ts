// Goal: an owner decides who works in the restaurant: colleagues join by a link that works once,
// get another role or leave, and accounts are closed and opened; nobody gets more rights than
// intended. Method: the running product, browsers without scripts.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Role } from "../../../src/domain/caller.ts";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import type { DeskWithUser } from "../../support/desk-with-user.ts";
import { accessOf, BISTRO, openAccess, problemAt, shownAt, TRATTORIA } from "./access-page.ts";

const ADA = { name: "Ada King", email: "Ada@Example.com", role: "host" };
const PASSWORD = "seven green bottles";
const WEEK = 7 * 86_400_000;

let desk: DeskWithUser;
let owner: Visitor;
let access: ReturnType<typeof accessOf>;
beforeEach(async () => {
  ({ desk, owner, access } = await openAccess());
});
afterEach(() => desk[Symbol.asyncDispose]());

const userOf = (email: string) => desk.server.stores.users.byEmail(email);
const roleOf = (email: string): Role | undefined =>
  desk.server.stores.users.teamsOf(userOf(email)?.id ?? "").find(({ brand }) => brand === BISTRO)
    ?.role;
/** Adds a colleague, and returns the page that shows the link. */
const add = async (change: object = {}) => {
  const answer = await access.send("/team", "add_person", { ...ADA, ...change });
  return { answer, path: answer.headers.get("location") ?? "" };
};
const linkOf = async (path: string): Promise<string> =>
  new URL(shownAt(await (await owner.get(path)).text(), "new-link") ?? "").pathname;
/** Sets a password with a link. */
const choose = async (link: string, password = PASSWORD, again = password) => {
  const visitor = new Visitor(desk.url);
  const fields = hiddenFields(await (await visitor.get(link)).text());
  const answer = await visitor.post(link, { ...fields, password, again });
  return { visitor, answer };
};
/** The user with this role that personWith() made. */
const made = (role: Role) =>
  desk.server.stores.users.list().find(({ name }) => name === `Sam the ${role}`);

describe("a new colleague", () => {
  test("sets a password with the link, is then signed in, and cannot use the link again", async () => {
    const { answer, path } = await add();
    expect(answer.status).toBe(303);
    const user = userOf("ada@example.com");
    expect(user).toMatchObject({ name: "Ada King", passwordHash: null, ownsInstance: false });
    expect(await access.page("/team")).toContain("invited");
    const link = await linkOf(path);
    const { visitor, answer: chosen } = await choose(link);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/"]);
    expect((await visitor.get(`/b/${BISTRO}`)).status).toBe(200);
    expect((await new Visitor(desk.url).get(link)).status).toBe(404);
    expect((await choose(link)).answer.status).not.toBe(303);
    expect(await access.page("/team")).toContain("signed in just now");
    const again = await new Visitor(desk.url).signIn({
      email: "ada@example.com",
      password: PASSWORD,
    });
    expect(again.status).toBe(303);
  });

  test("gets a link that is shown once, only to the owner who made it, and is in no log or address", async () => {
    const { path } = await add();
    const other = new Visitor(desk.url);
    await other.signIn(desk.user);
    expect(shownAt(await (await other.get(path)).text(), "new-link")).toBeUndefined();
    const shown = await owner.get(path);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const link = shownAt(await shown.text(), "new-link") ?? "";
    const token = link.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const after = await (await owner.get(path)).text();
    expect(after).toContain("was already shown");
    expect(after).not.toContain(token);
    await choose(new URL(link).pathname);
    expect(desk.logged.join("\n")).not.toContain(token);
    expect(path).not.toContain(token);
  });

  test("is added once by a double submit, and the link shown works", async () => {
    const hidden = hiddenFields(await access.page("/team"), "/do/add_person");
    const fields = { ...hidden, ...ADA };
    const send = () => owner.post(`/b/${BISTRO}/do/add_person`, fields);
    const [one, other] = await Promise.all([send(), send()]);
    const path = one.headers.get("location") ?? "";
    expect(other.headers.get("location")).toBe(path);
    expect(desk.server.stores.users.list().filter(({ name }) => name === ADA.name)).toHaveLength(1);
    // The browser had already begun to show the first answer when it sent the form again.
    await owner.get(path);
    await send();
    expect((await choose(await linkOf(path))).answer.status).toBe(303);
  });

  test("gets a link that expires after a week, or when a newer link replaces it", async () => {
    const { path } = await add();
    const first = await linkOf(path);
    const id = userOf("ada@example.com")?.id ?? "";
    const second = await access.send("/team", "make_account_link", { about: id });
    const link = await linkOf(second.headers.get("location") ?? "");
    expect((await new Visitor(desk.url).get(first)).status).toBe(404);
    expect((await new Visitor(desk.url).get(link)).status).toBe(200);
    await desk.advance(WEEK);
    expect((await new Visitor(desk.url).get(link)).status).toBe(410);
  });

  test("sees beside the field why a password is refused, and can still use the link", async () => {
    const link = await linkOf((await add()).path);
    expect(await (await choose(link, "short")).answer.text()).toContain("at least 12");
    const named = await choose(link, "Demo Bistro 26");
    expect(await named.answer.text()).toContain("name or an address");
    const differ = await choose(link, PASSWORD, "another one");
    expect(await differ.answer.text()).toContain("not the same");
    expect((await choose(link)).answer.status).toBe(303);
  });

  test("with invalid details is refused; the form says why beside each field, and keeps what was typed", async () => {
    const { answer } = await add({ name: " ", email: "<b>nobody" });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(problemAt(text, "email")).toContain("not an e-mail address");
    expect(problemAt(text, "name")).toContain("A name is needed");
    expect(text).toContain('value="&lt;b&gt;nobody"');
    expect(text).toContain('<details class="ask" id="add-person" open');
    expect(userOf("<b>nobody")).toBeNull();
  });

  test("is not lost if the owner sends the form while signed out: after sign-in, the filled-in form can be sent again", async () => {
    const hidden = hiddenFields(await access.page("/team"), "/do/add_person");
    owner.forget((name) => name.endsWith("maitred"));
    const answer = await owner.post(`/b/${BISTRO}/do/add_person`, { ...hidden, ...ADA });
    const next = new URL(answer.headers.get("location") ?? "", desk.url).searchParams.get("next");
    await owner.signIn(desk.user);
    const kept = await (await owner.get(next ?? "")).text();
    expect(kept).toContain("Ada King");
    const sent = await owner.post(
      `/b/${BISTRO}/do/add_person`,
      hiddenFields(kept, "/do/add_person"),
    );
    expect(sent.headers.get("location")).toMatch(/\/link$/);
    expect(roleOf("ada@example.com")).toBe("host");
  });
});

describe("a colleague who already has an account", () => {
  test("joins with a new link, is signed out, and is not added twice", async () => {
    const host = await personWith("host", desk, TRATTORIA);
    const email = made("host")?.email ?? "";
    const { path } = await add({ email, name: "Another name", role: "manager" });
    expect(path).toMatch(/\/link$/);
    expect([roleOf(email), userOf(email)?.name]).toEqual(["manager", "Sam the host"]);
    expect(userOf(email)?.passwordHash).toBeNull();
    expect((await host.get(`/b/${TRATTORIA}`)).headers.get("location")).toContain("/sign-in");
    const { visitor } = await choose(await linkOf(path));
    expect((await visitor.get(`/b/${TRATTORIA}`)).status).toBe(200);
    const again = await (await add({ email })).answer.text();
    expect(problemAt(again, "email")).toContain("in this team already");
  });
});

describe("a colleague whose account another restaurant made", () => {
  /** Signs in an owner of this restaurant only. */
  const ownerHere = async () => accessOf(await personWith("owner", desk, BISTRO));

  test("is added with a new link if they work nowhere any more, and the old password no longer works", async () => {
    const { visitor } = await choose(await linkOf((await add()).path), "known to its maker");
    const id = userOf("ada@example.com")?.id ?? "";
    await access.send("/team", "take_out", { about: id });
    const here = await ownerHere();
    const answer = await here.send("/team", "add_person", ADA);
    expect(answer.headers.get("location")).toMatch(/\/link$/);
    expect(roleOf("ada@example.com")).toBe("host");
    expect((await visitor.get(`/b/${BISTRO}`)).headers.get("location")).toContain("/sign-in");
    const again = await new Visitor(desk.url).signIn({
      email: "ada@example.com",
      password: "known to its maker",
    });
    expect(again.status).not.toBe(303);
    expect(userOf("ada@example.com")?.passwordHash).toBeNull();
  });

  test("gets no access with an old link after they were removed and added again", async () => {
    const link = await linkOf((await add()).path);
    await access.send("/team", "take_out", { about: userOf("ada@example.com")?.id ?? "" });
    await (await ownerHere()).send("/team", "add_person", ADA);
    expect((await choose(link)).answer.status).not.toBe(303);
    expect(userOf("ada@example.com")?.passwordHash).toBeNull();
  });
});

test("an owner's link for a colleague stops working once that owner has left, and the team's page says that the colleague cannot sign in", async () => {
  const visitor = await personWith("owner", desk, BISTRO);
  const theirs = accessOf(visitor);
  const answer = await theirs.send("/team", "add_person", ADA);
  const text = await (await visitor.get(answer.headers.get("location") ?? "")).text();
  const link = new URL(shownAt(text, "new-link") ?? "").pathname;
  expect((await new Visitor(desk.url).get(link)).status).toBe(200);
  await access.send("/team", "take_out", { about: made("owner")?.id ?? "" });
  expect((await new Visitor(desk.url).get(link)).status).toBe(404);
  expect(await access.page("/team")).toContain("cannot sign in");
});

test("an owner of one restaurant cannot change an owner of the instance, and the page says why", async () => {
  const page = await accessOf(await personWith("owner", desk, BISTRO)).page("/team");
  expect(page).toContain("owns the whole instance");
  expect(page).not.toContain("This is your own account");
});

describe("a colleague's role", () => {
  test("is changed, logged and shown", async () => {
    await personWith("host", desk, BISTRO);
    const { id = "", email = "" } = made("host") ?? {};
    await access.send("/team", "change_role", { about: id, role: "manager" });
    expect(roleOf(email)).toBe("manager");
    const log = await access.page("/audit?operation=change_role");
    expect(log).toContain("Role: host → manager");
    expect(log).toContain("Sam the host");
  });

  test("ends when they are removed, but their account remains", async () => {
    const host = await personWith("host", desk, BISTRO);
    const { id = "", email = "" } = made("host") ?? {};
    await access.send("/team", "take_out", { about: id });
    expect(roleOf(email)).toBeUndefined();
    expect(userOf(email)?.disabledAt).toBeNull();
    expect((await host.get(`/b/${BISTRO}`)).status).toBe(404);
  });
});

describe("a colleague's account", () => {
  test("can be closed, which signs them out, and opened again", async () => {
    const host = await personWith("host", desk, BISTRO);
    const { id = "", email = "" } = made("host") ?? {};
    await access.send("/team", "close_account", { about: id });
    expect((await host.get(`/b/${BISTRO}`)).headers.get("location")).toContain("/sign-in");
    expect(await access.page("/team")).toContain("account closed");
    await access.send("/team", "open_account", { about: id });
    expect(userOf(email)?.disabledAt).toBeNull();
  });
});

describe("on the pages about access,", () => {
  test("hosts read on every page that access is for managers and owners, and cannot add a colleague", async () => {
    const host = accessOf(await personWith("host", desk, BISTRO));
    for (const path of ["", "/team", "/keys", "/keys/new", "/apps", "/audit"]) {
      expect(await host.page(path)).toContain("Access is for managers and owners");
    }
    const answer = await host.send("/team", "add_person", { ...ADA });
    expect(answer.status).toBe(422);
    expect(userOf("ada@example.com")).toBeNull();
  });

  test("managers see the team without buttons, and cannot close an account", async () => {
    const manager = accessOf(await personWith("manager", desk, BISTRO));
    const text = await manager.page("/team");
    expect(text).toContain("Demo Owner");
    expect(text).not.toContain("/do/change_role");
    const id = userOf(desk.user.email)?.id ?? "";
    const answer = await manager.send("/team", "close_account", { about: id });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("needs an owner");
  });

  test("an owner can change a role in this restaurant, but not an account that another restaurant uses", async () => {
    await personWith("owner", desk, BISTRO);
    const shared = await personWith("host", desk, BISTRO);
    const { id = "", email = "" } = made("host") ?? {};
    const { stores, writer, clock } = desk.server;
    await writer.write(() => stores.users.join(id, TRATTORIA, "host", clock()));
    const second = new Visitor(desk.url);
    const link = await access.send("/team", "make_account_link", {
      about: made("owner")?.id ?? "",
    });
    const { visitor } = await choose(await linkOf(link.headers.get("location") ?? ""));
    const theirs = accessOf(visitor);
    const page = await theirs.page("/team");
    expect(page).toContain("Only an owner of the whole instance can change the account");
    expect(page).not.toMatch(/also works|you do not own/);
    for (const operation of ["close_account", "make_account_link", "reset_second_factor"]) {
      const answer = await theirs.send("/team", operation, { about: id });
      expect(answer.status).toBe(422);
    }
    await theirs.send("/team", "change_role", { about: id, role: "manager" });
    expect([roleOf(email), userOf(email)?.disabledAt]).toEqual(["manager", null]);
    expect((await shared.get(`/b/${BISTRO}`)).status).toBe(200);
    // The account of an owner of the instance cannot be changed either.
    const house = userOf(desk.user.email)?.id ?? "";
    expect((await theirs.send("/team", "close_account", { about: house })).status).toBe(422);
    expect((await second.signIn(desk.user)).status).toBe(303);
  });
});

test("names that look like markup are shown as text", async () => {
  await add({ name: "<script>alert(1)</script>" });
  const text = await access.page("/team");
  expect(text).toContain("&lt;script&gt;alert(1)");
  expect(text).not.toContain("<script>alert");
});
