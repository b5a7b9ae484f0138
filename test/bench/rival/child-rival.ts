// Child process: runs the server with which the benchmark compares the product, a plain one made with
// version 1 of the MCP SDK (docs/performance.md). Arguments: database file, API key, number of
// restaurants, "usual" or "lean". Prints its port.
import { houses, ZONE } from "../bookings.ts";
import { serveLean } from "./lean.ts";
import { hashOf, openStore } from "./store.ts";
import { serveUsual } from "./usual.ts";

const [path = "", token = "", count = "1", form = "usual"] = process.argv.slice(2);
const store = openStore(path);
store.addKey(hashOf(token), "agent");
for (const slug of houses(Number(count))) {
  store.addHouse({ slug, timeZone: ZONE, seats: 10_000, largestParty: 20 });
}
const port = await (form === "lean" ? serveLean : serveUsual)(store);
// Texts are marked as sent but go nowhere, like the product's texts in the benchmark.
const SENDING_MS = 50;
setInterval(() => {
  while (store.sendDue(() => {}) > 0);
}, SENDING_MS);
console.log(port);
