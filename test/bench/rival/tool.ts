// The booking tool of the benchmark's rival, with a zod schema and simplified rules.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Store } from "./store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPENS = 17 * 60;
const LAST_SEATING = 21 * 60 + 30;

/** Makes the schema of the arguments, new for each call. */
export const bookingInput = () => ({
  brand: z.string(),
  name: z.string().min(1).max(120),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .optional(),
  email: z.email().optional(),
  numberOfPeople: z.number().int().positive(),
  date: z.string(),
  time: z.string(),
  notes: z.string().max(2000).optional(),
  notifyCustomer: z.boolean().default(true),
  idempotencyKey: z.uuid().optional(),
});
type Input = z.infer<z.ZodObject<ReturnType<typeof bookingInput>>>;

/** The instant of "Friday, November 20, 2026" and "7:30 PM" in a zone. */
function startOf(date: string, time: string, timeZone: string): { minute: number; at: number } {
  const wall = new Date(`${date} ${time} UTC`);
  if (Number.isNaN(wall.getTime())) throw new Error("date or time can not be read.");
  const iso = wall.toISOString().slice(0, 16);
  const at = Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone).epochMilliseconds;
  return { minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(), at };
}

function book(store: Store, principal: string, given: Input): string {
  const { name, numberOfPeople: partySize, date, time } = given;
  const house = store.house(given.brand);
  if (house === null) throw new Error(`There is no house ${given.brand}.`);
  const { minute, at: startAt } = startOf(date, time, house.timeZone);
  if (minute < OPENS || minute > LAST_SEATING) throw new Error("The house is closed then.");
  if (startAt < Date.now()) throw new Error("That time has passed.");
  if (partySize > house.largestParty) throw new Error("For a party of this size, call the house.");
  const when = `${date} at ${time}`;
  return store.book(
    {
      house,
      name,
      phone: given.phone ?? null,
      partySize,
      startAt,
      endAt: startAt + (partySize <= 2 ? 90 : 120) * MINUTE,
      notes: given.notes ?? "",
      texts: given.notifyCustomer
        ? [
            [`${name}, your table for ${partySize} on ${when} is booked.`, Date.now()],
            [`${name}, are you coming on ${when}? YES or NO`, startAt - 24 * HOUR],
            [`${name}, still coming on ${when}? YES or NO`, startAt - 5 * HOUR],
          ]
        : [],
    },
    { principal, key: given.idempotencyKey ?? null },
  );
}

/** Registers the tool for one request. */
export function addBooking(
  server: McpServer,
  inputSchema: ReturnType<typeof bookingInput>,
  { store, principal }: { readonly store: Store; readonly principal: string },
): void {
  server.registerTool(
    "create_booking",
    { title: "Book a table", description: "Books a table.", inputSchema },
    (given) => ({ content: [{ type: "text", text: book(store, principal, given) }] }),
  );
}
