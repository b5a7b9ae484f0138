// The command with which tests start the product as a separate process.
import { join, resolve } from "node:path";

/** The command that runs the product from source, in any working folder. */
export const SOURCE_COMMAND = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

const chosen = process.env["PRODUCT_COMMAND"]
  ?.split(" ")
  .map((word) => (word.includes("/") ? resolve(word) : word));
/**
 * Runs the product from source, unless PRODUCT_COMMAND names a binary. npm test names one, because
 * a binary starts much faster.
 */
export const COMMAND = chosen ?? SOURCE_COMMAND;
