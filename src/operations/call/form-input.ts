import { formatDate, formatTime, isLocalDate, isWallTime } from "../../domain/time.ts";
import type { Operation } from "../define.ts";
import { inputSchemaOf } from "./schemas.ts";

export interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/**
 * Converts the texts of a form to the types of the schema. Field `a.b` is property `b` of `a`.
 * Drops empty fields, but not required texts and lists: an empty required note clears the note.
 */
export function inputOf(operation: Operation, fields: URLSearchParams): Record<string, unknown> {
  return objectOf(schemaOf(operation), fields, "");
}

export function propertyAt(
  operation: Operation,
  path: string,
): { readonly property: Property; readonly required: boolean } {
  let property: Property = schemaOf(operation);
  let required = true;
  for (const name of path.split(".")) {
    required &&= property.required?.includes(name) === true;
    const inner = property.properties?.[name];
    if (inner === undefined) throw new Error(`${operation.name} has no parameter ${path}`);
    property = inner;
  }
  return { property, required };
}

const schemas = new WeakMap<Operation, Property>();

function schemaOf(operation: Operation): Property {
  const known = schemas.get(operation);
  if (known !== undefined) return known;
  const schema = inputSchemaOf(operation) as Property;
  schemas.set(operation, schema);
  return schema;
}

function objectOf(shape: Property, fields: URLSearchParams, prefix: string) {
  const input: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const required = shape.required?.includes(name) === true;
    const value = fieldValue(property, fields, prefix + name, required);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function fieldValue(given: Property, fields: URLSearchParams, name: string, required: boolean) {
  const property = given.anyOf?.find(({ type }) => type !== "null") ?? given;
  if (property.type === "object") {
    const within = [...fields.keys()].some((field) => field.startsWith(`${name}.`));
    return within ? objectOf(property, fields, `${name}.`) : undefined;
  }
  const typed = fields.getAll(name);
  // The schema may allow a word, such as "auto" for tables, instead of a list.
  const word = given.anyOf?.find((one) => one.const !== undefined)?.const;
  if (word !== undefined && typed.length === 1 && typed[0] === word) return word;
  if (property.type === "array") {
    const items = typed.filter((item) => item !== "");
    return items.length > 0 || (typed.length > 0 && required) ? items : undefined;
  }
  // A tick box comes after a hidden field of the same name, so the last value counts.
  const text = typed.at(-1);
  if (text === undefined) return undefined;
  if (text.trim() === "" && !(required && property.type === "string")) return undefined;
  return readAs(property.type, name, text);
}

function readAs(type: string | undefined, name: string, text: string): unknown {
  const trimmed = text.trim();
  switch (type) {
    case "integer":
    case "number": {
      const number = Number(trimmed);
      return Number.isFinite(number) ? number : text;
    }
    case "boolean":
      if (trimmed === "true" || trimmed === "on") return true;
      return trimmed === "false" ? false : text;
    default:
      return asDisplayed(name, text, trimmed);
  }
}

function asDisplayed(name: string, text: string, trimmed: string): string {
  if (/date$/i.test(name) && isLocalDate(trimmed)) return formatDate(trimmed);
  return /time$/i.test(name) && isWallTime(trimmed) ? formatTime(trimmed) : text;
}
