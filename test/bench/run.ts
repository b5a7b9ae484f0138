// What a booking costs: the same durable create_booking inside one process and over HTTP, and what HTTP alone costs.
// Ratios first: they hold on other machines, the absolute numbers are this machine's. npm run bench
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { start } from "../../src/app.ts";
import type { DevLine } from "../../src/cli/dev-guide.ts";
import type { OpenDesk } from "../../src/cli/server.ts";
import { loadConfig } from "../../src/config.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../../src/domain/caller.ts";
import { addDays, dateOf, formatDate } from "../../src/domain/time.ts";
import type { Log } from "../../src/log.ts";
import { OPERATIONS } from "../../src/operations/index.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);
const AT_ONCE = 32;
const ZONE = "America/New_York";
const SETTINGS =
  '{"seats": 10000, "paceCovers": null, "largeParty": {"from": 10000, "mode": "allow"}}';
const TIMES = ["5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM", "9:00 PM"];
const DAYS = 170;

interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** Calls `once` from AT_ONCE places for SECONDS after a warm-up; `once` answers whether it went well. */
async function measure(name: string, once: (index: number) => Promise<boolean>): Promise<Measured> {
  let index = 0;
  const runFor = async (seconds: number) => {
    const times: number[] = [];
    let failed = 0;
    const began = performance.now();
    const end = began + seconds * 1000;
    const worker = async (): Promise<void> => {
      while (performance.now() < end) {
        const from = performance.now();
        if (!(await once(index++))) failed += 1;
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { times, failed, elapsed: performance.now() - began };
  };
  await runFor(1);
  const { times, failed, elapsed } = await runFor(SECONDS);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { name, perSecond: (times.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99), failed };
}

/** Bookings spread over half a year, as a busy group of houses would take them. */
function booking(index: number): object {
  const today = dateOf(Date.now(), ZONE);
  return {
    brand: "bench",
    name: `Guest ${index}`,
    phone: `+1212555${String(index % 10_000).padStart(4, "0")}`,
    numberOfPeople: 2 + (index % 4),
    date: formatDate(addDays(today, 1 + (index % DAYS))),
    time: TIMES[index % TIMES.length],
  };
}

const addBench = (desk: OpenDesk): Promise<void> =>
  desk.writer.write(() => {
    const services = [
      {
        name: "Dinner",
        days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        opens: "17:00",
        lastSeating: "21:30",
        closes: "23:30",
        limits: {},
      },
    ];
    const overrides = { timeZone: ZONE, defaultCountry: "US", services, ...JSON.parse(SETTINGS) };
    desk.stores.brands.insert({ slug: "bench", name: "Bench", overrides, now: desk.clock() });
  });

const quiet: Log = { debug() {}, info() {}, warn() {}, error: console.error };
const caller: Caller = {
  kind: "system",
  principal: "bench",
  actor: { kind: "system", id: "bench", name: "bench" },
  environment: "test",
  brands: ["bench"],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  role: null,
};

async function inProcess(folder: string): Promise<Measured> {
  const server = await start({
    ...loadConfig({ env: {}, folder }).values,
    folder,
    environment: "test",
    ports: [0],
    clockAt: null,
    log: quiet,
    prepare: addBench,
  });
  const create = OPERATIONS.find((operation) => operation.name === "create_booking");
  if (create === undefined) throw new Error("There is no create_booking.");
  const measured = await measure("create_booking, in process", async (index) => {
    await server.invoke(create, booking(index), caller);
    return true;
  });
  await server.close();
  return measured;
}

/** The product in a process of its own, as it is deployed; this process is the client. */
async function overHttp(folder: string): Promise<Measured[]> {
  const args = ["src/main.ts", "dev", "--json", "--data", folder, "--log-level", "error"];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  const line = JSON.parse(new TextDecoder().decode(value)) as DevLine;
  const call = async (name: string, input: object): Promise<boolean> => {
    const params = { name, arguments: input };
    const response = await fetch(line.mcp, {
      method: "POST",
      headers: {
        authorization: `Bearer ${line.apiKey}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    return response.ok && !(await response.text()).includes('"isError":true');
  };
  const measured = [
    await measure("create_booking, over HTTP", (index) => call("create_booking", booking(index))),
    await measure("list_brands, over HTTP", () => call("list_brands", {})),
  ];
  child.kill();
  await child.exited;
  return measured;
}

const folder = mkdtempSync(join(tmpdir(), "maitred-bench-"));
try {
  const floor = await inProcess(join(folder, "a"));
  // The same brand, in the database that the other process goes on with.
  const [http, empty] = await overHttp(join(folder, "a"));
  if (http === undefined || empty === undefined) throw new Error("A measurement is missing.");
  const ratio = (a: Measured, b: Measured): string => (a.perSecond / b.perSecond).toFixed(2);
  console.log(`HTTP create / in-process create: ${ratio(http, floor)}`);
  console.log(`HTTP create / HTTP without work: ${ratio(http, empty)}\n`);
  console.log(
    `${"".padEnd(28)} ${"calls/s".padStart(9)} ${"p50 ms".padStart(8)} ${"p99 ms".padStart(8)}  failed`,
  );
  for (const { name, perSecond, p50, p99, failed } of [floor, http, empty]) {
    const numbers = [
      perSecond.toFixed(0).padStart(9),
      p50.toFixed(2).padStart(8),
      p99.toFixed(2).padStart(8),
    ];
    console.log(`${name.padEnd(28)} ${numbers.join(" ")}  ${failed}`);
  }
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(
    `\n${cpus().length} x ${cpu?.model ?? "unknown"}, ${memory} GiB, ${process.platform} ${release()}, ` +
      `Bun ${Bun.version}, ${AT_ONCE} calls at once, ${SECONDS} s each, durable (synchronous=FULL)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
