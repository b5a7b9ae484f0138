// Goal: a code is useless without the verifier of the client that requested it, and cannot be used
// twice.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import {
  ask,
  authorization,
  buttonOf,
  codeOf,
  connect,
  heldOf,
  opens,
  pkce,
  post,
  redeem,
  refresh,
  register,
} from "./attacked-desk.ts";

const MINUTE = 60_000;

let desk: DeskWithUser;
let clientId: string;
beforeAll(async () => {
  desk = await deskWithUser();
  clientId = (await register(desk)).client_id;
});
afterAll(() => desk[Symbol.asyncDispose]());

describe("an authorization request is refused", () => {
  test.each<[string, Record<string, string | null>]>([
    ["without a challenge", { code_challenge: null }],
    ["with an empty challenge", { code_challenge: "" }],
    ["with the method plain", { code_challenge_method: "plain" }],
    ["without a method, which means plain", { code_challenge_method: null }],
    ["with a method in small letters", { code_challenge_method: "s256" }],
    ["with a challenge of 42 characters", { code_challenge: "a".repeat(42) }],
    ["with a challenge of 44 characters", { code_challenge: "a".repeat(44) }],
    ["with a challenge of 129 characters", { code_challenge: "a".repeat(129) }],
    ["with padding in the challenge", { code_challenge: `${"a".repeat(42)}=` }],
    [
      "with a character outside base64url in the challenge",
      { code_challenge: `${"a".repeat(42)}+` },
    ],
    ["for response_type=token", { response_type: "token" }],
    ["for response_type=code token", { response_type: "code token" }],
    ["for response_type=id_token", { response_type: "id_token" }],
    ["for response_mode=fragment", { response_mode: "fragment" }],
    ["for response_mode=form_post", { response_mode: "form_post" }],
    ["with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }],
  ])("%s", async (_name, change) => {
    const answer = await ask(authorization(desk, clientId, change));
    const location = buttonOf(answer);
    expect([answer.status, location.host, location.searchParams.get("code")]).toEqual([
      400,
      "app.example.com",
      null,
    ]);
    expect(location.searchParams.get("error")).toBeString();
    expect(location.searchParams.get("iss")).toBe(desk.url);
  });
});

describe("a code gives nothing", () => {
  test.each<[string, (challenge: string) => Record<string, string>, string]>([
    ["without a verifier", () => ({ code_verifier: "" }), "invalid_request"],
    ["for the challenge as verifier", (code_verifier) => ({ code_verifier }), "invalid_grant"],
    ["for another verifier", () => ({ code_verifier: pkce().verifier }), "invalid_grant"],
    [
      "for a verifier of 42 characters",
      () => ({ code_verifier: "a".repeat(42) }),
      "invalid_request",
    ],
    [
      "for a verifier of 129 characters",
      () => ({ code_verifier: "a".repeat(129) }),
      "invalid_request",
    ],
    [
      "for a verifier with a forbidden character",
      () => ({ code_verifier: `${"a".repeat(42)}+` }),
      "invalid_request",
    ],
    [
      "for a verifier followed by a NUL character",
      () => ({ code_verifier: `${"a".repeat(43)}\0` }),
      "invalid_request",
    ],
    ["for another resource", () => ({ resource: "https://other.example/mcp" }), "invalid_target"],
    ["to a client that is unknown", () => ({ client_id: "nobody" }), "invalid_client"],
    ["for grant type password", () => ({ grant_type: "password" }), "unsupported_grant_type"],
    ["for grant type implicit", () => ({ grant_type: "implicit" }), "unsupported_grant_type"],
    [
      "for grant type client_credentials",
      () => ({ grant_type: "client_credentials" }),
      "unsupported_grant_type",
    ],
    ["as a refresh token", () => ({ grant_type: "refresh_token" }), "invalid_request"],
  ])("%s, and the code is not used up", async (_name, change, error) => {
    const issued = await codeOf(desk, clientId);
    const challenge = new Bun.CryptoHasher("sha256").update(issued.verifier).digest("base64url");
    const refused = await redeem(desk, issued, change(challenge));
    expect(refused.body["error"]).toBe(error);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.text).not.toContain(issued.code);
    expect((await redeem(desk, issued)).status).toBe(200);
  });

  test("to another client, even with the same redirect URI and the right verifier", async () => {
    const issued = await codeOf(desk, clientId);
    const { client_id: thief } = await register(desk);
    expect((await redeem(desk, issued, { client_id: thief })).body["error"]).toBe("invalid_grant");
    expect((await redeem(desk, issued)).status).toBe(200);
  });

  test("after a minute", async () => {
    const issued = await codeOf(desk, clientId);
    await desk.advance(MINUTE);
    expect((await redeem(desk, issued)).body["error"]).toBe("invalid_grant");
  });

  test("after five wrong verifiers", async () => {
    const issued = await codeOf(desk, clientId);
    for (let guess = 0; guess < 5; guess += 1) {
      await redeem(desk, issued, { code_verifier: pkce().verifier });
    }
    expect((await redeem(desk, issued)).body["error"]).toBe("invalid_grant");
  });

  test("after fifty concurrent wrong verifiers, even for the right one", async () => {
    const issued = await codeOf(desk, clientId);
    const wrong = Array.from({ length: 50 }, () => ({ code_verifier: pkce().verifier }));
    const answers = await Promise.all(wrong.map((guess) => redeem(desk, issued, guess)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await redeem(desk, issued)).status).toBe(400);
  });
});

