import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Asked, Decided, Person } from "../domain/ask-person.ts";
import type { Caller } from "../domain/caller.ts";
import { type DomainError, refusal } from "../domain/errors.ts";
import { isRecord } from "../domain/json.ts";
import { DAY, MINUTE } from "../domain/time.ts";
import { hashArguments } from "../operations/call/idempotency.ts";
import { question } from "../words/en/agent/ask-person.ts";

/** An answer is accepted for this long after the question. Later, the facts may have changed. */
export const ANSWER_WITHIN = 10 * MINUTE;
const DECISION = "decision";

export interface Call {
  readonly name: string;
  readonly arguments?: unknown;
}

export interface Asking {
  /** Throws INVALID_INPUT for an answer that is late, forged, or of another call or caller. */
  person(): Promise<Person>;
  ask(asked: Asked, person: Person): Promise<CallToolResult | InputRequiredResult>;
}

/** Sent with the question and returned with the answer. Holds no guests' data: clients can read it. */
interface State {
  readonly about: Asked["about"];
  readonly of: string | null;
  readonly id: string;
  readonly principal: string;
  readonly call: string;
  readonly askedAt: number;
  readonly decided: Decided;
}

export const UNASKED: Person = { decided: {}, answer: null };

/** MCP revision 2026-07-28: the client shows the question and repeats the call with the answer. */
export function createQuestions(options: {
  readonly key: Uint8Array;
  readonly clock: () => number;
}): (call: Call, caller: Caller, context: ServerContext) => Asking {
  const { key, clock } = options;
  // A long limit, because the codec uses the system clock. ANSWER_WITHIN is checked by the instance's clock.
  const codec = createRequestStateCodec<State>({ key, ttlSeconds: DAY / 1000 });
  return (call, { principal }, context) => {
    const digest = hashArguments({ name: call.name, given: call.arguments ?? {} });
    return {
      async person() {
        const { inputResponses: responses, requestState } = context.mcpReq;
        const sent = requestState<string>();
        if (sent === undefined) return UNASKED;
        const state = await codec.verify(sent, context).catch(() => {
          throw notCounted("unknown", call);
        });
        if (state.principal !== principal) throw notCounted("of_another", call);
        if (state.call !== digest) throw notCounted("to_another", call);
        if (clock() > state.askedAt + ANSWER_WITHIN) throw notCounted("late", call);
        const yes = decisionIn(responses?.[DECISION]);
        const { decided } = state;
        if (yes === null) return { decided, answer: null };
        return { decided: withDecision(state, yes), answer: `answer:${state.id}` };
      },
      async ask(asked, { decided }) {
        const state = { about: asked.about, of: reservationIn(asked), id: crypto.randomUUID() };
        const requestState = await codec.mint({
          ...state,
          principal,
          call: digest,
          askedAt: clock(),
          decided,
        });
        const inputRequests = { [DECISION]: inputRequired.elicit(formOf(asked)) };
        return inputRequired({ inputRequests, requestState });
      },
    };
  };
}

export const notCounted = (
  why: "unknown" | "of_another" | "to_another" | "late",
  { name: tool }: Call,
): DomainError => {
  const minutes = ANSWER_WITHIN / MINUTE;
  return refusal("INVALID_INPUT.answer", {
    parameter: "requestState",
    say: { why, tool, minutes },
  });
};

export const formOf = (asked: Asked) => ({
  message: question(asked),
  requestedSchema: { type: "object" as const, properties: {} },
});

/** Closing the form (`cancel`) means no. Null if the client returned no answer. */
export function decisionIn(response: unknown): boolean | null {
  const action = isRecord(response) ? response["action"] : undefined;
  if (action === "accept") return true;
  return action === "decline" || action === "cancel" ? false : null;
}

export const reservationIn = (asked: Asked): string | null =>
  asked.about === "duplicate" ? asked.other.id : null;

export const withDecision = (
  { about, of, decided }: Pick<State, "about" | "of" | "decided">,
  yes: boolean,
): Decided =>
  about === "review"
    ? { ...decided, review: yes }
    : { ...decided, duplicate: { of: of ?? "", book: yes } };

/** `elicitation: {}` means that the client shows forms. */
export function showsForms(capabilities: unknown): boolean {
  const modes = isRecord(capabilities) ? capabilities["elicitation"] : undefined;
  return isRecord(modes) && (isRecord(modes["form"]) || !isRecord(modes["url"]));
}
