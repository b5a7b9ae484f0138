import { z } from "zod";
import type { Operation } from "./define.ts";
import { errorShape } from "./refusals.ts";

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
 * The schema that is declared for an operation's answer: flat, every property optional, `error` among them.
 * Clients of the older generation check refusals against it as well and drop what does not fit; the check of
 * our own answers is the strict one in `output`.
 */
export function declaredOutputSchemaOf(operation: Operation): ObjectSchema {
  const strict = jsonSchema(operation.output, "output") as ObjectSchema;
  const error = jsonSchema(errorShape, "output");
  return { type: "object", properties: { ...strict.properties, error } };
}

function jsonSchema(shape: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
}
