import { type LoneBinary, loneBinary } from "../support/compiled-binary.ts";
import { COMMAND, SOURCE_COMMAND } from "../support/product-command.ts";

/** How long a build may take in a `beforeAll`, milliseconds. */
export const BUILD_LIMIT_MS = 120_000;

/**
 * A copy of the compiled binary (or of the one named in the environment), alone in `cwd` until it
 * is disposed of.
 */
export function compiledProduct(): LoneBinary {
  const named = COMMAND.join() === SOURCE_COMMAND.join() ? undefined : COMMAND[0];
  return named === undefined ? loneBinary() : loneBinary(named);
}
