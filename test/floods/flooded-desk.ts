// Starts the product in a separate process, and a normal client that keeps working during the
// flood.
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
/** The longest that the client may wait for an answer. */
const PATIENCE_MS = 30_000;
const MANY_ADDRESSES = ["--trusted-proxies", "127.0.0.1"];
const PASSWORD = "correct horse battery";

export interface FloodedDesk extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  readonly key: string;
  readonly database: string;
  /** The cookies of a signed-in user. */
  readonly cookie: string;
  /** The id of a client that registered itself. */
  readonly clientId: string;
  /** Makes the normal client's n-th call. */
  work(n: number): Promise<{ readonly isError: boolean; readonly text: string }>;
}

/**
 * Starts a test instance that reads client addresses from a header, so that a flood can come from
 * many addresses.
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

/** Starts an instance as deployed: with all limits, and passwords hashed at full cost. */
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

/** How well the normal client was served. */
export interface Service {
  readonly calls: number;
  readonly failures: readonly string[];
  readonly worstMs: number;
}

/** Runs the normal client until `stop`. */
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

/** The limit on a process's open file descriptors. */
export const descriptorsOf = (pid: number): number =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? 0);

/** Raises the limit if this machine allows it, and returns the limit that applies. */
export function raiseDescriptors(pid: number, wanted: number): number {
  if (descriptorsOf(pid) < wanted) {
    Bun.spawnSync(["prlimit", `--pid=${pid}`, `--nofile=${wanted}:${wanted}`]);
  }
  return descriptorsOf(pid);
}
