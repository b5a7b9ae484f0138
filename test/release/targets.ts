/** One machine that a release has an executable for. */
export interface Target {
  /** The end of the file's name. */
  readonly name: string;
  /** The package with its runtime; the same version as the runtime that builds. */
  readonly runtime: string;
  readonly system: "linux" | "darwin";
  readonly processor: "x64" | "arm64";
  /** What the machine must have besides the executable. */
  readonly needs: string;
}

/** Everything that a release is built for, in the order of its table. */
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
