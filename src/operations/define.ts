import type { z } from "zod";
import type { Person } from "../domain/ask-person.ts";
import type { Caller, Role, Scope } from "../domain/caller.ts";
import type { RandomBytes } from "../domain/ids.ts";
import type { TableSearch } from "../domain/seating/search.ts";
import type { Brand } from "../domain/settings.ts";
import type { Stores } from "../storage/stores.ts";
import { nameOperation, type OperationWords } from "../words/en/host/operations.ts";
import type { Reader } from "../words/render.ts";

/** What a client may assume about an operation (MCP tool annotations). */
export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** The hints of an operation that only reads. */
export const READS: Hints = {
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};

/** What a form at the desk sends beside the operation's parameters; no tool or key can. */
export interface DeskTerms {
  /** A manager's override of a limit. The reason is stored. */
  readonly override?: { readonly reason: string } | null;
  /** The revision that the form showed; a later one is a REVISION_CONFLICT. */
  readonly revision?: number | null;
  /** A new secret. The page made it and shows it once. */
  readonly secret?: NewSecret;
}

/** The stored part of a secret. */
export interface NewSecret {
  /** Identifies it in lists; empty for secrets that are not listed this way. */
  readonly publicId: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Who reads the answer: a host if the call came from a page. */
export const readerOf = ({ desk, caller }: Pick<CallContext, "desk" | "caller">): Reader =>
  desk === undefined || caller.kind === "operator" ? "agent" : "host";

/** The circumstances of a call. */
export interface CallContext {
  readonly caller: Caller;
  /** Epoch milliseconds, one value for the whole call. */
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
  readonly idempotencyKey: string | null;
  readonly dryRun: boolean;
  /** Set if the call comes from a page of the dashboard. */
  readonly desk?: DeskTerms;
  /** Set if the person who uses the client can be asked, and the call is no dry run. */
  readonly person?: Person;
  /** Shared by all searches for tables in one call, including those for the waitlist. */
  readonly search: TableSearch;
}

/** What an operation sees while it runs. A write runs inside the write transaction. */
export interface OperationContext extends CallContext {
  /** The brand that the call was resolved to. */
  readonly brand: Brand;
}

/** One thing a caller can ask for. Its form, command-line flags and tests all derive from this. */
export interface Operation<Input = unknown, Output extends object = object> {
  /** In snake_case; the file has the same name in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** What a host reads; left out if the title is enough. */
  readonly words?: OperationWords;
  /** Null: any accepted caller. */
  readonly scope: Scope | null;
  /** The least role in the brand that may call it. */
  readonly role?: Role;
  /** Only the command line of the server may call it. */
  readonly operatorOnly?: true;
  /**
   * True: takes no brand and is about all of the caller's brands, and `run` gets no `brand`. `for
   * the operator`: the same, but only on the command line, which names an account instead.
   */
  readonly brandless?: boolean | "for the operator";
  readonly input: z.ZodType<Input>;
  /** The strict shape of a success. */
  readonly output: z.ZodType<Output>;
  readonly hints: Hints;
  readonly examples?: readonly { readonly input: object; readonly output?: object }[];
  /**
   * Synchronous, since it may run inside the write transaction. Refuses by throwing a DomainError.
   */
  run(input: Input, context: OperationContext): Output;
  text?(output: Output, context: OperationContext, input: Input): string;
}

/** An operation that agents call as a tool, with its description and examples. */
export interface Tool<Input = unknown, Output extends object = object>
  extends Operation<Input, Output> {
  /** For the model that chooses a tool: what it does, its side effects, what to call before it. */
  readonly description: string;
  /** It may ask the person who uses the client, where the client can show a question. */
  readonly asks?: true;
  /** tools/list declares every field of its answer; similar tools refer to it. */
  readonly spellsOutput?: true;
  readonly examples: readonly { readonly input: object; readonly output?: object }[];
  /** The answer in words, complete on its own: some clients show the model nothing else. */
  text(output: Output, context: OperationContext, input: Input): string;
}

/** Keeps an operation's types in a list of operations, and makes its words known. */
export function defineOperation<Input, Output extends object>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  if (operation.words !== undefined) nameOperation(operation.name, operation.words);
  return operation;
}

/** The same for a tool. */
export function defineTool<Input, Output extends object>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  defineOperation(tool);
  return tool;
}

/** The secret that the page made for this write. */
export function newSecret({ desk }: Pick<OperationContext, "desk">): NewSecret {
  // No caller can cause this: the forms of such operations always make a secret.
  if (desk?.secret === undefined) throw new Error("This write needs a secret made by its page");
  return desk.secret;
}
