/** A kind of machine that a release has an executable for. */
export interface Target {
  /** The last part of the executable's file name. */
  readonly name: string;
  /**
   * The package with the Bun runtime for this machine. Its version equals that of the Bun that
   * builds the executable.
   */
  readonly runtime: string;
  readonly system: "linux" | "darwin";
  readonly processor: "x64" | "arm64";
  /** What the machine needs besides the executable. */
  readonly needs: string;
}

/** All targets, in the order in which they are listed. */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    runtime: "@oven/bun-linux-x64",
    system: "linux",
    processor: "x64",
    needs: "glibc 2.17 or later",
  },
  {
    name: "linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    system: "linux",
    processor: "arm64",
    needs: "glibc 2.17 or later",
  },
  {
    name: "linux-x64-musl",
    runtime: "@oven/bun-linux-x64-musl",
    system: "linux",
    processor: "x64",
    needs: "musl, libstdc++ (Alpine: apk add libstdc++)",
  },
  {
    name: "linux-arm64-musl",
    runtime: "@oven/bun-linux-aarch64-musl",
    system: "linux",
    processor: "arm64",
    needs: "musl, libstdc++ (Alpine: apk add libstdc++)",
  },
  {
    name: "darwin-x64",
    runtime: "@oven/bun-darwin-x64",
    system: "darwin",
    processor: "x64",
    needs: "macOS 13 or later",
  },
  {
    name: "darwin-arm64",
    runtime: "@oven/bun-darwin-aarch64",
    system: "darwin",
    processor: "arm64",
    needs: "macOS 13 or later",
  },
];
