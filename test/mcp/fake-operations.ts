import { z } from "zod";
import { DomainError, ERROR_CODES, type Reason } from "../../src/domain/errors.ts";
import { defineTool, type Tool } from "../../src/operations/define.ts";

const speech = z.strictObject({ said: z.string() });
const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** A tool that repeats its argument and needs no scope. */
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

/** A tool that refuses with the given error code. */
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
    // The sentence of this kind of reason needs no facts, so it fits every code.
    const reason = { kind: "INVALID_INPUT.feed_known", code, limit: 40 } as unknown as Reason;
    throw new DomainError([reason], { suggestions: [SUGGESTION] });
  },
  text: () => "",
});

/** A tool with a bug. */
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

/** A tool that needs a scope which read-only keys lack. */
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
