// Goal: before it books a large party or a likely duplicate, the server asks the person a
// question, which the client shows as a form. The person's answer counts once, only unchanged, and
// only for the caller and the call that led to the question. Method: the clients of the MCP SDK,
// versions 1 and 2, over HTTP. They send answers that a client's own form could not send.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type AskingHouse, FRIDAY, openAskingHouse } from "./asking-house.ts";
import type { Action } from "./form-clients.ts";
import { MODERN, rawClient } from "./raw-client.ts";

setDefaultTimeout(60_000); // a busy machine is slow

let house: AskingHouse;
beforeAll(async () => {
  house = await openAskingHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const IDENTITY = { name: "answers", version: "1" };
const url = () => new URL(house.app.mcp);
const authorised = (key: string) => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

/** The answer of create_booking: either a question or the result. */
interface Answered {
  readonly resultType?: string;
  readonly requestState: string;
  readonly isError?: boolean;
  readonly structuredContent: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

/** Calls with the v2 client, so that the test decides whether and how the question is answered. */
async function send(params: object, as = house.key, elicitation: object = { form: {} }) {
  const client = new ModernClient(IDENTITY, {
    capabilities: { elicitation: { ...elicitation } },
    inputRequired: { autoFulfill: false },
    versionNegotiation: { mode: { pin: MODERN } },
  });
  await client.connect(new ModernTransport(url(), authorised(as)));
  const call = { name: "create_booking", ...params };
  const answer = await client.callTool(call, { allowInputRequired: true });
  await client.close();
  return answer as unknown as Answered;
}

const reply = (action: Action) => ({ inputResponses: { decision: { action, content: {} } } });

async function question(change: object = {}) {
  const wish = house.party({ numberOfPeople: 12, ...change });
  const { resultType, requestState } = await send({ arguments: wish });
  expect(resultType).toBe("input_required");
  return { wish, requestState };
}

describe("an answer to a question in MCP 2026-07-28", () => {
  test("that is sent twice acts once, with and without an idempotencyKey", async () => {
    for (const change of [{}, { idempotencyKey: crypto.randomUUID() }]) {
      const { wish, requestState } = await question(change);
      const again = { arguments: wish, requestState, ...reply("accept") };
      const first = await send(again);
      const second = await send(again);
      expect(first.structuredContent).toMatchObject({ reservation: { status: "pending" } });
      expect(second.structuredContent).toEqual(first.structuredContent);
      const changed = await send({ ...again, ...reply("decline") });
      expect(changed.isError ?? false).toBe(false);
      expect(await house.bookedBy(wish)).toBe(1);
    }
  });

  test("counts only unchanged, and only for the caller and the call that led to the question", async () => {
    const { wish, requestState } = await question();
    const other = await house.otherKey();
    const [head = "", body = "", mac = ""] = requestState.split(".");
    const forged = JSON.parse(Buffer.from(body, "base64url").toString());
    forged.p.decided = { review: true };
    const forgedBody = Buffer.from(JSON.stringify(forged)).toString("base64url");
    const sent = { arguments: wish, requestState, ...reply("accept") };
    const cases: [object, string, string][] = [
      [sent, other, "requestState belongs to a question that another caller was asked."],
      [
        { ...sent, arguments: { ...wish, numberOfPeople: 30 } },
        house.key,
        "requestState belongs to a call with other arguments.",
      ],
      [
        { ...sent, requestState: `${head}.${forgedBody}.${mac}` },
        house.key,
        "is not what this server sent",
      ],
      [{ ...sent, requestState: "anything" }, house.key, "is not what this server sent"],
    ];
    for (const [params, as, sentence] of cases) {
      const answer = await send(params, as);
      expect(answer.isError).toBe(true);
      expect(answer.content[0]?.text).toStartWith("INVALID_INPUT: ");
      expect(answer.content[0]?.text).toContain(sentence);
      expect(answer.content[0]?.text).toContain("Nothing was changed. Call create_booking again");
    }
    expect(await house.bookedBy(wish)).toBe(0);
    expect((await send(sent)).structuredContent).toMatchObject({ changed: true });
  });

  test.each([{}, { inputResponses: {} }, { inputResponses: { decision: { action: "perhaps" } } }])(
    "without a decision leads to another question: %p",
    async (responses) => {
      const { wish, requestState } = await question();
      const again = await send({ arguments: wish, requestState, ...responses });
      expect(again.resultType).toBe("input_required");
      expect(await house.bookedBy(wish)).toBe(0);
    },
  );

  test("counts even if the likely duplicate was cancelled meanwhile", async () => {
    const wish = house.party();
    const made = await send({ arguments: wish });
    const { id } = made.structuredContent["reservation"] as { id: string };
    const again = { ...wish, numberOfPeople: 2 };
    const { requestState } = await send({ arguments: again });
    await rawClient(house.app, house.key).legacy("tools/call", {
      name: "cancel_booking",
      arguments: { id },
    });
    const kept = await send({ arguments: again, requestState, ...reply("decline") });
    expect(kept.structuredContent).toMatchObject({
      changed: false,
      reservation: { id, status: "cancelled" },
    });
    expect(await house.bookedBy(wish)).toBe(0);
  });

  test("sends back a requestState with only ids and hashes, because the client can read it", async () => {
    const { wish, requestState } = await question({ notes: "Nut allergy" });
    const [, body = ""] = requestState.split(".");
    const state = Buffer.from(body, "base64url").toString();
    expect(Object.keys(JSON.parse(state).p).sort()).toEqual(
      ["about", "askedAt", "call", "decided", "id", "of", "principal"].sort(),
    );
    for (const secret of [wish.name, wish.phone.slice(-4), "Nut", FRIDAY, house.key]) {
      expect(state).not.toContain(secret);
    }
  });

  test("is needed again for each large party, even after calls without a question and after calls of clients that show none", async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await send({ arguments: house.party() })).structuredContent).toMatchObject({
        changed: true,
      });
      await question();
      const unable = await send({ arguments: house.party({ numberOfPeople: 12 }) }, house.key, {
        url: {},
      });
      expect(unable.content[0]?.text).toStartWith("LARGE_PARTY_REVIEW");
    }
  });
});

