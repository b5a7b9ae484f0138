import { isRecord } from "../domain/json.ts";
import { INVALID_REQUEST, rpcError } from "./message.ts";

export interface CallOf {
  readonly principal: string;
  readonly session: string;
  readonly id: unknown;
}

export type StreamReply =
  | { readonly is: "answered"; readonly result: unknown }
  | { readonly is: "failed" }
  | { readonly is: "late" }
  | { readonly is: "gone" };

export type SendQuestion = (form: object) => Promise<StreamReply>;

/** MCP's revisions of 2025: the server asks on the call's response stream; the client answers by POST. */
export interface StreamQuestions {
  answer(call: CallOf, run: (send: SendQuestion) => Promise<object | null>): Response;
  takeAnswer(body: Readonly<Record<string, unknown>>, call: Omit<CallOf, "id">): Response | null;
  hasRoom(principal: string): boolean;
  close(): void;
}

const PREFIX = "forms-";
const MOST_WAITING = 500;
const MOST_WAITING_EACH = 20;

/** The prefix says that the client shows forms. No session is stored, so ids stay valid after a restart. */
export const newSession = (): string => `${PREFIX}${crypto.randomUUID()}`;

export const sessionIn = (headers: Headers): string | null => {
  const session = headers.get("mcp-session-id");
  return session?.startsWith(PREFIX) === true ? session : null;
};

interface Waiting extends CallOf {
  readonly settle: (reply: StreamReply) => void;
}

export function createStreamQuestions(options: {
  readonly withinMs: number;
  readonly keepAliveMs: number;
}): StreamQuestions {
  const waiting = new Map<string, Waiting>();
  const endAll = (ends: (one: Waiting) => boolean): void => {
    for (const one of waiting.values()) if (ends(one)) one.settle({ is: "gone" });
  };

  const askBy =
    (write: (message: object) => void, isOpen: () => boolean, call: CallOf): SendQuestion =>
    async (form) => {
      if (!isOpen()) return { is: "gone" };
      const id = `question-${crypto.randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<StreamReply>();
      const late = setTimeout(() => resolve({ is: "late" }), options.withinMs);
      waiting.set(id, { ...call, settle: resolve });
      write({ jsonrpc: "2.0", id, method: "elicitation/create", params: form });
      return promise.finally(() => {
        clearTimeout(late);
        waiting.delete(id);
      });
    };

  return {
    hasRoom: (principal) =>
      waiting.size < MOST_WAITING &&
      [...waiting.values()].filter((one) => one.principal === principal).length < MOST_WAITING_EACH,
    answer(call, run) {
      const encoder = new TextEncoder();
      let beat: ReturnType<typeof setInterval> | undefined;
      let isOpen = true;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string): void => controller.enqueue(encoder.encode(`${text}\n\n`));
          const write = (message: object): void =>
            send(`event: message\ndata: ${JSON.stringify(message)}`);
          beat = setInterval(() => send(": waiting for the user"), options.keepAliveMs);
          const end = (result: object | null): void => {
            if (!isOpen) return;
            if (result !== null) write({ result, jsonrpc: "2.0", id: call.id });
            controller.close();
          };
          // Not awaited: the stream is read only after this function returns.
          run(askBy(write, () => isOpen, call))
            .finally(() => clearInterval(beat))
            .then(end, (error) => controller.error(error));
        },
        cancel() {
          isOpen = false;
          clearInterval(beat);
          endAll((one) => one.session === call.session && one.id === call.id);
        },
      });
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" };
      return new Response(stream, { headers });
    },
    takeAnswer(body, { principal, session }) {
      const { method, id, params } = body;
      if (method === "notifications/cancelled") {
        const requestId = isRecord(params) ? params["requestId"] : undefined;
        endAll((one) => isOf(one, { principal, session }) && one.id === requestId);
        return null;
      }
      if (method !== undefined) return null;
      const question = typeof id === "string" ? waiting.get(id) : undefined;
      if (question === undefined || !isOf(question, { principal, session })) {
        return rpcError(404, INVALID_REQUEST, NOT_WAITING, { id });
      }
      const { result } = body;
      question.settle(result === undefined ? { is: "failed" } : { is: "answered", result });
      return new Response(null, { status: 202 });
    },
    close: () => endAll(() => true),
  };
}

const isOf = (one: Waiting, { principal, session }: Omit<CallOf, "id">): boolean =>
  one.principal === principal && one.session === session;

const NOT_WAITING =
  "No question with this id is waiting for you: it was answered, it expired, or another caller was asked.";