describe("a code", () => {
  test("gives tokens to only one of twenty concurrent requests, and these tokens work", async () => {
    const issued = await codeOf(desk, clientId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(desk, issued)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await opens(desk, heldOf(clientId, won[0] ?? never()).access)).toBe(true);
  });

  test("that is sent again after its use ends all tokens of that use, including refreshed ones", async () => {
    const issued = await codeOf(desk, clientId);
    const held = heldOf(clientId, await redeem(desk, issued));
    const next = heldOf(clientId, await refresh(desk, held));
    expect((await redeem(desk, issued)).body["error"]).toBe("invalid_grant");
    const tokens = [held.access, next.access];
    expect(await Promise.all(tokens.map((token) => opens(desk, token)))).toEqual([false, false]);
    expect((await refresh(desk, next)).status).toBe(400);
  });

  test("that is sent again after its use does not affect a token of another consent", async () => {
    const other = await connect(desk, { clientId });
    const issued = await codeOf(desk, clientId);
    await redeem(desk, issued);
    await redeem(desk, issued);
    expect(await opens(desk, other.access)).toBe(true);
  });
});

const never = (): never => {
  throw new Error("No request got tokens.");
};

describe("the token endpoint refuses", () => {
  const wish = () => ({ grant_type: "refresh_token", client_id: clientId, refresh_token: "x" });

  test("parameters in the query", async () => {
    const query = new URLSearchParams({ ...wish() }).toString();
    for (const answer of [
      await post(desk, `/token?${query}`, ""),
      await post(desk, "/token?client_secret=x", wish()),
      await ask(`${desk.url}/token?${query}`),
    ]) {
      expect(answer.status).toBeOneOf([400, 405]);
      expect(answer.body).not.toHaveProperty("access_token");
    }
  });

  test.each(["grant_type", "refresh_token", "client_id", "code_verifier", "scope"])(
    "%s twice",
    async (name) => {
      const body = new URLSearchParams({ ...wish() });
      body.append(name, "a");
      body.append(name, "b");
      const answer = await post(desk, "/token", body);
      expect([answer.status, answer.body["error"]]).toEqual([400, "invalid_request"]);
    },
  );

  test("parameters as JSON, multipart or plain text", async () => {
    for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
      const answer = await post(desk, "/token", JSON.stringify(wish()), { "Content-Type": type });
      expect([answer.status, answer.body["error"]]).toEqual([400, "invalid_request"]);
    }
  });

  test("a body of 70,000 characters", async () => {
    expect((await post(desk, "/token", `a=${"b".repeat(70_000)}`)).status).toBe(413);
  });
});
