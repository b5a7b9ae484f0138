import { readFileSync } from "node:fs";

/** A package of package-lock.json. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-` and the tarball's hash in base64 (W3C Subresource Integrity). */
  readonly integrity?: string;
  readonly license?: string;
  /** True: needed for building and testing only. */
  readonly dev?: boolean;
  /** True: installed on some systems and processors only. */
  readonly optional?: boolean;
}

/** Every package in package-lock.json, sorted by name. */
export function lockedPackages(path = "package-lock.json"): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(path, "utf8")) as {
    packages: Readonly<Record<string, Omit<LockedPackage, "name">>>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== "")
    .map(([place, entry]) => ({ ...entry, name: place.replace(/^.*node_modules\//, "") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The packages in the executable: all except those for building and testing, and those that are
 * installed on some systems only.
 */
export const inExecutable = (packages: readonly LockedPackage[]): LockedPackage[] =>
  packages.filter(({ dev, optional }) => dev !== true && optional !== true);
