// Goal: a person's answer counts once, in time, unchanged, for the caller and the call that it was asked
// for. Method: messages by hand, as no official client would send them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type AskingHouse, FRIDAY, openAskingHouse } from "./asking-house.ts";
import type { Action } from "./form-clients.ts";
import { MODERN, rawClient } from "./raw-client.ts";

setDefaultTimeout(60_000); // on a machine that does a dozen other things

let house: AskingHouse;
beforeAll(async () => {
  house = await openAskingHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

/** Sends a call of revision 2026-07-28 by hand, as a client that shows forms. */
async function send(params: object, as = house.key, elicitation: object = { form: {} }) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation },
  };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "create_booking", ...params, _meta: meta },
  };
  const { body } = await rawClient(house.app, as).post(JSON.stringify(message), {
    "MCP-Protocol-Version": MODERN,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "create_booking",
  });
  return body.result as unknown as {
    readonly resultType: string;
    readonly requestState: string;
    readonly isError?: boolean;
    readonly structuredContent: Record<string, unknown>;
    readonly content: readonly { readonly text: string }[];
  };
}

const reply = (action: Action) => ({ inputResponses: { decision: { action, content: {} } } });

/** A call that was answered by a question. */
async function question(change: object = {}) {
  const wish = house.party({ numberOfPeople: 12, ...change });
  const { resultType, requestState } = await send({ arguments: wish });
  expect(resultType).toBe("input_required");
  return { wish, requestState };
}

describe("an answer of revision 2026-07-28", () => {
  test("that is sent twice acts once, with an idempotencyKey and without", async () => {
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

  test("counts only for the caller who was asked, for the call that it was, and unchanged", async () => {
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
    "that decides nothing is asked again: %p",
    async (responses) => {
      const { wish, requestState } = await question();
      const again = await send({ arguments: wish, requestState, ...responses });
      expect(again.resultType).toBe("input_required");
      expect(await house.bookedBy(wish)).toBe(0);
    },
  );

  test("keeps what was kept if the other reservation is gone by then", async () => {
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

  test("carries ids and digests only, for anybody to read", async () => {
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

  test("asks on every call, however many calls of the kind went past the SDK", async () => {
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

describe("a question in the stream of a 2025-era call", () => {
  /** Opens a session by hand, asks, and reads the question from the stream. */
  async function asked(as = house.key) {
    const client = rawClient(house.app, as);
    const init = await client.legacy("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "raw", version: "1" },
    });
    const session = init.headers.get("mcp-session-id") ?? "";
    const headers = {
      Authorization: `Bearer ${as}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "Mcp-Session-Id": session,
    };
    const wish = house.party({ numberOfPeople: 12 });
    const params = { name: "create_booking", arguments: wish };
    const message = { jsonrpc: "2.0", id: 7, method: "tools/call", params };
    const aborted = new AbortController();
    const { signal } = aborted;
    const body = JSON.stringify(message);
    const response = await fetch(house.app.mcp, { method: "POST", headers, body, signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async (): Promise<Record<string, unknown>> => {
      const { value } = await reader.read();
      const data = /^data: (.*)$/m.exec(Buffer.from(value ?? []).toString())?.[1];
      return JSON.parse(data ?? "null");
    };
    const { id, method } = await next();
    expect(method).toBe("elicitation/create");
    const answer = (action: Action, by = as, within = session) =>
      rawClient(house.app, by).post(JSON.stringify({ jsonrpc: "2.0", id, result: { action } }), {
        "MCP-Protocol-Version": "2025-11-25",
        "Mcp-Session-Id": within,
      });
    return { wish, id, next, answer, session, client, leave: () => aborted.abort() };
  }

  test("is answered once, by the caller and in the session that was asked", async () => {
    const { wish, next, answer } = await asked();
    const other = await house.otherKey();
    for (const wrong of [
      await answer("accept", other),
      await answer("accept", house.key, "forms-other"),
    ]) {
      expect(wrong.status).toBe(404);
      expect(wrong.body.error.message).toStartWith("No question of this id waits for you");
    }
    expect((await answer("accept")).status).toBe(202);
    expect(await next()).toMatchObject({
      id: 7,
      result: { structuredContent: { reservation: { status: "pending" } } },
    });
    expect((await answer("accept")).status).toBe(404);
    expect(await house.bookedBy(wish)).toBe(1);
  });

  test("that the client cannot show is as none", async () => {
    const { wish, id, next, session } = await asked();
    const error = { code: -32_603, message: "no window" };
    const { status } = await rawClient(house.app, house.key).post(
      JSON.stringify({ jsonrpc: "2.0", id, error }),
      { "MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session },
    );
    expect(status).toBe(202);
    const { result } = (await next()) as { result: { content: { text: string }[] } };
    expect(result.content[0]?.text).toContain("requestReview: true");
    expect(await house.bookedBy(wish)).toBe(0);
  });

  test("is not asked of somebody for whom twenty wait already, until they have left", async () => {
    const busy = await house.otherKey();
    const open = await Promise.all(Array.from({ length: 20 }, () => asked(busy)));
    const { session } = open[0] as (typeof open)[number];
    const params = { name: "create_booking", arguments: house.party({ numberOfPeople: 12 }) };
    const ask = async () => {
      const aborted = new AbortController();
      const response = await fetch(house.app.mcp, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${busy}`,
          "Content-Type": "application/json",
          "Mcp-Session-Id": session,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 8, method: "tools/call", params }),
        signal: aborted.signal,
      });
      const isAsked = response.headers.get("content-type") === "text/event-stream";
      if (isAsked) aborted.abort();
      return isAsked ? null : response.text();
    };
    expect(await ask()).toContain("requestReview: true");
    for (const { leave } of open) leave();
    // The server hears of it in its own time.
    while ((await ask()) !== null) await house.app.settled();
    for (const { wish } of open) expect(await house.bookedBy(wish)).toBe(0);
  });
});
