// Makes the pictures of docs/screenshots: pages of a full evening on a phone, a tablet and a wide
// screen. Run npm run screenshots when a page looks different, and check the pictures.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openHouse } from "./desk-house.ts";
import { playEvening } from "./gallery-evening.ts";
import { type Look, WIDTHS } from "./open-page.ts";

const FOLDER = join(import.meta.dir, "../../docs/screenshots");

/** A page of the gallery. */
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly look: Look;
}

const picturesOf = (reservation: string): readonly Picture[] => [
  { name: "tonight", path: "", look: "dark" },
  { name: "floor", path: "/floor", look: "dark" },
  { name: "book", path: "/book?numberOfPeople=4", look: "dark" },
  { name: "reservation", path: `/reservations/${reservation}`, look: "light" },
  { name: "waitlist", path: "/waitlist", look: "dark" },
  { name: "messages", path: "/messages", look: "light" },
  { name: "phone", path: "/messages?view=phone", look: "light" },
  { name: "settings", path: "/settings", look: "light" },
  { name: "services", path: "/settings/services", look: "light" },
  { name: "team", path: "/access", look: "light" },
  { name: "keys", path: "/access/keys", look: "light" },
  { name: "health", path: "/health", look: "dark" },
];

mkdirSync(FOLDER, { recursive: true });
await using house = await openHouse();
const ids = await playEvening(house.desk);
await house.person("manager", "Mia Moreau");
await house.person("host", "Hugo Klein");
await house.desk.key(["demo-bistro"], "--scope", "bookings.read");
const wanted = process.argv.slice(2);
for (const width of WIDTHS) {
  for (const { name, path, look } of picturesOf(ids.get("Amara Okafor") ?? "")) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { page, context } = await house.open(path, { look, width });
    await page.evaluate("document.querySelector('#toast')?.remove()");
    await page.screenshot({ path: join(FOLDER, `${name}-${width}.png`) });
    await context.close();
  }
}
process.exit(0);
