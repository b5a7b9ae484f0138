// Goal: no app gets an unsafe redirect scheme, that is, one that another program could claim. An
// app that got one before this rule keeps it.
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { createClients, isClient } from "../../../src/auth/oauth/clients.ts";
import { documentHost } from "../../support/document-host.ts";
import { oauthClient } from "../../support/oauth-clients.ts";
import {
  ISSUER,
  NOW,
  openRegistrationHouse,
  type RegistrationHouse,
  textOf,
} from "./registration-house.ts";

const ID = "https://app.example.com/client.json";
const TODO = "add myapp to MAITRED_REDIRECT_SCHEMES";
const OLDER = ["older:/cb", "https://app.example.com/cb"];

let house: RegistrationHouse;
let published: readonly string[] = [];
const host = documentHost(["app.example.com"], () =>
  Response.json({ client_id: ID, redirect_uris: published }),
);
afterAll(() => host.stop());
beforeEach(() => {
  house = openRegistrationHouse();
});
afterEach(() => house[Symbol.dispose]());

/** The client that the metadata document describes, or why there is none. */
const find = () => {
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const fetchDocument = host.fetchDocument();
  const options = { ...house, clock: () => NOW, log, issuer: ISSUER, fetchDocument };
  return createClients({ ...options, clientDocuments: true, redirectSchemes: ["cursor"] }).find(ID);
};

test("a registration with only an unsafe scheme is refused, and the refusal names the scheme", async () => {
  const { status, json, reason } = await house.register({ redirect_uris: ["myapp:/cb"] });
  expect([status, json["error"]]).toEqual([400, "invalid_redirect_uri"]);
  expect(reason).toContain(TODO);
});

test("a registration loses an unsafe scheme and keeps its other redirect URIs, also one with a scheme that the operator allows", async () => {
  const kept = ["cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/cb"];
  const { json } = await house.register({ redirect_uris: ["myapp:/cb", ...kept] });
  expect(json["redirect_uris"]).toEqual(kept);
  expect(JSON.stringify(json["notes"])).toContain(TODO);
});

test("an update adds no unsafe scheme, and keeps those that the client has", async () => {
  const { json: made } = await house.register({ redirect_uris: ["https://app.example.com/cb"] });
  const id = textOf(made, "client_id");
  const row = house.stores.oauthClients.byId(id);
  if (row === null) throw new Error("no client");
  await house.writer.write(() => house.stores.oauthClients.update({ ...row, redirectUris: OLDER }));
  const body = { client_id: id, redirect_uris: [...OLDER, "myapp:/cb"] };
  const token = textOf(made, "registration_access_token");
  const { json } = await house.manage("PUT", id, token, body);
  expect(json["redirect_uris"]).toEqual(OLDER);
  expect(JSON.stringify(json["notes"])).toContain(TODO);
});

test("a metadata document with only an unsafe scheme makes no client", async () => {
  published = ["myapp:/cb"];
  expect(await find()).toMatchObject({ problem: expect.stringContaining(TODO) });
});

test("a metadata document that is fetched again adds no unsafe scheme, and keeps those that the client has", async () => {
  published = [...OLDER, "myapp:/cb"];
  const row = { id: ID, kind: "metadata_document", redirectUris: OLDER, freshUntil: 1 } as const;
  await house.writer.write(() => house.stores.oauthClients.insert({ ...oauthClient(), ...row }));
  const found = await find();
  expect(isClient(found as never) && found).toMatchObject({ redirectUris: OLDER });
});
