import { statSync } from "node:fs";
import { assertIntact } from "../storage/database.ts";
import { openForReading, problemsOf } from "../storage/inspect.ts";
import { damaged, databaseIn } from "../storage/open-error.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { switchFlag, type Verb } from "./verb.ts";

export const check: Verb = {
  name: "check",
  summary: "Check the database for damaged pages; works while the server runs.",
  flags: {
    thorough: switchFlag("Also check every index and reference, as doctor does."),
    ...DATA_FLAG,
  },
  run: ({ config, flags }) => {
    const database = databaseIn(folderOf({ config }));
    const began = performance.now();
    using reader = openForReading(database);
    if (!flags.has("thorough")) assertIntact(reader, database);
    else {
      const problems = problemsOf(reader);
      if (problems.length > 0) throw damaged(database, problems.join("; "));
    }
    const tookMs = Math.round(performance.now() - began);
    const { size: bytes } = statSync(database);
    return {
      json: { database, bytes, tookMs, intact: true },
      text: `${database} is intact: checked every page in ${tookMs} ms.`,
    };
  },
};
