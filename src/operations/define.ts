import type { z } from "zod";
import type { Caller, Scope } from "../domain/caller.ts";
import type { RandomBytes } from "../domain/ids.ts";
import type { Brand } from "../domain/settings.ts";
import type { Stores } from "../storage/stores.ts";

/** What a client may assume about an operation (MCP tool annotations). */
export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** What surrounds a call. */
export interface CallContext {
  readonly caller: Caller;
  /** Epoch milliseconds, one value for the whole call. */
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
  readonly idempotencyKey: string | null;
  readonly dryRun: boolean;
}

/** What an operation sees while it runs. A write runs inside the write transaction. */
export interface OperationContext extends CallContext {
  /** The brand that the call was resolved to. */
  readonly brand: Brand;
}

/**
 * One thing a caller can ask for: the only source of its tool, its form, its documents and its
 * tests.
 */
export interface Operation<Input = unknown, Output extends object = object> {
  /** Tool name, snake_case; the file has the same name in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** Null: any accepted caller. */
  readonly scope: Scope | null;
  /** For the model that chooses a tool: what it does, its side effects, what to call before it. */
  readonly description: string;
  /** True: takes no brand and answers for all of the caller's; `run` then sees no `brand`. */
  readonly brandless?: boolean;
  readonly input: z.ZodType<Input>;
  /** The strict shape of a success. */
  readonly output: z.ZodType<Output>;
  readonly hints: Hints;
  readonly examples: readonly { readonly input: object; readonly output?: object }[];
  readonly form?: { readonly submit: string; readonly confirm?: string };
  /**
   * Synchronous, since it may run inside the write transaction. Refuses by throwing a DomainError.
   */
  run(input: Input, context: OperationContext): Output;
  /** The answer in words, complete on its own: clients drop one of the two channels. */
  text(output: Output, context: OperationContext): string;
}

/** Keeps an operation's types while it is listed among others. */
export const defineOperation = <Input, Output extends object>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> => operation;
