// Child process: the usual stack in one of two forms. Arguments: database, API key, restaurants,
// "usual" or "lean". Prints its port.
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
// Texts are not sent, neither here nor by the product in the bench.
const SENDING_MS = 50;
setInterval(() => {
  while (store.sendDue(() => {}) > 0);
}, SENDING_MS);
console.log(port);
