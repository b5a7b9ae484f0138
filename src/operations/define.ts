import type { z } from "zod";
import type { Person } from "../domain/ask-person.ts";
import type { Caller, Role, Scope } from "../domain/caller.ts";
import type { RandomBytes } from "../domain/ids.ts";
import type { TableSearch } from "../domain/seating/search.ts";
import type { Brand } from "../domain/settings.ts";
import type { Stores } from "../storage/stores.ts";
import { nameOperation, type OperationWords } from "../words/en/host/operations.ts";
import type { Reader } from "../words/render.ts";

export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

export const READS: Hints = {
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};

/** What pages and the command line may add to a call. Agents and API keys cannot add it. */
export interface DeskTerms {
  readonly override?: { readonly reason: string } | null;
  /** The revision that the form showed. A newer revision causes the error REVISION_CONFLICT. */
  readonly revision?: number | null;
  /** Made by the page or the command line, which shows the secret once. */
  readonly secret?: NewSecret;
}

export interface NewSecret {
  readonly publicId: string;
  /** SHA-256 of the secret in hex; of a password, the hash that `createPasswords` makes. */
  readonly hash: string;
}

export const readerOf = ({ desk, caller }: Pick<CallContext, "desk" | "caller">): Reader =>
  desk === undefined || caller.kind === "operator" ? "agent" : "host";

export interface CallContext {
  readonly caller: Caller;
  /** Epoch milliseconds; the same during the whole call. */
  readonly now: number;
  readonly stores: Stores;
  readonly random: RandomBytes;
  readonly idempotencyKey: string | null;
  readonly dryRun: boolean;
  readonly desk?: DeskTerms;
  /** Absent in a dry run, or if the client cannot ask a person. */
  readonly person?: Person;
  /** One limit for all table searches of a call. */
  readonly search: TableSearch;
  /** True if texts are only logged. Answers must then not promise a text. */
  readonly withoutGateway?: boolean;
}

export interface OperationContext extends CallContext {
  readonly brand: Brand;
}

export interface Operation<Input = unknown, Output extends object = object> {
  /** In snake_case; the file has the same name in kebab-case. */
  readonly name: string;
  readonly title: string;
  /** Words for hosts; absent if the title is enough. */
  readonly words?: OperationWords;
  readonly scope: Scope | null;
  readonly role?: Role;
  readonly operatorOnly?: true;
  /** True: no call has a brand. "for the operator": only calls by the operator have none. */
  readonly brandless?: boolean | "for the operator";
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly hints: Hints;
  readonly examples?: readonly { readonly input: object; readonly output?: object }[];
  /** Must be synchronous, because writes run in a transaction. Refuses with a DomainError. */
  run(input: Input, context: OperationContext): Output;
  text?(output: Output, context: OperationContext, input: Input): string;
}

export interface Tool<Input = unknown, Output extends object = object>
  extends Operation<Input, Output> {
  readonly description: string;
  /** The tool may ask the person who uses the client. */
  readonly asks?: true;
  /** tools/list describes this tool's answer in full. Of other answers, it gives only names and types. */
  readonly spellsOutput?: true;
  readonly examples: readonly { readonly input: object; readonly output?: object }[];
  /** Must be complete, because some clients show the model only this text. */
  text(output: Output, context: OperationContext, input: Input): string;
}

export function defineOperation<Input, Output extends object>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  if (operation.words !== undefined) nameOperation(operation.name, operation.words);
  return operation;
}

export function defineTool<Input, Output extends object>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  defineOperation(tool);
  return tool;
}

export function newSecret({ desk }: Pick<OperationContext, "desk">): NewSecret {
  if (desk?.secret === undefined)
    throw new Error("This write needs a secret from the page or the command line");
  return desk.secret;
}
