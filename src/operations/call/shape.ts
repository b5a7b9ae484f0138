import type { z } from "zod";
import { type Reason, reason, refusal, refuseFor } from "../../domain/errors.ts";
import { nearestWord } from "../../domain/nearest.ts";
import type { Expected } from "../../domain/reasons/input.ts";
import { knownKeys } from "../../domain/shape-reasons.ts";
import { visibleIn } from "../../domain/visible-text.ts";
import type { Operation } from "../define.ts";
import { compiled } from "./compiled.ts";

const MAX_SHOWN = 80;
const MAX_REASONS = 20;

const KNOWN = new WeakMap<z.ZodType, readonly string[]>();

/** Drops null parameters and invisible characters. Throws a DomainError with up to MAX_REASONS reasons. */
export function checkShape<Input>(operation: Operation<Input>, raw: unknown): Input {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    const say = { operation: operation.name, value: raw };
    throw refusal("INVALID_INPUT.no_object", { say });
  }
  const known = parameterNames(operation.input);
  const given: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (!known.includes(name)) unknown.push(name);
    else if (value !== null) given[name] = visibleIn(value);
  }
  const parsed = compiled(operation.input).safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const reasons = [
    ...unknown.slice(0, MAX_REASONS).map((name) => unknownParameter(name, known, operation.name)),
    ...issues.slice(0, MAX_REASONS).flatMap((issue) => reasonsOf(issue, given, operation)),
  ];
  refuseFor(reasons.slice(0, MAX_REASONS));
  return parsed.data as Input;
}

function parameterNames(input: z.ZodType): readonly string[] {
  const cached = KNOWN.get(input);
  if (cached !== undefined) return cached;
  const names = Object.keys((input as z.ZodObject).shape);
  KNOWN.set(input, names);
  return names;
}

const GUESSED_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    partysize: "numberOfPeople",
    people: "numberOfPeople",
    guests: "numberOfPeople",
    covers: "numberOfPeople",
    party: "numberOfPeople",
    pax: "numberOfPeople",
    guestname: "name",
    customername: "name",
    phonenumber: "phone",
    mobile: "phone",
    reservationid: "id",
    bookingid: "id",
    restaurant: "brand",
    brandslug: "brand",
    slug: "brand",
    notify: "notifyCustomer",
    comment: "note",
    text: "note",
  }),
);

function meantBy(name: string, known: readonly string[]): string | null {
  const guessed = GUESSED_NAMES.get(name.toLowerCase().replace(/[^a-z]/g, ""));
  return guessed !== undefined && known.includes(guessed) ? guessed : nearestWord(name, known);
}

function unknownParameter(name: string, known: readonly string[], operation: string): Reason {
  return reason("INVALID_INPUT.unknown_parameter", {
    parameter: name.slice(0, MAX_SHOWN).toWellFormed(),
    nearest: meantBy(name, known),
    say: { place: operation, known },
  });
}

function reasonsOf(
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  { input, name }: Pick<Operation, "input" | "name">,
): Reason[] {
  if (issue.code !== "unrecognized_keys")
    return [emptyOf(issue, given, input) ?? reasonOf(issue, given)];
  const within = knownKeys(input, issue.path);
  const place = `${issue.path.join(".")} of ${name}`;
  return issue.keys.slice(0, MAX_REASONS).map((key) => unknownParameter(key, within, place));
}

/** Says that an optional parameter is empty. "Too short" would make a model invent a value. */
function emptyOf(
  { path }: z.core.$ZodIssue,
  given: Record<string, unknown>,
  input: z.ZodType,
): Reason | null {
  const [name] = path;
  const value = typeof name === "string" && path.length === 1 ? given[name] : undefined;
  if (typeof name !== "string" || typeof value !== "string" || value.trim() !== "") return null;
  const shape = (input as z.ZodObject).shape[name] as z.ZodType | undefined;
  if (shape?.safeParse(undefined).success !== true) return null;
  return reason("INVALID_INPUT.empty", { parameter: name });
}

function reasonOf(issue: z.core.$ZodIssue, given: Record<string, unknown>): Reason {
  const parameter = issue.path.join(".");
  const params = issue.code === "custom" ? issue.params : undefined;
  const own = params?.["reason"] as Reason | undefined;
  if (own !== undefined) return { ...own, parameter };
  const value = issue.path.reduce<unknown>(inside, given);
  const expected = expectation(issue, value);
  return reason("INVALID_INPUT.parameter", { parameter, say: { expected, value } });
}

const isNumeral = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

const inside = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

function expectation(issue: z.core.$ZodIssue, value: unknown): Expected {
  switch (issue.code) {
    case "invalid_type":
      return {
        is: "type",
        type: issue.expected,
        isText: typeof value === "string" && isNumeral(value),
      };
    case "too_small":
      return { is: "least", of: countedIn(issue.origin), limit: Number(issue.minimum) };
    case "too_big":
      return { is: "most", of: countedIn(issue.origin), limit: Number(issue.maximum) };
    case "invalid_value":
      return { is: "one_of", values: issue.values.map(String) };
    default:
      return { is: "own", must: issue.message };
  }
}

const countedIn = (origin: string): "characters" | "items" | "itself" =>
  origin === "string" ? "characters" : origin === "array" ? "items" : "itself";
