import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { bearerChallenge } from "../auth/bearer-challenge.ts";
import { type Person, Question } from "../domain/ask-person.ts";
import type { Caller, Scope } from "../domain/caller.ts";
import { DomainError, refusal } from "../domain/errors.ts";
import type { Log } from "../log.ts";
import { errorBody, errorText } from "../operations/call/refusals.ts";
import type { Operation } from "../operations/define.ts";
import type { Invoke } from "../operations/invoke.ts";
import type { Asking, Call } from "./questions.ts";
import type { ToolList } from "./tool-list.ts";

export interface Exchange {
  readonly id: string;
  note(fields: Record<string, unknown>): void;
}

/** Holds `structuredContent` as JSON. A symbol, so that JSON.stringify leaves it out. */
export const STRUCTURED_JSON = Symbol("structuredContent as JSON");

export type ToolAnswer = CallToolResult & { readonly [STRUCTURED_JSON]?: string };
export type ToolResult = ToolAnswer | InputRequiredResult;

/** With `asking`, the result may be a question. Throws ProtocolError for an unknown tool. */
export type CallTool = (
  call: Call,
  caller: Caller,
  exchange: Exchange,
  asking?: Asking | null,
) => Promise<ToolResult>;

export interface ToolCallOptions {
  readonly toolList: ToolList;
  readonly invoke: Invoke;
  readonly log: Log;
  readonly origin: string;
}

/** Refusals become results with `isError`, so that the model reads them. */
export function createToolCall({ toolList, invoke, log, origin }: ToolCallOptions): CallTool {
  return async (call, caller, exchange, asking = null) => {
    const operation = toolList.operation(call.name);
    if (operation === undefined) {
      const name = JSON.stringify(call.name.slice(0, 80));
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${name}; tools/list names every tool.`,
      );
    }
    exchange.note({ tool: operation.name });
    let person: Person | undefined;
    try {
      person = await asking?.person();
      const given = call.arguments ?? {};
      const { structured, json, text, replayed } = await invoke(
        operation,
        given,
        caller,
        undefined,
        person,
      );
      if (replayed) exchange.note({ replayed });
      return {
        content: [{ type: "text", text }],
        structuredContent: structured,
        [STRUCTURED_JSON]: json,
        ...(replayed ? { _meta: { replayed: true } } : {}),
      };
    } catch (thrown) {
      if (thrown instanceof Question && asking !== null && person !== undefined) {
        exchange.note({ asked: thrown.asked.about });
        return asking.ask(thrown.asked, person);
      }
      const error = thrown instanceof DomainError ? thrown : internal(thrown, exchange, log);
      exchange.note({ code: error.code });
      return toolError(error, challengeFor(error, operation, caller, origin));
    }
  };
}

function internal(thrown: unknown, exchange: Exchange, log: Log): DomainError {
  log.error("tool_failed", { requestId: exchange.id, error: thrown });
  return refusal("INTERNAL", { requestId: exchange.id });
}

const toolError = (error: DomainError, challenge: string | null): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: errorText(error) }],
  structuredContent: errorBody(error),
  ...(challenge === null ? {} : { _meta: { "mcp/www_authenticate": [challenge] } }),
});

function challengeFor(
  error: DomainError,
  operation: Operation,
  caller: Caller,
  origin: string,
): string | null {
  if (error.code !== "FORBIDDEN_SCOPE" || operation.scope === null) return null;
  const scopes: Scope[] = [...new Set([...caller.scopes, operation.scope])];
  return bearerChallenge({
    origin,
    scopes,
    error: "insufficient_scope",
    description: `${operation.name} needs the scope ${operation.scope}.`,
  });
}
