// Sends generated requests to every path of the product, the same number with each SMS gateway.
//   npm run fuzz                              sends 100,000 requests
//   npm run fuzz -- --seed N --count N        sends other requests, or another number
//   npm run fuzz -- --seed N --index N        sends one request again and prints its answers
import { parseArgs } from "node:util";
import { campaign, type Finding } from "./campaign.ts";
import { caseAt } from "./cases.ts";
import { exchange } from "./exchange.ts";
import { GATEWAYS, type Gateway, openHouse } from "./house.ts";
import { ROUTES } from "./surface.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    count: { type: "string", default: "100000" },
    index: { type: "string" },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);
const names = Object.keys(GATEWAYS) as Gateway[];

/** How many requests each gateway gets. */
const stretch = Math.ceil(count / names.length);
/** Each gateway has a range of this many indexes, so an index determines the gateway. */
const LONGEST = 1_000_000;

async function replay(index: number): Promise<void> {
  const house = await openHouse(names[Math.floor(index / LONGEST)] ?? "twilio");
  const { bytes, ...made } = caseAt(house, seed, index);
  console.log(made, `\n${bytes.toString("latin1")}\n`);
  const outcome = await exchange(house.port, bytes, { wanted: 1, patienceMs: 2000 });
  for (const { head, body } of outcome.answers) console.log(`${head}\n\n${body.toString("utf8")}`);
  console.log(outcome.end, house.desk.log.split("\n").slice(-4).join("\n"));
  await house.close();
}

function show(findings: readonly Finding[]): void {
  const byFault = Map.groupBy(findings, ({ fault, route }) => `${route} ${fault.slice(0, 100)}`);
  for (const [, [first, ...more]] of byFault) {
    if (first === undefined) continue;
    console.log(`\n${first.route} (${first.what}) ${first.fault}`);
    console.log(`  seed ${first.seed}, index ${first.index}; ${more.length} more like it`);
    console.log(`  ${JSON.stringify(shortened(first.request))}`);
  }
}

/** Shortens tokens and the request for printing. */
const shortened = (request: string): string =>
  request.replace(/[\w-]{60,}(?:\.[\w-]+)*/g, (token) => `${token.slice(0, 12)}...`).slice(0, 1000);

async function main(): Promise<number> {
  if (values.index !== undefined) {
    await replay(Number(values.index));
    return 0;
  }
  console.log(`seed ${seed}: ${count} requests to ${ROUTES.length} paths`);
  let failed = 0;
  for (const [place, gateway] of names.entries()) {
    const house = await openHouse(gateway);
    const began = performance.now();
    const from = place * LONGEST;
    const told = await campaign(house, { seed, from, to: from + stretch });
    const seconds = (performance.now() - began) / 1000;
    const { before, peak, after } = told.memory;
    const rate = Math.round(told.requests / seconds);
    console.log(
      `${gateway}: ${told.requests} requests in ${Math.round(seconds)} s (${rate}/s), ` +
        `${told.findings.length} findings, memory ${before} -> ${peak} -> ${after} MiB`,
    );
    if (process.env["MAITRED_FUZZ_TABLE"]) {
      for (const [key, n] of [...told.statuses].toSorted(([a], [b]) => a.localeCompare(b)))
        console.log(`  ${key}: ${n}`);
    }
    show(told.findings);
    failed += told.findings.length;
    await house.close();
  }
  return failed === 0 ? 0 : 1;
}

process.exit(await main());
