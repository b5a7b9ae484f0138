import { z } from "zod";

/** The compiled form of each schema; null: used once, not compiled yet. */
const used = new WeakMap<z.ZodType, z.ZodType | null>();

/**
 * Compiles a schema at its second use: compiling takes milliseconds, but checks then take a fifth
 * of the time and produce almost no garbage.
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
