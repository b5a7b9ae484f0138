import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "./lock-file.ts";

/** The licence notices of all packages in the executable, as one text. */
export function notices(packages: readonly Pick<LockedPackage, "name" | "version" | "license">[]) {
  const parts = packages.map(({ name, version, license }) =>
    [`${name} ${version} (${license ?? "licence in its own words"})`, ...licenceOf(name)].join(
      "\n\n",
    ),
  );
  return `maitred contains these packages.\n\n${parts.join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}

function licenceOf(name: string): string[] {
  const folder = join("node_modules", name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
}
