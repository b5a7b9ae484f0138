// Goal: if a form arrives slowly, its sender's permission is checked when the last byte is there. A
// sender who has lost their role, account or session by then changes nothing. Method: the running
// product, and forms over a bare connection.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect } from "node:net";
import { hiddenFields, type Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { at, BISTRO } from "./access-page.ts";

const EVE = { name: "Eve", email: "eve@example.com", role: "owner" };

let desk: DeskWithUser;
let owner: Visitor;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  owner = await personWith("owner", desk, BISTRO);
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Sends the head of a form and half of its body; `end` sends the rest and returns the answer. */
async function halfSent(path: string, fields: Record<string, string>, chunked = false) {
  return halfPosted(
    path,
    new URLSearchParams(fields).toString(),
    [
      "Origin: null",
      "Sec-Fetch-Site: same-origin",
      "Content-Type: application/x-www-form-urlencoded",
      `Cookie: ${owner.cookie}`,
    ],
    chunked,
  );
}

async function halfPosted(path: string, body: string, headers: string[], chunked = false) {
  const { host, hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  const answered = Promise.withResolvers<string>();
  socket.once("data", (data) => answered.resolve(String(data)));
  const pieces = [body.slice(0, 20), body.slice(20)].map((piece) =>
    chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece,
  );
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...headers,
    chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`,
  ];
  await new Promise<void>((written) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n${pieces[0]}`, () => written());
  });
  // These requests are answered after the half form was sent, so the server has seen the half form.
  for (let round = 0; round < 5; round += 1) await fetch(`${desk.url}/healthz`);
  return {
    async end(): Promise<string> {
      socket.write(`${pieces[1]}${chunked ? "0\r\n\r\n" : ""}`);
      const answer = await answered.promise;
      socket.destroy();
      return answer;
    },
  };
}

const csrf = async (): Promise<string> =>
  hiddenFields(await (await owner.get(at("/team"))).text(), "/do/add_person")["csrf"] ?? "";
const made = () => desk.server.stores.users.byEmail(EVE.email);
const ownId = () =>
  desk.server.stores.users.list().find(({ name }) => name === "Sam the owner")?.id ?? "";

test.each([false, true])(
  "a form that is sent in two halves is accepted (chunked: %p)",
  async (chunked) => {
    const form = await halfSent(
      `/b/${BISTRO}/do/add_person`,
      { csrf: await csrf(), ...EVE },
      chunked,
    );
    expect(await form.end()).toStartWith("HTTP/1.1 303");
    expect(made()).not.toBeNull();
  },
);

test.each<[string, (id: string, at: number) => unknown]>([
  ["was made a host", (id) => desk.server.stores.users.setRole(id, BISTRO, "host")],
  ["was removed from the team", (id) => desk.server.stores.users.leave(id, BISTRO)],
  ["was signed out", (id, now) => desk.server.stores.sessions.endAllOf(id, now)],
  ["had their account closed", (id, now) => desk.server.stores.users.disable(id, now)],
])("nothing is done for somebody who meanwhile %s", async (_, lose) => {
  const { writer, clock } = desk.server;
  const form = await halfSent(`/b/${BISTRO}/do/add_person`, { csrf: await csrf(), ...EVE });
  await writer.write(() => lose(ownId(), clock()));
  expect((await form.end()).slice(0, 12)).toMatch(/303|404|422/);
  expect(made()).toBeNull();
});

test("a form of the connected apps leads to sign-in if its sender was signed out meanwhile", async () => {
  const { writer, stores, clock } = desk.server;
  const form = await halfSent("/connected-apps", { csrf: "x", action: "disconnect", id: "none" });
  await writer.write(() => stores.sessions.endAllOf(ownId(), clock()));
  expect(await form.end()).toContain("Location: /sign-in");
});

test("a form that is too long is refused, with or without a declared length", async () => {
  const fields = { csrf: await csrf(), ...EVE, note: "x".repeat(270_000) };
  const declared = await owner.post(`/b/${BISTRO}/do/add_person`, fields);
  expect([declared.status, await declared.text()]).toEqual([
    400,
    expect.stringContaining("cannot be read"),
  ]);
  const form = await halfSent(`/b/${BISTRO}/do/add_person`, fields, true);
  expect(await form.end()).toStartWith("HTTP/1.1 400");
  expect(made()).toBeNull();
});

test.each([false, true])(
  "a tool is not called with a key that was revoked meanwhile (chunked: %p)",
  async (chunked) => {
    const { writer, stores, clock } = desk.server;
    const params = { name: "list_brands", arguments: {} };
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const headers = ["Content-Type: application/json", `Authorization: Bearer ${desk.apiKey}`];
    const half = () => halfPosted("/mcp", call, headers, chunked);
    expect(await (await half()).end()).toContain(BISTRO);
    const held = await half();
    await writer.write(() => {
      for (const { id } of stores.apiKeys.list()) stores.apiKeys.revoke(id, clock());
    });
    expect(await held.end()).toStartWith("HTTP/1.1 401");
  },
);
