// Child process: a server without callers. Prints the share of one processor that the server uses.
// Arguments: folder, waiting guests, seconds.
import { addHouse, open } from "./house.ts";
import { addWaiting, NOON } from "./waiting-guests.ts";

const [folder = "", waiting = "0", seconds = "10"] = process.argv.slice(2);
/** Before this time, the start and the first run of the background loop use the processor. */
const SETTLE_MS = 2000;

const server = await open(folder, {
  clockAt: NOON,
  async prepare(desk) {
    await addHouse(desk);
    await addWaiting(desk, Number(waiting), { sizeOf: () => 2 });
  },
});
await Bun.sleep(SETTLE_MS);
const began = performance.now();
const before = process.cpuUsage();
await Bun.sleep(Number(seconds) * 1000);
const { user, system } = process.cpuUsage(before);
const elapsed = performance.now() - began;
console.log(
  JSON.stringify({ share: (user + system) / 1000 / elapsed, ms: (user + system) / 1000 }),
);
await server.close();
