// The command with which tests start the product as a separate process.
import { join, resolve } from "node:path";

/** The command that runs the product from source, in any working folder. */
export const SOURCE_COMMAND = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

const chosen = process.env["PRODUCT_COMMAND"]
  ?.split(" ")
  .map((word) => (word.includes("/") ? resolve(word) : word));
/**
 * Runs from source unless the environment names a binary, as it does under npm test, because a
 * binary starts much faster.
 */
export const COMMAND = chosen ?? SOURCE_COMMAND;
