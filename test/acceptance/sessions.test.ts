// Goal: a user signs in and acts in each brand according to their role, until the session ends:
// after twelve hours, by signing out, or by an operator. Method: the product as a process, by HTTP
// and command line.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, HOUR, when } from "./moments.ts";
import { answerOf, type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const PASSWORD = "correct horse battery";
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  for (const slug of ["house", "tavern"]) await desk.brand(slug, ROOMY);
});
afterAll(() => desk?.close());

/** Makes an account with PASSWORD. */
async function person(email: string, role: string, ...brands: string[]): Promise<void> {
  const words = ["user", "create", "--email", email, "--name", email, "--role", role];
  const where = brands.flatMap((brand) => ["--brand", brand]);
  await desk.setUp([...words, ...where, "--password-stdin"], PASSWORD);
}

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${desk.ready.url}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const signIn = async (email: string, password = PASSWORD): Promise<string> => {
  const response = await post({ email, password });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
};
const signOut = (token: string): Promise<Response> =>
  fetch(`${desk.ready.url}/session`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
const use = (token: string, tool: string, args: object = {}, brand?: string) =>
  desk.rpc(
    "tools/call",
    { name: tool, arguments: args },
    token,
    brand === undefined ? {} : { "x-brand-slug": brand },
  );
const answer = async (...call: Parameters<typeof use>) =>
  answerOf((await use(...call)).message?.result ?? {});
const codeOf = async (...call: Parameters<typeof use>): Promise<string> => {
  const { structured } = await answer(...call);
  return (structured["error"] as { code: string } | undefined)?.code ?? "done";
};
const statusOf = async (token: string): Promise<number> => (await use(token, "list_brands")).status;

describe("the user that `maitred dev` prints", () => {
  test("signs in and owns both demo restaurants and later ones", async () => {
    const { email, password } = desk.ready.user as { email: string; password: string };
    const response = await post({ email, password });
    const { brands, user, tokenType } = (await response.json()) as Record<string, unknown>;
    expect([response.status, tokenType]).toEqual([200, "Bearer"]);
    expect(user).toMatchObject({ email });
    expect(brands).toEqual([
      { slug: "demo-bistro", name: "Demo Bistro", role: "owner" },
      { slug: "demo-trattoria", name: "Demo Trattoria", role: "owner" },
      { slug: "house", name: "The house", role: "owner" },
      { slug: "tavern", name: "The tavern", role: "owner" },
    ]);
  });
});

describe("a session", () => {
  test("acts in the brand that the header or the call names, if its user belongs to the brand", async () => {
    await person("both@example.com", "host", "house", "tavern");
    const token = await signIn("both@example.com");
    const guest = { name: "Ada", numberOfPeople: 2, ...when(dayAfter(TODAY, 3), "19:00") };
    expect(await codeOf(token, "create_booking", guest)).toBe("BRAND_REQUIRED");
    expect(await codeOf(token, "create_booking", guest, "demo-bistro")).toBe("BRAND_UNKNOWN");
    const other = { ...guest, brand: "tavern" };
    expect(await codeOf(token, "create_booking", other, "house")).toBe("BRAND_MISMATCH");
    expect(await codeOf(token, "create_booking", guest, "house")).toBe("done");
    expect(await codeOf(token, "create_booking", other)).toBe("done");
  });

  test("can undo another user's change if its user is a manager, but not if its user is a host", async () => {
    await person("boss@example.com", "manager", "house");
    await person("waiter@example.com", "host", "house");
    const guest = { name: "Eve", numberOfPeople: 2, ...when(dayAfter(TODAY, 4), "19:00") };
    const change = async (token: string) => {
      const { id } = (await desk.ok("create_booking", guest, await desk.key(["house"])))
        .reservation;
      expect(await codeOf(token, "cancel_booking", { id })).toBe("done");
      return id;
    };
    const [boss, waiter] = [await signIn("boss@example.com"), await signIn("waiter@example.com")];
    expect(await codeOf(waiter, "undo_last_change", { id: await change(boss) })).toBe(
      "NOTHING_TO_UNDO",
    );
    expect(await codeOf(boss, "undo_last_change", { id: await change(waiter) })).toBe("done");
  });

  test("works as a bearer token, not in a cookie or in the query", async () => {
    await person("cookie@example.com", "host", "house");
    const token = await signIn("cookie@example.com");
    const cookies = ["__Host-maitred", "maitred"].map((name) => `${name}=${token}`).join("; ");
    expect((await desk.rpc("ping", {}, null, { cookie: cookies })).status).toBe(401);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const headers = { "content-type": "application/json", accept: "application/json" };
    const query = `${desk.ready.mcp}?access_token=${token}`;
    expect((await fetch(query, { method: "POST", headers, body })).status).toBe(401);
  });
});

describe("a session ends", () => {
  const ENDINGS: readonly (readonly [
    string,
    (email: string, token: string) => Promise<unknown>,
  ])[] = [
    ["after signing out", async (_, token) => expect((await signOut(token)).status).toBe(204)],
    [
      "after a new password is set",
      (email) => desk.cliOk(["user", "password", email, "--password-stdin"], "another password"),
    ],
    ["when the account is closed", (email) => desk.cliOk(["user", "disable", email])],
  ];
  test.each(ENDINGS)("%s", async (name, end) => {
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    await person(email, "host", "house");
    const [token, elsewhere] = [await signIn(email), await signIn(email)];
    expect(await statusOf(token)).toBe(200);
    await end(email, token);
    expect(await statusOf(token)).toBe(401);
    expect((await signOut(token)).status).toBe(401);
    expect(await statusOf(elsewhere)).toBe(name === "after signing out" ? 200 : 401);
  });

  test("after twelve hours, and the answer says that it expired", async () => {
    await person("late@example.com", "host", "house");
    const token = await signIn("late@example.com");
    await desk.advance(12 * HOUR - 60_000);
    expect(await statusOf(token)).toBe(200);
    await desk.advance(60_000);
    const { status, body } = await use(token, "list_brands");
    expect([status, JSON.parse(body)]).toEqual([
      401,
      { error: "invalid_token", error_description: "This token has expired." },
    ]);
  });
});

describe("signing in is refused with", () => {
  test.each([
    ["invalid JSON", "{", 400],
    ["a password that is not a string", { email: "a@example.com", password: 12_345_678 }, 400],
    ["additional properties", { email: "a@example.com", password: PASSWORD, role: "owner" }, 400],
    ["an unknown e-mail address", { email: "nobody@example.com", password: PASSWORD }, 401],
  ])("%s, and the answer repeats no password", async (_name, body, status) => {
    const response = await post(body);
    const text = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain("12345678");
    expect(Object.keys(JSON.parse(text))).toEqual(["error", "error_description"]);
  });

  test("a content type that a form can send, so that no other site can sign anybody in", async () => {
    const headers = { "content-type": "text/plain" };
    const response = await post({ email: "late@example.com", password: PASSWORD }, headers);
    expect(response.status).toBe(400);
  });

  test("any password for half a minute after ten wrong ones, even if the account does not exist", async () => {
    await person("guessed@example.com", "host", "house");
    for (const email of ["guessed@example.com", "no-account@example.com"]) {
      for (let n = 0; n < 10; n++) await post({ email, password: `guess ${n}!` });
      const response = await post({ email, password: PASSWORD });
      expect([response.status, response.headers.get("retry-after")]).toEqual([
        429,
        expect.any(String),
      ]);
    }
    await desk.advance(31_000);
    await signIn("guessed@example.com");
  });
});

test("neither the log nor the database has a password or a session's token", async () => {
  await person("secret@example.com", "host", "house");
  const token = await signIn("secret@example.com");
  await use(token, "list_brands");
  await signOut(token);
  const signature = token.split(".")[2] ?? "";
  for (const text of [desk.log, JSON.stringify(desk.rows())]) {
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(signature);
  }
});
