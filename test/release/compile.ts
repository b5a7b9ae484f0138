import { readFileSync } from "node:fs";

/** The flags of `npm run build`, so that a release is compiled like the tested program. */
function flagsOfBuild(): string[] {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: { build: string };
  };
  const [, ...words] = manifest.scripts.build.split(" ");
  return words.slice(0, words.indexOf("--outfile"));
}

/** Compiles the source in `folder` into `file`. Throws an Error with the compiler's message. */
export function compile(file: string, more: readonly string[] = [], folder = "."): void {
  const command = [process.execPath, ...flagsOfBuild(), ...more, `--outfile=${file}`];
  const { exitCode, stderr } = Bun.spawnSync(command, {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(stderr.toString().trim());
}
