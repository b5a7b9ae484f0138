import { z } from "zod";
import { guestSearch, toSearchText } from "../../domain/guest-search.ts";
import { NOTE_FIELDS, type Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";

/** Few guests, because the host reads the list during a phone call. */
const MOST_GUESTS = 4;
const MOST_NAMED = 40;
const MOST_VISITS = 50;
const FEWEST_LETTERS = 2;

const input = z.strictObject({
  brand: brandParam,
  name: z.string().max(200).default("").describe("The part of the name typed so far"),
  phone: z
    .string()
    .max(64)
    .default("")
    .describe("The part of the phone typed so far; four digits are enough"),
});

const guestShape = z.strictObject({
  id: z.string().describe("Id of the guest's reservation that is nearest to now"),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  visits: z.number(),
  lastVisit: z.number().nullable().describe("Start of the last visit, epoch milliseconds"),
  noShows: z.number(),
  coming: z
    .array(z.strictObject({ id: z.string(), timestamp: z.number(), numberOfPeople: z.number() }))
    .describe("Upcoming reservations, earliest first"),
  notes: z
    .array(z.strictObject({ field: z.enum(NOTE_FIELDS), text: z.string() }))
    .describe("The latest note of each kind"),
});
export type KnownGuest = z.infer<typeof guestShape>;

export const findGuests = defineOperation<z.infer<typeof input>, { guests: KnownGuest[] }>({
  name: "find_guests",
  title: "Look up guests",
  scope: "bookings.read",
  role: "host",
  input,
  output: z.strictObject({ guests: z.array(guestShape) }),
  hints: READS,
  run: find,
});

function find({ name, phone }: z.infer<typeof input>, context: OperationContext) {
  const { stores, brand, now } = context;
  const byPhone = guestSearch(phone);
  const byName = guestSearch(name);
  const search = byPhone.digits === null ? byName : byPhone;
  if (search.digits === null && byName.text.length < FEWEST_LETTERS) return { guests: [] };
  const limit = search.digits === null ? MOST_NAMED : MOST_GUESTS;
  const begins = ` ${byName.text}`;
  const likely = stores.reservationSearch
    .guests(search, { brand: brand.slug, now, limit })
    .filter((one) => search.digits !== null || ` ${toSearchText(one.name)}`.includes(begins));
  const found = Map.groupBy(likely, keyOf);
  const guests = [...found.values()].slice(0, MOST_GUESTS);
  return { guests: guests.map((some) => guestOf(some, context)) };
}

const keyOf = ({ phone, name }: Reservation): string => phone ?? toSearchText(name);

function guestOf(
  found: readonly Reservation[],
  { stores, brand, now }: OperationContext,
): KnownGuest {
  const [nearest] = found as [Reservation];
  const { id, name, phone } = nearest;
  const all = phone === null ? found : stores.guests.visits(brand.slug, phone, MOST_VISITS);
  const latest = all.toSorted((one, other) => other.startAt - one.startAt);
  const came = latest.filter(({ status }) => status === "seated" || status === "completed");
  const coming = latest.filter((one) => one.startAt > now && isExpected(one)).reverse();
  return {
    id,
    name,
    phone,
    email: latest.find(({ email }) => email !== null)?.email ?? null,
    visits: came.length,
    lastVisit: came[0]?.startAt ?? null,
    noShows: latest.filter(({ status }) => status === "no_show").length,
    coming: coming.map(({ id: other, startAt: timestamp, partySize: numberOfPeople }) => ({
      id: other,
      timestamp,
      numberOfPeople,
    })),
    notes: NOTE_FIELDS.flatMap((field) => {
      const text = latest.find((one) => one[field] !== "")?.[field];
      return text === undefined ? [] : [{ field, text }];
    }),
  };
}
