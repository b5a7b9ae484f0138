import { z } from "zod";
import { DomainError, ERROR_CODES, type Reason } from "../../src/domain/errors.ts";
import { defineTool, type Tool } from "../../src/operations/define.ts";

const speech = z.strictObject({ said: z.string() });
const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** Repeats its argument; needs no scope. */
export const say = defineTool({
  name: "say",
  title: "Say",
  scope: null,
  description: "Says it again.",
  brandless: true,
  input: z.strictObject({ words: z.string(), sessionId: z.string().optional() }),
  output: speech,
  hints,
  examples: [{ input: { words: "hello" } }],
  run: ({ words, sessionId }) => ({
    said: sessionId === undefined ? words : `${words} ${sessionId}`,
  }),
  text: ({ said }) => `Said: ${said}`,
});

/** Refuses with any code of the union. */
export const refuse = defineTool({
  name: "refuse",
  title: "Refuse",
  scope: null,
  description: "Refuses.",
  brandless: true,
  input: z.strictObject({ code: z.enum(ERROR_CODES) }),
  output: speech,
  hints,
  examples: [],
  run({ code }) {
    // Of any code, with a sentence that needs no facts.
    const reason = { kind: "INVALID_INPUT.feed_known", code, limit: 40 } as unknown as Reason;
    throw new DomainError([reason], { suggestions: [SUGGESTION] });
  },
  text: () => "",
});

/** A bug. */
export const fail = defineTool({
  name: "fail",
  title: "Fail",
  scope: null,
  description: "Fails.",
  brandless: true,
  input: z.strictObject({}),
  output: speech,
  hints,
  examples: [],
  run() {
    throw new Error("the secret cause");
  },
  text: () => "",
});

/** Needs the scope that reading keys lack. */
export const write = defineTool({
  ...say,
  name: "write",
  title: "Write",
  scope: "bookings.write",
  description: "Writes. Sends an SMS.",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
});

export const SUGGESTION = {
  date: "Friday, November 20, 2026",
  time: "7:30 PM",
  timestamp: 1_795_221_000_000,
};

export const FAKE_OPERATIONS = [say, refuse, fail, write] as readonly Tool[];
