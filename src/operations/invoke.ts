import type { Person } from "../domain/ask-person.ts";
import type { Caller } from "../domain/caller.ts";
import { DomainError, refusal } from "../domain/errors.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { isRecord } from "../domain/json.ts";
import { newSearch, type TableSearch } from "../domain/seating/search.ts";
import type { Brand } from "../domain/settings.ts";
import { mayHide, visibleIn, visibleText } from "../domain/visible-text.ts";
import type { Stores } from "../storage/stores.ts";
import { Rollback } from "../storage/write-transaction.ts";
import type { Writer } from "../storage/writer.ts";
import { withBrandFaults } from "./call/brand-faults.ts";
import { resolveBrand } from "./call/brand-resolution.ts";
import { checkBudgets } from "./call/budgets.ts";
import { compiled } from "./call/compiled.ts";
import { type Answer, type CallKey, hashArguments, remember, replay } from "./call/idempotency.ts";
import { checkShape } from "./call/shape.ts";
import { withReadings } from "./call/weekday-readings.ts";
import type { CallContext, DeskTerms, Operation, OperationContext } from "./define.ts";
import { requireRole, toDeskTerms } from "./desk/roles.ts";

/**
 * Rejects with a DomainError if the call is refused, or with a Question if a person must decide first.
 * In both cases, nothing has changed. All other errors are bugs.
 */
export type Invoke = (
  operation: Operation,
  raw: unknown,
  caller: Caller,
  /** Given only if a page or the command line makes the call. */
  desk?: DeskTerms,
  person?: Person,
) => Promise<Answer>;

interface CommonInput {
  readonly brand?: string;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly numberOfPeople?: number;
  readonly date?: string;
}

/** Runs every call except those of guests (ADR 0021). */
export function createInvoke(instance: {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** True for a live instance without an SMS gateway. */
  readonly withoutGateway?: boolean;
  readonly onSearched?: (search: TableSearch) => void;
}): Invoke {
  const { stores, writer, clock, random, withoutGateway = false, onSearched } = instance;
  const invoke: Invoke = async (operation, raw, caller, desk, person) => {
    authorise(operation, caller);
    const input = await readInput(operation, raw, caller, desk);
    const { idempotencyKey = null, dryRun = false } = input;
    // The writer may run a write twice. Report only the search of the last run.
    let search = newSearch();
    const toolCall = { caller, now: clock(), stores, random, idempotencyKey, dryRun, search };
    const call: CallContext = {
      ...toolCall,
      withoutGateway,
      ...(desk === undefined ? {} : { desk: toDeskTerms(desk) }),
      ...(person === undefined || dryRun ? {} : { person }),
    };
    const slug = needsBrand(operation, caller) ? resolveBrand(caller, input.brand) : null;
    requireRole(operation, call, slug);
    const context = (): OperationContext => {
      search = newSearch();
      const again = { ...call, search };
      return slug === null ? (again as OperationContext) : inBrand(again, slug);
    };
    try {
      if (operation.hints.readOnly) return answer(operation, input, context());
      const named = idempotencyKey ?? person?.answer ?? null;
      const key =
        named === null || dryRun ? null : keyOf(operation, slug ?? "", input, caller, named);
      return await writer.write(() => write(operation, input, context(), key), { undone: dryRun });
    } catch (error) {
      search.moved = 0;
      throw error;
    } finally {
      onSearched?.(dryRun ? { ...search, moved: 0 } : search);
    }
  };

  async function readInput(...[operation, raw, caller, desk]: Parameters<Invoke>) {
    try {
      return checkShape(operation, raw) as CommonInput;
    } catch (error) {
      if (!(error instanceof DomainError) || !isRecord(raw)) throw error;
      const slug = slugIn(raw, caller);
      const brand = slug === null ? null : stores.brands.get(slug);
      if (brand === null) throw error;
      if (!isWeekdayOnly(error)) throw withBrandFaults(error, operation, raw, brand);
      const dryRun = operation.hints.readOnly ? {} : { dryRun: true };
      throw await withReadings(error, raw, { brand, now: clock() }, (changed) =>
        invoke(operation, { ...changed, ...dryRun }, caller, desk),
      );
    }
  }
  return invoke;
}

const isWeekdayOnly = ({ reasons }: DomainError): boolean =>
  reasons.every((one) => one.code === "WEEKDAY_MISMATCH" && one.parameter === "date");

function slugIn({ brand }: Record<string, unknown>, caller: Caller): string | null {
  try {
    return resolveBrand(caller, typeof brand === "string" ? brand.trim() : undefined);
  } catch {
    return null;
  }
}

function authorise(operation: Operation, caller: Caller): void {
  const { name, scope } = operation;
  if (scope !== null && !caller.scopes.includes(scope)) {
    throw refusal("FORBIDDEN_SCOPE", { scope, scopes: caller.scopes, say: { tool: name } });
  }
  if (caller.tools !== null && !caller.tools.includes(name)) {
    throw refusal("FORBIDDEN_TOOL", { tool: name, tools: caller.tools });
  }
}

const needsBrand = ({ brandless }: Operation, { kind }: Caller): boolean =>
  brandless !== true && !(brandless === "for the operator" && kind === "operator");

function inBrand(call: CallContext, slug: string): OperationContext {
  const brand = call.stores.brands.get(slug);
  if (brand === null) {
    const fault = call.stores.brands.fault(slug);
    if (fault !== null) {
      if (call.caller.kind !== "operator") throw fault;
      return { ...call, brand: withoutSettings(slug, fault, call.stores) };
    }
    throw refusal("BRAND_UNKNOWN", { brand: slug, brands: call.caller.brands });
  }
  return { ...call, brand };
}

/** Lets the operator repair a brand with invalid settings. Reading `settings` throws. */
function withoutSettings(slug: string, fault: DomainError, { brands }: Stores): Brand {
  const name = brands.names().find((known) => known.slug === slug)?.name ?? slug;
  return {
    slug,
    name,
    get settings(): never {
      throw fault;
    },
  };
}

function keyOf(
  operation: Operation,
  brand: string,
  input: object,
  { principal }: Caller,
  key: string,
): CallKey {
  const argumentsHash = hashArguments({ ...input });
  return { principal, brand, tool: operation.name, key, argumentsHash };
}

function write(
  operation: Operation,
  input: CommonInput,
  context: OperationContext,
  key: CallKey | null,
): Answer {
  const replayed = key === null ? null : replay(key, context);
  if (replayed !== null) return visible(replayed);
  checkBudgets(input, context);
  const given = answer(operation, input, context);
  if (context.dryRun) throw new Rollback(given);
  if (key !== null) remember(key, given, context);
  return given;
}

function answer(operation: Operation, input: object, context: OperationContext): Answer {
  const ran = compiled(operation.output).parse(operation.run(input, context));
  const written = JSON.stringify(ran);
  const hides = mayHide(written);
  const output = hides ? visibleIn(ran) : ran;
  const structured = output as Record<string, unknown>;
  const text = visibleText(operation.text?.(output, context, input) ?? "");
  const json = hides ? JSON.stringify(output) : written;
  return { structured, json, text, replayed: false };
}

/** Removes invisible characters, because earlier versions stored answers with them. */
function visible(given: Answer): Answer {
  const text = visibleText(given.text);
  if (!mayHide(given.json)) return { ...given, text };
  const structured = visibleIn(given.structured);
  return { ...given, structured, json: JSON.stringify(structured), text };
}
