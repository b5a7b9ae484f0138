import { z } from "zod";

/** Schemas that were used, with their compiled form from the second use on. */
const used = new WeakMap<z.ZodType, z.ZodType | null>();

/**
 * The same schema, checked by code that zod generates for it: this takes a fifth of the time and
 * makes almost no garbage. Generating takes milliseconds, so it is done only at the second use.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const known = used.get(schema);
  if (known) return known as Schema;
  if (known === undefined) {
    used.set(schema, null);
    return schema;
  }
  const made = z.compile(schema);
  used.set(schema, made);
  return made;
}
