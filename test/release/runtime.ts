import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "./lock-file.ts";

/** npm downloads the Bun runtime of each platform once; its checksum is checked at every use. */
const CACHE = "node_modules/.cache/maitred-runtimes";

/**
 * Unpacks the Bun runtime in the npm package `name` into the folder `unpacked` and returns the path
 * of its executable. Throws an Error unless the tarball's checksum is the one in package-lock.json.
 */
export function runtimeFor(
  name: string,
  packages: readonly LockedPackage[],
  unpacked: string,
): string {
  const pinned = packages.find((candidate) => candidate.name === name);
  if (pinned?.integrity === undefined) throw new Error(`${name} is not in package-lock.json`);
  const { version, integrity } = pinned;
  mkdirSync(CACHE, { recursive: true });
  const tarball = join(CACHE, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  if (!existsSync(tarball)) {
    run(["npm", "pack", "--silent", "--pack-destination", CACHE, `${name}@${version}`]);
  }
  assertIntegrity(tarball, integrity);
  run(["tar", "-xzf", tarball, "-C", unpacked, "--strip-components=2", "package/bin/bun"]);
  return join(unpacked, "bun");
}

/** Throws an Error unless the file's hash is `integrity` (`sha512-` and base64). */
export function assertIntegrity(path: string, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
  if (found !== integrity) {
    const words = `${path} is not the file that was pinned: it has ${found}, expected ${integrity}`;
    throw new Error(`${words}. If the download was incomplete, delete the file and try again.`);
  }
}

function run(command: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([...command], { stderr: "pipe", stdout: "pipe" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString().trim()}`);
}
