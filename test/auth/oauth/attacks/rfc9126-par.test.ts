// Goal: a pushed authorization request (RFC 9126) can be used once, unchanged and only by the client
// that pushed it, which names it by its request_uri. It allows nothing that is refused in an ordinary
// request.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { ask, authorization, CALLBACK, pkce, post, register } from "./attacked-desk.ts";

let desk: DeskWithUser;
let clientId: string;
beforeAll(async () => {
  desk = await deskWithUser();
  clientId = (await register(desk)).client_id;
});
afterAll(() => desk[Symbol.asyncDispose]());

const wanted = (change: Record<string, string> = {}): Record<string, string> => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: CALLBACK,
  code_challenge: pkce().challenge,
  code_challenge_method: "S256",
  ...change,
});

const push = (change: Record<string, string> = {}) => post(desk, "/par", wanted(change));
const pushed = async (): Promise<string> => String((await push()).body["request_uri"]);
const follow = (requestUri: string, change: Record<string, string> = {}) =>
  ask(
    `${desk.url}/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri, ...change }).toString()}`,
  );

describe("a pushed request is refused", () => {
  test.each<[string, Record<string, string>, number, string]>([
    [
      "for a foreign redirect URI",
      { redirect_uri: "https://evil.example/" },
      400,
      "invalid_request",
    ],
    ["for a redirect URI that runs code", { redirect_uri: "javascript:x" }, 400, "invalid_request"],
    ["without a challenge", { code_challenge: "" }, 400, "invalid_request"],
    ["with the challenge method plain", { code_challenge_method: "plain" }, 400, "invalid_request"],
    ["for a token instead of a code", { response_type: "token" }, 400, "unsupported_response_type"],
    ["for another resource", { resource: "https://other.example/mcp" }, 400, "invalid_target"],
    ["if it names another pushed request", { request_uri: "urn:x" }, 400, "invalid_request"],
    ["with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, 400, "invalid_request"],
    ["from a client that is unknown", { client_id: "nobody" }, 401, "invalid_client"],
    ["with an invalid secret", { client_secret: "x" }, 401, "invalid_client"],
  ])("%s", async (_name, change, status, error) => {
    const answer = await push(change);
    expect([answer.status, answer.body["error"]]).toEqual([status, error]);
    expect(answer.body).not.toHaveProperty("request_uri");
  });
});

describe("a request_uri", () => {
  test("works once, even if it is used twenty times concurrently", async () => {
    const reference = await pushed();
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(reference)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await follow(reference)).status).toBe(400);
  });

  test("works for no other client, and another client's attempt does not use it up", async () => {
    const reference = await pushed();
    const { client_id: thief } = await register(desk);
    for (const client_id of [thief, "nobody"]) {
      const { status, headers } = await follow(reference, { client_id });
      expect([status, headers.get("location")]).toEqual([400, null]);
    }
    expect((await follow(reference)).status).toBe(303);
  });

  test("cannot be widened by other parameters", async () => {
    const reference = String((await push({ scope: "bookings.read" })).body["request_uri"]);
    await follow(reference, {
      scope: "bookings.read bookings.write",
      redirect_uri: "https://evil.example/",
      code_challenge: pkce().challenge,
      state: "injected",
    });
    const rows = desk.server.stores.oauthRequests;
    const answer = await follow(reference);
    expect([answer.status, rows.count() > 0]).toEqual([400, true]);
    // The stored request is the one that was pushed.
    const again = String((await push({ scope: "bookings.read" })).body["request_uri"]);
    const { headers } = await follow(again, { scope: "bookings.write", state: "injected" });
    const id = new URL(headers.get("location") ?? "", desk.url).searchParams.get("request") ?? "";
    const kept = JSON.parse(rows.byId(id)?.parameters ?? "{}") as object;
    expect(kept).toMatchObject({ scopes: ["bookings.read"], redirectUri: CALLBACK, state: null });
  });

  test("is refused 90 seconds after the push", async () => {
    const reference = await pushed();
    await desk.advance(90_000);
    expect((await follow(reference)).status).toBe(400);
  });

  test.each([
    ["is refused if it is an address of another server", "https://evil.example/request.jwt"],
    ["is refused if it is an internal address", "http://127.0.0.1:1/request.jwt"],
    ["is refused if it is a file", "file:///etc/passwd"],
    ["is refused if it was guessed", "urn:ietf:params:oauth:request_uri:guess"],
    ["is refused if it is empty", "urn:ietf:params:oauth:request_uri:"],
  ])("%s", async (_name, reference) => {
    const { status, headers } = await follow(reference);
    expect([status, headers.get("location")]).toEqual([400, null]);
  });

  test("cannot be made from the id of a request on the consent page", async () => {
    const { headers } = await ask(authorization(desk, clientId));
    const id = new URL(headers.get("location") ?? "", desk.url).searchParams.get("request") ?? "";
    for (const reference of [id, `urn:ietf:params:oauth:request_uri:${id}`]) {
      expect((await follow(reference)).status).toBe(400);
    }
  });
});
