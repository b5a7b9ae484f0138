import { z } from "zod";
import type { Operation, Tool } from "../define.ts";
import { suggestionShape } from "../reservation/wire.ts";

/** A JSON Schema of an object, draft 2020-12. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The schema of an operation's parameters, as they are sent. */
export function inputSchemaOf(operation: Operation): ObjectSchema {
  return inputSchema(operation, []);
}

/** Models need not read these: a call that exceeds a limit is refused with that limit. */
const LIMITS_OF_TEXTS = ["minLength", "maxLength", "pattern", "minItems", "maxItems"] as const;

/** The parameters as tools/list declares them: without the limits on texts and lists. */
export function declaredInputSchemaOf(operation: Operation): ObjectSchema {
  return inputSchema(operation, LIMITS_OF_TEXTS);
}

function inputSchema(operation: Operation, leftOut: readonly LeftOut[]): ObjectSchema {
  const schema = jsonSchema(operation.input, "input", leftOut) as ObjectSchema;
  return { ...schema, additionalProperties: false };
}

/**
 * The schema of an operation's answer: flat, every property optional, `error` included. Older
 * clients check refusals against it too and drop what does not fit. The server's own answers are
 * checked by the strict schema in `output`.
 */
export function outputSchemaOf(operation: Operation): ObjectSchema {
  const strict = jsonSchema(operation.output, "output") as ObjectSchema;
  return { type: "object", properties: { ...strict.properties, error: DECLARED_ERROR } };
}

/**
 * The answer as tools/list declares it. One tool describes its answer in full; the others only
 * name the fields and their types, because every client reads the whole list when it connects.
 */
export function declaredOutputSchemaOf(tool: Tool): ObjectSchema {
  const whole = outputSchemaOf(tool);
  if (tool.spellsOutput === true) return whole;
  const fields = Object.entries(whole.properties).map(([name, schema]) => [name, typeOf(schema)]);
  return { type: "object", properties: Object.fromEntries(fields) };
}

const typeOf = ({ type, anyOf }: { type?: string; anyOf?: readonly object[] }): object =>
  anyOf === undefined ? { type } : { anyOf: anyOf.map(typeOf) };

/**
 * The `error` of every tool, without the list of codes, which would double what clients read when
 * they connect.
 */
const DECLARED_ERROR = jsonSchema(
  z.object({
    code: z.string().describe("CAPACITY_FULL, INVALID_INPUT, ..."),
    message: z.string(),
    reasons: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    retryable: z.boolean(),
    retryAt: z.number().nullable(),
    suggestions: z.array(suggestionShape),
  }),
  "output",
);

/** The JSON Schema of parameters or of an answer, without the keywords in `leftOut`. */
export function jsonSchema(
  shape: z.ZodType,
  io: "input" | "output",
  leftOut: readonly LeftOut[] = [],
): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: made }) => {
      // The limits of safe integers add nothing to "integer".
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      // Answers may gain fields, and a client with an old schema must not refuse them.
      if (io === "output") delete made.additionalProperties;
      for (const keyword of leftOut) delete made[keyword];
    },
  });
  return schema;
}

type LeftOut = (typeof LIMITS_OF_TEXTS)[number];
