// The command for tests that start the product as a separate process.
import { join, resolve } from "node:path";

/** The command that runs the product from source, in any working folder. */
export const SOURCE_COMMAND = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

const chosen = process.env["PRODUCT_COMMAND"]
  ?.split(" ")
  .map((word) => (word.includes("/") ? resolve(word) : word));
/**
 * From source unless the environment names a binary, as npm test does because that starts much
 * faster.
 */
export const COMMAND = chosen ?? SOURCE_COMMAND;
