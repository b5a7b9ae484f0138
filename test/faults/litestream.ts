// Prepares a real Litestream to run with the example configuration. The npm package has version
// 0.3.13, which spells `replicas: [...]` where 0.5 spells `replica:`. All else stays the same.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The example of docs/backup.md, in the form of Litestream 0.5. */
export const EXAMPLE = join(import.meta.dir, "../../docs/examples/litestream.yml");
/** The path of the binary. The package has no binary for some platforms. */
export const LITESTREAM = join(
  dirname(Bun.fileURLToPath(import.meta.resolve("@flydotio/litestream"))),
  `../litestream-${process.platform}-${process.arch}/litestream`,
);

export interface ReplicaConfig {
  snapshot: unknown;
  dbs: { path: string; replica: Record<string, unknown> }[];
}

/** Writes the example, in the form of 0.3.13, into `folder` and returns the path of the file. */
export function olderConfig(folder: string): string {
  const config = Bun.YAML.parse(readFileSync(EXAMPLE, "utf8")) as ReplicaConfig;
  const dbs = config.dbs.map(({ path, replica }) => ({ path, replicas: [replica] }));
  const file = join(folder, "litestream.yml");
  writeFileSync(file, JSON.stringify({ ...config, dbs })); // JSON is YAML
  return file;
}
