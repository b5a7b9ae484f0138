import { type LoneBinary, loneBinary } from "../support/compiled-binary.ts";
import { COMMAND, SOURCE_COMMAND } from "../support/product-command.ts";

/** How long a build may take, milliseconds: for the `beforeAll` that asks for it. */
export const BUILD_LIMIT_MS = 120_000;

/** A copy of the binary, or of what the environment names, alone in `cwd` until disposed of. */
export function compiledProduct(): LoneBinary {
  const named = COMMAND.join() === SOURCE_COMMAND.join() ? undefined : COMMAND[0];
  return named === undefined ? loneBinary() : loneBinary(named);
}
