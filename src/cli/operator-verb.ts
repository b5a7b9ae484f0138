import { type Caller, type Environment, NO_BUDGETS, SCOPES } from "../domain/caller.ts";
import { DomainError, type Reason, type ReasonKind } from "../domain/errors.ts";
import { inputOf, type Property, propertyAt } from "../operations/call/form-input.ts";
import { checkShape } from "../operations/call/shape.ts";
import type { NewSecret, Operation } from "../operations/define.ts";
import { createInvoke } from "../operations/invoke.ts";
import type { Stores } from "../storage/stores.ts";
import { sayError, sayReason } from "../words/render.ts";
import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import {
  type Answer,
  CliError,
  type CliIo,
  type Flag,
  type Flags,
  usageError,
  type Verb,
  type VerbContext,
} from "./verb.ts";

/** A flag that fills a parameter: its path, and what the parameter's schema does not say. */
type FlagFor = string | ({ readonly to: string } & Partial<Flag>);
type FlagsFor = Readonly<Record<string, FlagFor>>;

/** What a verb works with: the command line and the open instance. */
export type Asked = VerbContext & Instance;

/** What only the instance can tell. */
interface Prepared<Kept> {
  /** Parameters, over those from flags. */
  readonly input?: object;
  /** Made once the rest is known to be usable. */
  readonly secret?: () => NewSecret | Promise<NewSecret>;
  /** For the answer. */
  readonly kept: Kept;
}

/** A verb that asks one operation for something. */
interface OperatorVerb<Output extends object, Kept>
  extends Omit<Verb, "flags" | "positionals" | "run"> {
  readonly positionals?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: what it takes is checked by its own schema.
  readonly operation: Operation<any, Output>;
  readonly flags?: FlagsFor;
  /** Flags that `prepare` reads. */
  readonly ownFlags?: Readonly<Record<string, Flag>>;
  /** The instance is made where there is none in a folder that is named. */
  readonly creates?: true;
  /** Parameters that flags do not simply name; before the instance is opened. */
  read?(context: VerbContext): object | Promise<object>;
  prepare?(asked: Asked): Prepared<Kept> | Promise<Prepared<Kept>>;
  answer(output: Output, asked: Asked, kept: Kept): Answer;
}

/** Makes the verb: its flags come from the operation's schema, as the fields of a form do. */
export function operatorVerb<Output extends object, Kept>(verb: OperatorVerb<Output, Kept>): Verb {
  const { operation, flags = {}, ownFlags, creates, read, prepare, answer, ...shown } = verb;
  const declared = Object.fromEntries(
    Object.entries(flags).map(([name, from]) => [name, flagOf(operation, name, from)]),
  );
  return {
    positionals: [],
    ...shown,
    flags: { ...declared, ...ownFlags, ...DATA_FLAG },
    async run(context) {
      const typed = {
        ...inputOf(operation, fieldsOf(context.flags, declared, flags)),
        ...(await read?.(context)),
      };
      const create = creates === true ? ({ create: "where named" } as const) : {};
      return await withInstance(context, create, async (instance) => {
        const asked = { ...context, ...instance };
        const { input, secret, kept } = (await prepare?.(asked)) ?? { kept: undefined as Kept };
        const whole = { ...typed, ...input };
        requireShape(operation, whole, flags);
        const output = await asOperator(instance, context.io)(operation, whole, await secret?.());
        return answer(output, asked, kept);
      });
    },
  };
}

/** Carries out operations for whoever runs commands on this machine. */
export const asOperator =
  ({ stores, writer, environment, now }: Instance, { random }: Pick<CliIo, "random">) =>
  async <Output extends object>(
    // biome-ignore lint/suspicious/noExplicitAny: what it takes is checked by its own schema.
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

const operatorIn = ({ brands }: Pick<Stores, "brands">, environment: Environment): Caller => ({
  kind: "operator",
  principal: "operator",
  actor: { kind: "system", id: "operator", name: "command line" },
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

/** `--time-zone ZONE`, `--sms-per-day N`. */
const placeholderOf = (name: string, { type }: Property): string =>
  type === "integer" ? "N" : (name.split("-").at(-1) ?? name).toUpperCase();

/** The flags as the fields of the operation's form. */
function fieldsOf(
  given: Flags,
  declared: Readonly<Record<string, Flag>>,
  flags: FlagsFor,
): URLSearchParams {
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

/** What no state of the instance could accept is a mistake in the command: exit code 2. */
function requireShape(operation: Operation, input: object, flags: FlagsFor): void {
  try {
    checkShape(operation, input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw usageError(error.reasons.map((reason) => inFlagWords(reason, flags)).join(" "));
  }
}

/** Names the flag instead of the parameter. */
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

/** Refusals that have a code of their own on the command line, and what to run next. */
const COMMAND_WORDS: Readonly<Partial<Record<ReasonKind, readonly [code: string, next: string]>>> =
  {
    "INVALID_INPUT.user_exists": ["USER_EXISTS", "See: maitred user list"],
    "INVALID_TRANSITION.in_every_team": ["OWNS_HOUSE", "To end that: maitred user disable"],
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
