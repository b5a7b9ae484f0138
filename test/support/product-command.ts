// The command for tests that start the product as a separate process.
import { join, resolve } from "node:path";

/** The product from source, from whatever folder it is started. */
export const SOURCE_COMMAND = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

const chosen = process.env["PRODUCT_COMMAND"]
  ?.split(" ")
  .map((word) => (word.includes("/") ? resolve(word) : word));
/** From source unless the environment names a binary, as npm test does: that starts much faster. */
export const COMMAND = chosen ?? SOURCE_COMMAND;
