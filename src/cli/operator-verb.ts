import type { AuditRow } from "../domain/audit.ts";
import { type Caller, type Environment, NO_BUDGETS, SCOPES } from "../domain/caller.ts";
import { DomainError, type Reason, type ReasonKind } from "../domain/errors.ts";
import { newId } from "../domain/ids.ts";
import { withBrandFaults } from "../operations/call/brand-faults.ts";
import { inputOf, type Property, propertyAt } from "../operations/call/form-input.ts";
import { checkShape } from "../operations/call/shape.ts";
import type { NewSecret, Operation } from "../operations/define.ts";
import { createInvoke } from "../operations/invoke.ts";
import type { Stores } from "../storage/stores.ts";
import { sayError, sayReason } from "../words/render.ts";
import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import { requireBrands, slugsIn } from "./known-brands.ts";
import {
  type Answer,
  CliError,
  type CliIo,
  type DeclaredFlags,
  type Flag,
  type Flags,
  usageError,
  type Verb,
  type VerbContext,
} from "./verb.ts";

/** `to`: the parameter that the flag sets. Missing fields of the flag come from the parameter's schema. */
type FlagFor = string | ({ readonly to: string } & Partial<Flag>);
type FlagsFor = Readonly<Record<string, FlagFor>>;

export type Asked = VerbContext & Instance;

interface Prepared<Kept> {
  readonly input?: object;
  readonly secret?: () => NewSecret | Promise<NewSecret>;
  readonly kept: Kept;
}

interface OperatorVerb<Output extends object, Kept> extends Omit<Verb, "flags" | "run"> {
  // biome-ignore lint/suspicious/noExplicitAny: the schema checks the input.
  readonly operation: Operation<any, Output>;
  readonly flags?: FlagsFor;
  /** Flags that are not parameters of the operation. */
  readonly ownFlags?: DeclaredFlags;
  /** Creates a missing instance if the operator named the folder. */
  readonly creates?: true;
  read?(context: VerbContext): object | Promise<object>;
  prepare?(asked: Asked): Prepared<Kept> | Promise<Prepared<Kept>>;
  answer(output: Output, asked: Asked, kept: Kept): Answer;
}

export function operatorVerb<Output extends object, Kept>(verb: OperatorVerb<Output, Kept>): Verb {
  const { operation, flags = {}, ownFlags, creates, read, prepare, answer, ...shown } = verb;
  let made: DeclaredFlags | undefined;
  /** Made on first use, because reading the schemas of all verbs is slow. */
  const declared = (): DeclaredFlags => {
    made ??= Object.fromEntries(
      Object.entries(flags).map(([name, from]) => [name, flagOf(operation, name, from)]),
    );
    return made;
  };
  return {
    ...shown,
    get flags() {
      return { ...declared(), ...ownFlags, ...DATA_FLAG };
    },
    async run(context) {
      const typed = {
        ...inputOf(operation, fieldsOf(context.flags, declared(), flags)),
        ...(await read?.(context)),
      };
      const create = creates === true ? ({ create: "in a named folder" } as const) : {};
      return await withInstance(context, create, async (instance) => {
        const asked = { ...context, ...instance };
        const { input, secret, kept } = (await prepare?.(asked)) ?? { kept: undefined as Kept };
        const whole = { ...typed, ...input };
        requireShape(operation, whole, flags, instance);
        requireBrand(instance, whole);
        const output = await asOperator(instance, context.io)(operation, whole, await secret?.());
        return answer(output, asked, kept);
      });
    },
  };
}

export const asOperator =
  ({ stores, writer, environment, now }: Instance, { random }: Pick<CliIo, "random">) =>
  async <Output extends object>(
    // biome-ignore lint/suspicious/noExplicitAny: the schema checks the input.
    operation: Operation<any, Output>,
    input: object,
    secret?: NewSecret,
  ): Promise<Output> => {
    const invoke = createInvoke({ stores, writer, clock: now, random });
    const caller = operatorIn(stores, environment);
    const terms = secret === undefined ? undefined : { secret };
    try {
      return (await invoke(operation, input, caller, terms)).structured as Output;
    } catch (error) {
      throw error instanceof DomainError ? inCommandWords(error) : error;
    }
  };

const OPERATOR = {
  principal: "operator",
  actor: { kind: "system", id: "operator", name: "command line" },
} as const;

