// Runs the floods at full size and prints the figures of each: npm run floods. With arguments, runs
// only the floods whose names contain one of them: npm run floods -- idle bombs.
import { cpus, totalmem } from "node:os";
import { CONNECTION_FLOODS } from "./connection-floods.ts";
import { type Endured, endure, type Flood } from "./flood.ts";
import {
  deployedDesk,
  descriptorsOf,
  type FloodedDesk,
  floodedDesk,
  raiseDescriptors,
} from "./flooded-desk.ts";
import { DEPLOYED_FLOODS, REQUEST_FLOODS } from "./request-floods.ts";

/** Enough for both ends of ten thousand connections and everything else. */
const WANTED_DESCRIPTORS = 65_536;
const SPARE_DESCRIPTORS = 500;

const words = process.argv.slice(2);
const isWanted = ({ name }: Flood): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

function show({ name, size, held, statuses, memory, service, seconds, faults }: Endured): void {
  const { before, peak, after } = memory;
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
  console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${name}: ${held} of ${size}, ${seconds} s`);
  console.log(`     memory ${before} -> ${peak} -> ${after} MiB; answered ${answers || "nothing"}`);
  console.log(
    `     meanwhile ${service.calls} calls of a normal client, the slowest ${service.worstMs} ms`,
  );
  for (const fault of faults.slice(0, 5)) console.log(`     ${fault}`);
}

async function pour(open: () => Promise<FloodedDesk>, floods: readonly Flood[]): Promise<number> {
  const wanted = floods.filter(isWanted);
  if (wanted.length === 0) return 0;
  await using target = await open();
  const limits = [raiseDescriptors(target.pid, WANTED_DESCRIPTORS), descriptorsOf(process.pid)];
  const most = Math.min(...limits) - SPARE_DESCRIPTORS;
  let failed = 0;
  for (const flood of wanted) {
    const [, size] = flood.sizes;
    const endured = await endure(target, flood, {
      size: flood.holds ? Math.min(size, most) : size,
    });
    show(endured);
    failed += endured.faults.length;
  }
  return failed;
}

const own = raiseDescriptors(process.pid, WANTED_DESCRIPTORS);
const gib = Math.round(totalmem() / 2 ** 30);
console.log(`${cpus().length} processors, ${gib} GiB, ${own} file descriptors, Bun ${Bun.version}`);
let faults = 0;
faults += await pour(floodedDesk, CONNECTION_FLOODS);
faults += await pour(floodedDesk, REQUEST_FLOODS);
faults += await pour(deployedDesk, DEPLOYED_FLOODS);
process.exit(faults === 0 ? 0 : 1);
