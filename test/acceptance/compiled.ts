import { type LoneBinary, loneBinary } from "../support/compiled-binary.ts";
import { COMMAND, SOURCE_COMMAND } from "../support/product-command.ts";

/** Limit for a `beforeAll` that builds, milliseconds. */
export const BUILD_LIMIT_MS = 120_000;

/**
 * A copy of the compiled binary, or of the one named in PRODUCT_COMMAND, in an otherwise empty
 * `cwd`.
 */
export function compiledProduct(): LoneBinary {
  const named = COMMAND.join() === SOURCE_COMMAND.join() ? undefined : COMMAND[0];
  return named === undefined ? loneBinary() : loneBinary(named);
}
