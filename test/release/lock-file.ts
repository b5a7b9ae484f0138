import { readFileSync } from "node:fs";

/** A package as package-lock.json pins it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-` and base64 of the tarball (W3C Subresource Integrity). */
  readonly integrity?: string;
  readonly license?: string;
  /** Only needed for building and testing. */
  readonly dev?: boolean;
  /** Only for some systems and processors. */
  readonly optional?: boolean;
}

/** Every package of the lock file, sorted by name. */
export function lockedPackages(path = "package-lock.json"): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(path, "utf8")) as {
    packages: Readonly<Record<string, Omit<LockedPackage, "name">>>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== "")
    .map(([place, entry]) => ({ ...entry, name: place.replace(/^.*node_modules\//, "") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The packages in the executable: the run-time ones; the runtime itself is added separately. */
export const inExecutable = (packages: readonly LockedPackage[]): LockedPackage[] =>
  packages.filter(({ dev, optional }) => dev !== true && optional !== true);