export const operatorChange = (
  { random }: Pick<CliIo, "random">,
  at: number,
  change: Pick<AuditRow, "brand" | "operation" | "before" | "after">,
): AuditRow => ({
  id: newId(at, random),
  at,
  reservationId: null,
  entryId: null,
  ...OPERATOR,
  idempotencyKey: null,
  reason: null,
  ...change,
});

const operatorIn = ({ brands }: Pick<Stores, "brands">, environment: Environment): Caller => ({
  kind: "operator",
  ...OPERATOR,
  environment,
  brands: brands.names().map(({ slug }) => slug),
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});

function flagOf(operation: Operation, name: string, from: FlagFor): Flag {
  const { to, ...said } = typeof from === "string" ? { to: from } : from;
  const { property, required } = propertyAt(operation, to);
  const { type, items, description = "" } = property;
  const choices = property.enum ?? items?.enum;
  return {
    type: type === "boolean" ? "boolean" : "string",
    ...(type === "array" ? { multiple: true } : {}),
    ...(required ? { required } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(type === "boolean" ? {} : { value: placeholderOf(name, property) }),
    help: `${description.replace(/\.$/, "")}.`,
    ...said,
  };
}

const placeholderOf = (name: string, { type }: Property): string =>
  type === "integer" ? "N" : (name.split("-").at(-1) ?? name).toUpperCase();

function fieldsOf(given: Flags, declared: DeclaredFlags, flags: FlagsFor): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, flag] of Object.entries(declared)) {
    if (!given.has(name)) continue;
    if (flag.required === true && flag.multiple !== true) given.required(name);
    if (flag.value === "N") given.count(name);
    const texts = flag.type === "boolean" ? ["true"] : (given.text(name) ?? given.list(name));
    for (const text of [texts].flat()) fields.append(pathOf(flags[name]), text);
  }
  return fields;
}

const pathOf = (from: FlagFor | undefined): string =>
  (typeof from === "string" ? from : from?.to) ?? "";

/** The operator may use every brand, so an unknown slug is a typing mistake. */
function requireBrand({ stores }: Instance, { brand }: { readonly brand?: unknown }): void {
  if (typeof brand === "string") requireBrands(slugsIn(stores), [brand]);
}

function requireShape(
  operation: Operation,
  input: { readonly brand?: unknown },
  flags: FlagsFor,
  { stores }: Instance,
): void {
  try {
    checkShape(operation, input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const brand = typeof input.brand === "string" ? stores.brands.get(input.brand) : null;
    const { reasons } = brand === null ? error : withBrandFaults(error, operation, input, brand);
    throw usageError(reasons.map((reason) => inFlagWords(reason, flags)).join(" "));
  }
}

function inFlagWords(reason: Reason, flags: FlagsFor): string {
  const { parameter: path = "" } = reason;
  const message = sayReason(reason, "agent");
  const [flag] =
    Object.entries(flags).find(([, from]) => `${path}.`.startsWith(`${pathOf(from)}.`)) ?? [];
  if (flag === undefined) return message;
  return message.startsWith(path)
    ? `--${flag}${message.slice(path.length)}`
    : `--${flag}: ${message}`;
}

const COMMAND_WORDS: Readonly<Partial<Record<ReasonKind, readonly [code: string, next: string]>>> =
  {
    "INVALID_INPUT.user_exists": ["USER_EXISTS", "See: maitred user list"],
    "INVALID_TRANSITION.in_every_team": [
      "OWNS_INSTANCE",
      "To close the account: maitred user disable",
    ],
    "NOT_FOUND.in_team": ["NOT_IN_TEAM", "Nothing was changed. See: maitred user list"],
    "INVALID_TRANSITION.last_owner": [
      "LAST_OWNER",
      "Run: maitred user role EMAIL --brand SLUG --role owner",
    ],
    "INVALID_TRANSITION.last_of_instance": [
      "LAST_OWNER",
      "Run: maitred user create --email EMAIL --name NAME --role owner",
    ],
  };

function inCommandWords(error: DomainError): Error {
  const [reason] = error.reasons;
  const [code, next] = COMMAND_WORDS[reason.kind] ?? [];
  if (code === undefined || next === undefined) return error;
  const slug = reason.kind === "INVALID_TRANSITION.last_owner" ? reason.say.brand : "SLUG";
  return new CliError(code, `${sayError(error, "agent")} ${next.replace("SLUG", slug)}`);
}
