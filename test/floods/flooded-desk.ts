// The product in a separate process, a client that keeps working with it during the flood, and
// its memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOMY } from "../acceptance/houses.ts";
import { dayAfter, when } from "../acceptance/moments.ts";
import { startProduct } from "../acceptance/support.ts";
import { command } from "../cli/command-line.ts";
import { startServe } from "../cli/served-process.ts";
import { GATEWAYS } from "../fuzz/house.ts";
import { temporaryFolder } from "../support/database.ts";
import { registered, visitorOf } from "../support/page-visitor.ts";

const TODAY = "2026-11-20";
const PAUSE_MS = 40;
/** A client must not wait longer than this. */
const PATIENCE_MS = 30_000;
const MANY_ADDRESSES = ["--trusted-proxies", "127.0.0.1"];
const PASSWORD = "correct horse battery";

/** An instance that can be flooded. */
export interface FloodedDesk extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  readonly key: string;
  readonly database: string;
  /** The session of a signed-in user. */
  readonly cookie: string;
  /** A client that registered itself. */
  readonly clientId: string;
  /** What the client does as the n-th request. */
  work(n: number): Promise<{ readonly isError: boolean; readonly text: string }>;
}

/**
 * Starts a test instance that takes addresses from a header, so that a flood may come from many.
 */
export async function floodedDesk(): Promise<FloodedDesk> {
  const words = ["dev", "--json", "--empty", "--clock", `${TODAY}T10:00:00-05:00`, "--port", "0"];
  const desk = await startProduct([...words, ...MANY_ADDRESSES], { env: GATEWAYS.twilio });
  const key = await desk.house("roomy", ROOMY);
  const { url } = desk.ready;
  const visitor = visitorOf(url);
  await visitor.signIn(desk.ready.user as { email: string; password: string });
  return {
    url,
    port: Number(new URL(url).port),
    pid: desk.child.pid,
    key,
    database: desk.ready.database,
    cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; "),
    clientId: await registered({ url }),
    work(n) {
      const day = when(dayAfter(TODAY, 1 + (n % 150)), "19:00");
      const guest = { name: "Ada", numberOfPeople: 2, email: "ada@example.com", ...day };
      return n % 2 === 0
        ? desk.call("create_booking", guest, key)
        : desk.call("list_bookings", { date: day.date }, key);
    },
    [Symbol.asyncDispose]: () => desk.close(),
  };
}

/** Starts one as deployed, with every limit and passwords at their full cost. */
export async function deployedDesk(): Promise<FloodedDesk> {
  const folder = temporaryFolder();
  const served = await startServe(folder.path, {}, MANY_ADDRESSES);
  const person = ["--email", "ana@example.com", "--name", "Ana", "--role", "owner"];
  const to = ["--data", folder.path, "--json"];
  const made = await command(["user", "create", ...person, "--password-stdin", ...to], PASSWORD);
  if (made.exitCode !== 0) throw new Error(made.out);
  return {
    url: served.url,
    port: Number(new URL(served.url).port),
    pid: served.pid,
    key: "",
    database: join(folder.path, "maitred.db"),
    cookie: "",
    clientId: "",
    work: (n) => served.call(n % 2 === 0 ? "list_brands" : "list_bookings", {}),
    async [Symbol.asyncDispose]() {
      await served.kill("SIGTERM");
      folder[Symbol.dispose]();
    },
  };
}

/** How the normal client was served. */
export interface Service {
  readonly calls: number;
  /** Faults, in words. */
  readonly failures: readonly string[];
  readonly worstMs: number;
}

/** Works until told to stop. */
export function neighbour({ work }: Pick<FloodedDesk, "work">): { stop(): Promise<Service> } {
  const failures: string[] = [];
  let calls = 0;
  let worstMs = 0;
  const stopped = new AbortController();
  const call = async (): Promise<void> => {
    const began = performance.now();
    const late = Bun.sleep(PATIENCE_MS).then(() => ({ isError: true, text: "no answer" }));
    const { isError, text } = await Promise.race([work(calls), late]);
    if (isError) failures.push(text);
    worstMs = Math.max(worstMs, performance.now() - began);
    calls += 1;
  };
  const working = (async () => {
    while (!stopped.signal.aborted) {
      await call().catch((error: unknown) => failures.push(String(error)));
      await Bun.sleep(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await working;
      return { calls, failures, worstMs: Math.round(worstMs) };
    },
  };
}

/** File descriptors that a process may have open. */
export const descriptorsOf = (pid: number): number =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? 0);

/** Raises that limit if this machine allows it, and returns the limit. */
export function raiseDescriptors(pid: number, wanted: number): number {
  if (descriptorsOf(pid) < wanted) {
    Bun.spawnSync(["prlimit", `--pid=${pid}`, `--nofile=${wanted}:${wanted}`]);
  }
  return descriptorsOf(pid);
}
