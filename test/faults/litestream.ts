// A real Litestream and its configuration. The binary in npm is 0.3.13, which spells `replicas:
// [...]` what 0.5 spells `replica:`; nothing else of the example is changed.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The example of the guide, for Litestream 0.5. */
export const EXAMPLE = join(import.meta.dir, "../../docs/examples/litestream.yml");
/** Path of the binary; missing on platforms that its package does not support. */
export const LITESTREAM = join(
  dirname(Bun.fileURLToPath(import.meta.resolve("@flydotio/litestream"))),
  `../litestream-${process.platform}-${process.arch}/litestream`,
);

/** The parts of a configuration that are looked at here. */
export interface ReplicaConfig {
  snapshot: unknown;
  dbs: { path: string; replica: Record<string, unknown> }[];
}

/** Writes the example into a folder in the older Litestream's form, and returns its path. */
export function olderConfig(folder: string): string {
  const config = Bun.YAML.parse(readFileSync(EXAMPLE, "utf8")) as ReplicaConfig;
  const dbs = config.dbs.map(({ path, replica }) => ({ path, replicas: [replica] }));
  const file = join(folder, "litestream.yml");
  writeFileSync(file, JSON.stringify({ ...config, dbs })); // JSON is YAML
  return file;
}
