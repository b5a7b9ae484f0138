import { z } from "zod";
import type { Operation } from "../define.ts";
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
  return { ...(jsonSchema(operation.input, "input") as ObjectSchema), additionalProperties: false };
}

/**
 * The schema that is declared for an operation's answer: flat, every property optional, `error`
 * included. Older clients check refusals against it too and drop what does not fit. Our own answers
 * are checked by the strict schema in `output`.
 */
export function declaredOutputSchemaOf(operation: Operation): ObjectSchema {
  const strict = jsonSchema(operation.output, "output") as ObjectSchema;
  return { type: "object", properties: { ...strict.properties, error: DECLARED_ERROR } };
}

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

/** The JSON Schema of what is sent, or of what is answered. */
export function jsonSchema(shape: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: made }) => {
      // It adds nothing to "integer".
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      // Answers may gain fields, and a client with an old schema must not refuse them.
      if (io === "output") delete made.additionalProperties;
    },
  });
  return schema;
}
