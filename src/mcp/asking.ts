import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import type { Asked, Person } from "../domain/ask-person.ts";
import type { Caller } from "../domain/caller.ts";
import { isRecord } from "../domain/json.ts";
import type { Received } from "./client-faults.ts";
import {
  ANSWER_WITHIN,
  type Asking,
  type Call,
  createQuestions,
  decisionIn,
  formOf,
  notCounted,
  reservationIn,
  showsForms,
  UNASKED,
  withDecision,
} from "./questions.ts";
import {
  createStreamQuestions,
  newSession,
  type SendQuestion,
  sessionIn,
} from "./stream-questions.ts";
import type { CallTool, Exchange } from "./tool-call.ts";

export interface AskingCalls {
  takeAnswer(received: Received, caller: Caller): Response | null;
  mayAsk(received: Received): boolean;
  /** Null if too many questions are waiting. */
  askingOf(call: Call, caller: Caller, exchange: Exchange, context: ServerContext): Asking | null;
  streamOf(received: Received, caller: Caller, exchange: Exchange): Response | null;
  greet(received: Received, response: Response): void;
  close(): void;
}

interface Open {
  readonly call: Call;
  readonly asked: Asked;
  readonly person: Person;
}

export function createAskingCalls(options: {
  readonly asks: (tool: string) => boolean;
  readonly callTool: CallTool;
  readonly key: Uint8Array;
  readonly clock: () => number;
  readonly keepAliveMs: number;
}): AskingCalls {
  const { asks, callTool, clock, keepAliveMs } = options;
  const questionsOf = createQuestions(options);
  const streams = createStreamQuestions({ withinMs: ANSWER_WITHIN, keepAliveMs });
  /** Questions that are not sent yet: in MCP's revisions of 2025 they are sent after the SDK is done. */
  const open = new WeakMap<Exchange, Open>();

  const askingLater = (call: Call, exchange: Exchange, person: Person): Asking => ({
    person: () => Promise.resolve(person),
    ask(asked, decided) {
      open.set(exchange, { call, asked, person: decided });
      return Promise.resolve(NEVER_SENT);
    },
  });

  /** Null if the client gave up the call. */
  async function answered(send: SendQuestion, first: Open, caller: Caller, exchange: Exchange) {
    for (let { call, asked, person } = first; ; ) {
      const askedAt = clock();
      const reply = await send(formOf(asked));
      if (reply.is === "gone") return null;
      const yes = reply.is === "answered" ? decisionIn(reply.result) : null;
      // The client returned an error or no decision: run the tool without asking.
      if (reply.is !== "late" && yes === null) return callTool(call, caller, exchange);
      if (reply.is === "late" || clock() > askedAt + ANSWER_WITHIN) {
        const late = () => Promise.reject(notCounted("late", call));
        return callTool(call, caller, exchange, {
          ...askingLater(call, exchange, person),
          person: late,
        });
      }
      const about = { about: asked.about, of: reservationIn(asked), decided: person.decided };
      const decided = { decided: withDecision(about, yes === true), answer: null };
      open.delete(exchange);
      const result = await callTool(call, caller, exchange, askingLater(call, exchange, decided));
      const next = open.get(exchange);
      if (next === undefined) return result;
      ({ call, asked, person } = next);
    }
  }

  return {
    close: streams.close,
    takeAnswer({ headers, body }, { principal }) {
      const session = sessionIn(headers);
      return session === null ? null : streams.takeAnswer(body, { principal, session });
    },
    mayAsk({ headers, body: { method, params } }) {
      if (method !== "tools/call" || !isRecord(params)) return false;
      const { name, _meta: meta } = params;
      if (typeof name !== "string" || !asks(name)) return false;
      const declared = isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
      return sessionIn(headers) !== null || showsForms(declared);
    },
    askingOf(call, caller, exchange, context) {
      if (context.mcpReq.envelope !== undefined) return questionsOf(call, caller, context);
      return streams.hasRoom(caller.principal) ? askingLater(call, exchange, UNASKED) : null;
    },
    streamOf({ headers, body }, caller, exchange) {
      const first = open.get(exchange);
      const session = sessionIn(headers);
      if (first === undefined || session === null) return null;
      const call = { principal: caller.principal, session, id: body["id"] };
      return streams.answer(call, (send) => answered(send, first, caller, exchange));
    },
    greet({ body }, response) {
      const { method, params } = body;
      if (method !== "initialize" || !isRecord(params) || !response.ok) return;
      if (!showsForms(params["capabilities"]) || response.headers.has(SESSION)) return;
      response.headers.set(SESSION, newSession());
    },
  };
}

const SESSION = "Mcp-Session-Id";
/** What the SDK gets as the result of a call that asks a question. It is not sent to the client. */
const NEVER_SENT = { content: [] };
