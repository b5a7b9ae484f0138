import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "./lock-file.ts";

/** Downloaded once; the checksum is compared at each use. */
const CACHE = "node_modules/.cache/maitred-runtimes";

/**
 * Unpacks the runtime for a target into the folder `unpacked`: out of the tarball that
 * package-lock.json pins, fetched by npm and refused unless its checksum is the pinned one. Answers
 * the path of the executable; throws an Error that says what is wrong.
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

/** Refuses a file whose content is not what `integrity` (`sha512-` and base64) says. */
export function assertIntegrity(path: string, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
  if (found !== integrity) {
    const words = `${path} is not the file that was pinned: ${found}, expected ${integrity}`;
    throw new Error(`${words}. Where it was only cut off, remove it and try again.`);
  }
}

function run(command: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([...command], { stderr: "pipe", stdout: "pipe" });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString().trim()}`);
}
