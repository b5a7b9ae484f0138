import { z } from "zod";
import type { Operation, Tool } from "../define.ts";
import { suggestionShape } from "../reservation/wire.ts";

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export function inputSchemaOf(operation: Operation): ObjectSchema {
  return inputSchema(operation, []);
}

/** Limits that the list of tools leaves out. A call beyond a limit gets a refusal that names the limit. */
const UNDECLARED_LIMITS = ["minLength", "maxLength", "pattern", "minItems", "maxItems"] as const;

export function declaredInputSchemaOf(operation: Operation): ObjectSchema {
  return inputSchema(operation, UNDECLARED_LIMITS);
}

function inputSchema(operation: Operation, leftOut: readonly LeftOut[]): ObjectSchema {
  const schema = jsonSchema(operation.input, "input", leftOut) as ObjectSchema;
  return { ...schema, additionalProperties: false };
}

/**
 * Older clients check refusals against this schema too, and drop a refusal that does not fit. So the
 * schema declares `error`, and no field is required.
 */
export function outputSchemaOf(operation: Operation): ObjectSchema {
  const strict = jsonSchema(operation.output, "output") as ObjectSchema;
  const error = jsonSchema(declaredError, "output");
  return { type: "object", properties: { ...strict.properties, error } };
}

/** Short for most tools (only names and types), because clients read the schemas of all tools. */
export function declaredOutputSchemaOf(tool: Tool): ObjectSchema {
  const whole = outputSchemaOf(tool);
  if (tool.spellsOutput === true) return whole;
  const fields = Object.entries(whole.properties).map(([name, schema]) => [name, typeOf(schema)]);
  return { type: "object", properties: Object.fromEntries(fields) };
}

const typeOf = ({ type, anyOf }: { type?: string; anyOf?: readonly object[] }): object =>
  anyOf === undefined ? { type } : { anyOf: anyOf.map(typeOf) };

/** A list of all error codes here would double what clients read when they connect. */
const declaredError = z.object({
  code: z.string().describe("CAPACITY_FULL, INVALID_INPUT, ..."),
  message: z.string(),
  reasons: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  retryable: z.boolean(),
  retryAt: z.number().nullable(),
  suggestions: z.array(suggestionShape),
});

export function jsonSchema(
  shape: z.ZodType,
  io: "input" | "output",
  leftOut: readonly LeftOut[] = [],
): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: made }) => {
      // Zod adds the limits of safe integers, which clients do not need.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      // A client that has an old schema must accept an answer with new fields.
      if (io === "output") delete made.additionalProperties;
      for (const keyword of leftOut) delete made[keyword];
    },
  });
  return schema;
}

type LeftOut = (typeof UNDECLARED_LIMITS)[number];
