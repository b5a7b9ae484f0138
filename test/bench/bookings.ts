// What a booking costs: the same durable create_booking inside one process and over HTTP, and what
// HTTP alone costs.
import { join } from "node:path";
import { booking, post, startProduct } from "./calls.ts";
import { addHouse, callTool, open } from "./house.ts";
import { type Report, type Row, SECONDS } from "./part.ts";

const AT_ONCE = 32;
const PER_SECOND = "calls/s";

/** Calls `once` from AT_ONCE places for SECONDS after a warm-up; it tells whether it went well. */
async function measure(name: string, once: (index: number) => Promise<boolean>): Promise<Row> {
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
  const perSecond = Math.round((times.length / elapsed) * 1000);
  return {
    name,
    figures: { [PER_SECOND]: perSecond, "p50 ms": at(0.5), "p99 ms": at(0.99), failed },
  };
}

async function inProcess(folder: string): Promise<Row> {
  const server = await open(folder, { prepare: addHouse });
  const row = await measure("create_booking, in process", async (index) => {
    await callTool(server, "create_booking", booking(index));
    return true;
  });
  await server.close();
  return row;
}

/** The product in a process of its own; this process is the client. */
async function overHttp(folder: string): Promise<readonly [Row, Row]> {
  const { line, stop } = await startProduct(folder);
  const create = await measure("create_booking, over HTTP", (index) =>
    post(line.mcp, line.apiKey, "create_booking", booking(index)),
  );
  const empty = await measure("list_brands, over HTTP", () =>
    post(line.mcp, line.apiKey, "list_brands", {}),
  );
  await stop();
  return [create, empty];
}

/** Bookings a second in process and over HTTP. */
export async function bookings(folder: string): Promise<Report> {
  const data = join(folder, "data");
  const floor = await inProcess(data);
  // The same brand, in the database that the other process goes on with.
  const [http, empty] = await overHttp(data);
  const ratio = (a: Row, b: Row): number =>
    (a.figures[PER_SECOND] ?? 0) / (b.figures[PER_SECOND] ?? 0);
  return {
    ratios: [
      { name: "HTTP create / in-process create", value: ratio(http, floor) },
      { name: "HTTP create / HTTP without work", value: ratio(http, empty) },
    ],
    rows: [floor, http, empty],
    method: `${AT_ONCE} calls at once, ${SECONDS} s each, durable (synchronous=FULL)`,
  };
}
