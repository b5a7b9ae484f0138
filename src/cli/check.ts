import { statSync } from "node:fs";
import { assertIntact } from "../storage/database.ts";
import { openForReading } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf } from "./instance.ts";
import type { Verb } from "./verb.ts";

/**
 * `maitred check`: looks through the pages of the database, also while a server runs, which does so
 * itself when it starts.
 */
export const check: Verb = {
  name: "check",
  summary: "Check the database for damaged pages; works while the server runs.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config }) => {
    const database = databaseIn(folderOf({ config }));
    const began = performance.now();
    const reader = openForReading(database);
    try {
      assertIntact(reader, database);
    } finally {
      reader.close();
    }
    const tookMs = Math.round(performance.now() - began);
    const { size: bytes } = statSync(database);
    return Promise.resolve({
      json: { database, bytes, tookMs, intact: true },
      text: `${database} is intact: checked every page in ${tookMs} ms.`,
    });
  },
};
