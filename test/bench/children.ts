// Starts the servers of a benchmark, each in its own process.
import { join } from "node:path";

/** A server that listens on 127.0.0.1 until it is disposed of. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/** Starts a script of this folder. The script prints the port of its server. */
export async function startChild(script: string, ...args: string[]): Promise<Child> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  if (!(port > 0)) throw new Error(`${script} did not start.`);
  return {
    pid: child.pid,
    port,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}
