import { join } from "node:path";
import type { Log } from "../log.ts";

/** True in a compiled binary, which keeps its sources in a virtual file system. */
const isCompiled = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN)/i.test(import.meta.dir);

/**
 * Runs `maitred <words> --json` in a separate process, because long work would block this one. Returns
 * the JSON. Throws an Error with the command's error message and, as `cause`, its error code.
 */
export async function runOwn(
  words: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const program = isCompiled ? [] : [join(import.meta.dir, "../main.ts")];
  const child = Bun.spawn([process.execPath, ...program, ...words, "--json"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const answer = parse(out);
  const error = answer?.["error"] as { message?: string; code?: string } | undefined;
  if (child.exitCode === 0 && answer !== null && error === undefined) return answer;
  const ended = `${words[0]} ended with ${child.exitCode ?? child.signalCode}`;
  throw new Error(error?.message ?? (err.trim() || ended), { cause: error?.code });
}

export const checkOwn =
  (folder: string) =>
  (signal: AbortSignal): Promise<unknown> =>
    runOwn(["check", "--data", folder], signal);

/** Calls that are still running get this time to answer, with an error, before the process exits. */
const LAST_ANSWERS_MS = 100;

export const endWith =
  (log: Log) =>
  (event: string, error: unknown): void => {
    log.error(event, { error });
    setTimeout(() => process.exit(1), LAST_ANSWERS_MS);
  };

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
