// The product as a process of its own, somebody who goes on working with it while it is flooded, and
// its memory.
import { readFileSync } from "node:fs";
import { ROOMY } from "../acceptance/houses.ts";
import { dayAfter, when } from "../acceptance/moments.ts";
import { type Desk, startProduct } from "../acceptance/support.ts";

const TODAY = "2026-11-20";
const PAUSE_MS = 40;
/** Nobody waits longer for a table. */
const PATIENCE_MS = 30_000;

/** A desk that can be flooded. */
export interface FloodedDesk extends AsyncDisposable {
  readonly desk: Desk;
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  readonly key: string;
}

/** Starts one that takes addresses from a header, so that a flood may come from many. */
export async function floodedDesk(): Promise<FloodedDesk> {
  const words = ["dev", "--json", "--empty", "--clock", `${TODAY}T10:00:00-05:00`, "--port", "0"];
  const desk = await startProduct([...words, "--trusted-proxies", "127.0.0.1"]);
  const key = await desk.house("roomy", ROOMY);
  return {
    desk,
    url: desk.ready.url,
    port: Number(new URL(desk.ready.url).port),
    pid: desk.child.pid,
    key,
    [Symbol.asyncDispose]: () => desk.close(),
  };
}

/** How it went for somebody who just wants to work. */
export interface Service {
  readonly calls: number;
  /** In words. */
  readonly failures: readonly string[];
  readonly worstMs: number;
}

/** Books and lists until told to stop. */
export function neighbour({ desk, key }: FloodedDesk): { stop(): Promise<Service> } {
  const failures: string[] = [];
  let calls = 0;
  let worstMs = 0;
  let going = true;
  const call = async (): Promise<void> => {
    const began = performance.now();
    const day = when(dayAfter(TODAY, 1 + (calls % 150)), "19:00");
    const guest = { name: "Ada", numberOfPeople: 2, email: "ada@example.com", ...day };
    const answer =
      calls % 2 === 0
        ? desk.call("create_booking", guest, key)
        : desk.call("list_bookings", { date: day.date }, key);
    const late = Bun.sleep(PATIENCE_MS).then(() => ({ isError: true, text: "no answer" }));
    const { isError, text } = await Promise.race([answer, late]);
    if (isError) failures.push(text);
    worstMs = Math.max(worstMs, performance.now() - began);
    calls += 1;
  };
  const working = (async () => {
    while (going) {
      await call().catch((error: unknown) => failures.push(String(error)));
      await Bun.sleep(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      going = false;
      await working;
      return { calls, failures, worstMs: Math.round(worstMs) };
    },
  };
}

/** Resident memory of a process in MiB; 0 once it has ended. */
export function residentMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** File descriptors that a process may have open. */
export const descriptorsOf = (pid: number): number =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? 0);

/** Raises that limit where this machine lets us; answers what it is then. */
export function raiseDescriptors(pid: number, wanted: number): number {
  if (descriptorsOf(pid) < wanted) {
    Bun.spawnSync(["prlimit", `--pid=${pid}`, `--nofile=${wanted}:${wanted}`]);
  }
  return descriptorsOf(pid);
}
