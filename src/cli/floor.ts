import { exportFloor } from "../operations/floor/export-floor.ts";
import { importFloor } from "../operations/floor/import-floor.ts";
import { operatorVerb } from "./operator-verb.ts";
import { readJsonObject } from "./read-json.ts";
import type { Verb } from "./verb.ts";

const floorImport: Verb = operatorVerb({
  name: "floor import",
  summary: "Change a restaurant's tables to match a plan (a JSON file, or - for standard input).",
  positionals: ["BRAND", "FILE"],
  operation: importFloor,
  flags: { "dry-run": "dryRun" },
  async read({ positionals: [brand, file = "-"], io }) {
    return { brand, plan: await readJsonObject(file, io, "floor plan") };
  },
  answer(output, { positionals: [brand = ""] }) {
    const { added, changed, archived, lostTable, dryRun } = output;
    const would = `Nothing was changed in ${brand}. The import would have`;
    const lead = dryRun ? would : `${brand}: the import has`;
    const loses = dryRun ? "would lose" : "have lost";
    const lost = lostTable.map(
      ({ id, name, date, time }) => `  ${name}, ${date} at ${time} (${id})`,
    );
    return {
      json: output,
      text: [
        `${lead} added ${added}, changed ${changed} and archived ${archived}.`,
        ...(lost.length === 0 ? [] : [`Parties that ${loses} their table:`, ...lost]),
      ].join("\n"),
    };
  },
});

const floorExport: Verb = operatorVerb({
  name: "floor export",
  summary: "Write a restaurant's areas, tables, combinations and blocks as a plan (JSON).",
  positionals: ["BRAND"],
  operation: exportFloor,
  read: ({ positionals: [brand] }) => ({ brand }),
  answer: ({ plan }) => ({ json: plan, text: JSON.stringify(plan, null, 2), plain: true }),
});

export const FLOOR_VERBS: readonly Verb[] = [floorImport, floorExport];