describe("a question in the stream that answers a call of a 2025 client", () => {
  /** Makes a call with the v1 client, and leaves the question unanswered. */
  async function asked(as = house.key) {
    const shown = Promise.withResolvers<string | number>();
    const client = new LegacyClient(IDENTITY, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, (_request, { requestId }) => {
      shown.resolve(requestId);
      return new Promise(() => undefined);
    });
    const transport = new LegacyTransport(url(), authorised(as));
    await client.connect(transport);
    const wish = house.party({ numberOfPeople: 12 });
    const answered = client.callTool({ name: "create_booking", arguments: { ...wish } });
    // A test may end before the call is answered.
    answered.catch(() => undefined);
    const id = await shown.promise;
    const session = transport.sessionId ?? "";
    /** Sends an answer. Returns "taken" if the server accepted it, otherwise the error. */
    const answer = (action: Action, key = as, within = session): Promise<string> =>
      new LegacyTransport(url(), { ...authorised(key), sessionId: within })
        .send({ jsonrpc: "2.0", id, result: { action } })
        .then(() => "taken", String);
    return { wish, id, answered, answer, client, transport };
  }

  test("accepts one answer, from the caller and the session that were asked", async () => {
    const { wish, answered, answer, client } = await asked();
    const other = await house.otherKey();
    expect(await answer("accept", other)).toContain("No question with this id is waiting for you");
    expect(await answer("accept", house.key, "forms-other")).toContain("No question with this id");
    expect(await answer("accept")).toBe("taken");
    expect(await answered).toMatchObject({
      structuredContent: { reservation: { status: "pending" } },
    });
    expect(await answer("accept")).toContain("No question with this id is waiting for you");
    expect(await house.bookedBy(wish)).toBe(1);
    await client.close();
  });

  test("that the client fails to show: the call gets the answer for clients that cannot show questions", async () => {
    const { wish, id, answered, transport, client } = await asked();
    await transport.send({ jsonrpc: "2.0", id, error: { code: -32_603, message: "no window" } });
    expect(JSON.stringify(await answered)).toContain("requestReview: true");
    expect(await house.bookedBy(wish)).toBe(0);
    await client.close();
  });

  test("is not sent to a caller with twenty open questions until those have ended", async () => {
    const busy = await house.otherKey();
    const open = await Promise.all(Array.from({ length: 20 }, () => asked(busy)));
    /** The answer to one more call; null if that call leads to a question. */
    const oneMore = async (): Promise<string | null> => {
      const shown = Promise.withResolvers<null>();
      const client = new LegacyClient(IDENTITY, { capabilities: { elicitation: {} } });
      client.setRequestHandler(ElicitRequestSchema, () => {
        shown.resolve(null);
        return { action: "cancel" };
      });
      await client.connect(new LegacyTransport(url(), authorised(busy)));
      const call = { name: "create_booking", arguments: house.party({ numberOfPeople: 12 }) };
      const answered = client.callTool(call as never).then((answer) => JSON.stringify(answer));
      const first = await Promise.race([shown.promise, answered]);
      await answered;
      await client.close();
      return first;
    };
    expect(await oneMore()).toContain("requestReview: true");
    for (const { client } of open) await client.close();
    // The server notices the closed connections a little later.
    while ((await oneMore()) !== null) await house.app.settled();
    for (const { wish } of open) expect(await house.bookedBy(wish)).toBe(0);
  });
});
