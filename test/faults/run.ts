// The long fault tests of the compiled product. Under load the server is killed, is stopped, and
// runs out of disk space. Then many clients book one slot at once. All parts: npm run faults. Some
// parts, with other numbers: npm run faults -- kills full-disk --times 100 --seed 7
import { parseArgs } from "node:util";
import { loneBinary } from "../support/compiled-binary.ts";
import { playSlots } from "./linear/play.ts";
import { type FaultPart, PARTS, type Played, playPart } from "./load/parts.ts";

const KILLS = 1000;
const SLOT_ROUNDS = 1000;
const SLOTS = "slots";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const times = values.times === undefined ? null : Number(values.times);
const names = [...PARTS.map(({ name }) => name), SLOTS];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(times ?? 0)) {
  const wrong =
    unknown.length > 0
      ? `No such part: ${unknown.join(", ")}.`
      : "--times and --seed take whole numbers.";
  console.error(`${wrong} Known: ${names.join(", ")}; --times N, --seed N.`);
  process.exit(2);
}

using product = loneBinary();
const { command } = product;

const told = ({ seed: own, times: struck, counts, texts, offers, seconds }: Played): void => {
  const { writes, refused, lost, performed, repeated, refreshes } = counts;
  console.log(
    `  seed ${own}: ${struck} interruptions in ${seconds.toFixed(0)} s; ${writes} writes acknowledged, ` +
      `${refused} refused, ${lost} without an answer (${performed} of them took effect), ` +
      `${repeated} calls repeated with their key, ${refreshes} token refreshes, ${texts} texts, ${offers} offers`,
  );
};

async function faultsOf(part: FaultPart): Promise<readonly string[]> {
  const wanted = times ?? Math.ceil(KILLS * part.share);
  console.log(`${part.name}: ${wanted} interruptions, servers on one database: ${part.servers}`);
  const evenings = await playPart(part, { times: wanted, seed, command, told });
  return evenings.flatMap(({ faults }) => faults);
}

async function slotFaults(servers: number): Promise<readonly string[]> {
  const rounds = times ?? SLOT_ROUNDS / 2;
  console.log(`${SLOTS}: ${rounds} rounds, servers on one database: ${servers}`);
  const { calls, overlapping, refuted } = await playSlots({ command, rounds, seed, servers });
  console.log(`  seed ${seed}: ${calls} calls, ${overlapping} of them while another call ran`);
  return refuted === null
    ? []
    : [`no order of these calls explains their answers: ${JSON.stringify(refuted)}`];
}

let failed = 0;
function judge(faults: readonly string[]): void {
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  console.log(`  ${faults.length === 0 ? "ok" : `${faults.length} faults`}`);
  failed += faults.length;
}

const wants = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
console.log(`Seed ${seed}`);
for (const part of PARTS.filter(({ name }) => wants(name))) {
  if (part.lacking === null) judge(await faultsOf(part));
  else console.log(`${part.name}: not run (${part.lacking})`);
}
for (const servers of wants(SLOTS) ? [1, 2] : []) judge(await slotFaults(servers));
process.exit(failed === 0 ? 0 : 1);
