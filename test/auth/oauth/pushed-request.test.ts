// Goal: a pushed authorization request works like a request in the browser's address, but only
// once, only for its client, and only for 90 seconds.
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  type Authority,
  asking,
  authorizeRequest,
  BROWSER,
  CALLBACK,
  openAuthority,
} from "../../support/authority.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const push = async (): Promise<string> => {
  const { status, body } = await house.post("pushedRequest", asking({ scope: "bookings.read" }));
  expect([status, body["expires_in"]]).toEqual([201, 90]);
  return String(body["request_uri"]);
};

const follow = (request_uri: string, client_id = "client-1") =>
  house.server.authorize(authorizeRequest({ client_id, request_uri }), BROWSER);

test("a pushed request is used with all its parameters", async () => {
  const outcome = await follow(await push());
  const requestId = outcome.kind === "pending" ? outcome.requestId : "";
  const view = house.server.consent.view(requestId, BROWSER, { user: house.ada });
  expect(view).toMatchObject({ scopes: ["bookings.read"], client: { redirectUri: CALLBACK } });
});

test("a pushed request works once", async () => {
  const requestUri = await push();
  const outcomes = await Promise.all([follow(requestUri), follow(requestUri)]);
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["pending", "refused"]);
  expect((await follow(requestUri)).kind).toBe("refused");
});

test("a pushed request expires", async () => {
  const requestUri = await push();
  house.at += 90_000;
  expect((await follow(requestUri)).kind).toBe("refused");
});

test("a pushed request still works for its client after another client tried to use it", async () => {
  const requestUri = await push();
  const other = await house.addClient();
  expect((await follow(requestUri, other.id)).kind).toBe("refused");
  expect((await follow(requestUri)).kind).toBe("pending");
});

test("the id of a request on the consent page cannot be used as a request_uri", async () => {
  const outcome = await follow(await push());
  const requestId = outcome.kind === "pending" ? outcome.requestId : "";
  const prefix = "urn:ietf:params:oauth:request_uri:";
  expect((await follow(prefix + requestId)).kind).toBe("refused");
});

test.each<[string, Record<string, string>, number, string]>([
  ["a foreign redirect URI", { redirect_uri: "https://evil.example/" }, 400, "invalid_request"],
  ["a request_uri", { request_uri: "urn:x" }, 400, "invalid_request"],
  ["no challenge", { code_challenge: "" }, 400, "invalid_request"],
  ["a foreign resource", { resource: "https://other.example/mcp" }, 400, "invalid_target"],
  ["an unknown client", { client_id: "nobody" }, 401, "invalid_client"],
])("a pushed request with %s is refused", async (_, change, status, error) => {
  const refused = await house.post("pushedRequest", asking(change));
  expect([refused.status, refused.body["error"]]).toEqual([status, error]);
});
