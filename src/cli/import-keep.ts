import { addDays, dateOf, formatDate, isLocalDate } from "../domain/time.ts";
import type { Stores } from "../storage/stores.ts";
import type { Instance } from "./instance.ts";
import { operatorChange } from "./operator-verb.ts";
import { plural } from "./print.ts";
import { CliError, type CliIo, type DeclaredFlags, textFlag } from "./verb.ts";

// Without `keepGuestsUntil`, retention would soon clear the data of imported guests whose visit was
// long ago.

export const KEEP_FLAG: DeclaredFlags = {
  "keep-guests-until": textFlag(
    "DATE",
    "Keep all guests of the imported restaurants until this day (YYYY-MM-DD).",
  ),
};

const DEFAULT_KEEP_DAYS = 30;
const MOST_TRIES = 3;

export interface Keeping {
  /** For each brand: how many of its reservations and waitlist entries are old enough to be cleared now. */
  readonly guests: Readonly<Record<string, number>>;
  /** YYYY-MM-DD. */
  readonly until: string;
}

export async function keepingOf(
  past: Keeping["guests"],
  given: string | null,
  now: number,
  ask: CliIo["ask"] | null,
): Promise<Keeping | null> {
  if (Object.keys(past).length === 0) return null;
  const usual = addDays(dateOf(now, "UTC"), DEFAULT_KEEP_DAYS);
  if (given !== null) return { guests: past, until: given };
  const until = ask ? await askedFor(past, usual, ask) : usual;
  return { guests: past, until };
}

async function askedFor(
  past: Keeping["guests"],
  usual: string,
  ask: NonNullable<CliIo["ask"]>,
): Promise<string> {
  const question =
    `${inWords(past)}, so their guests' data would be cleared soon.\n` +
    `Keep all guests of ${namesOf(past)} until which day? (YYYY-MM-DD. Leave empty for ${usual}. If you answer with today's date, the data of past guests is cleared as usual.) `;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = (await ask(question)).trim();
    if (answer === "") return usual;
    if (isLocalDate(answer)) return answer;
  }
  throw new CliError(
    "INVALID_INPUT",
    "Nothing was imported because no day was given. Answer with a day such as 2027-12-31, or pass --keep-guests-until.",
  );
}

/** Must run in the write that saves a brand's first records, before retention can run. */
export function keepGuests(
  brand: string,
  { guests, until }: Keeping,
  { stores, now }: Pick<Instance, "stores" | "now">,
  io: Pick<CliIo, "random">,
): void {
  const before = stores.brands.overrides(brand);
  if (guests[brand] === undefined || before === null) return;
  if ((before as { keepGuestsUntil?: unknown }).keepGuestsUntil === until) return;
  const at = now();
  const overrides = { ...before, keepGuestsUntil: until };
  stores.brands.update(brand, { overrides, now: at });
  const change = { before: { settings: before }, after: { settings: overrides } };
  stores.audit.insert(operatorChange(io, at, { brand, operation: "set_settings", ...change }));
}

export function keepingInWords({ guests, until }: Keeping, saved: boolean, stores: Stores): string {
  const day = formatDate(until);
  const slugs = Object.keys(guests).filter((slug) => stores.brands.overrides(slug) !== null);
  const [slug = Object.keys(guests)[0] ?? "SLUG"] = slugs;
  if (!saved) {
    return `${inWords(guests)}. An import keeps all guests of ${namesOf(guests)} until ${day}; --keep-guests-until DATE sets another day.`;
  }
  return (
    `${inWords(guests)}. All guests of ${namesOf(guests)} are kept until ${day}; after that, retentionDays applies again. To keep guests longer: ` +
    `maitred brand set ${slug} --set keepGuestsUntil=YYYY-MM-DD, or --set retentionDays=null to keep them forever.`
  );
}

const namesOf = (guests: Keeping["guests"]): string => Object.keys(guests).join(" and ");

const inWords = (guests: Keeping["guests"]): string =>
  Object.entries(guests)
    .map(
      ([slug, count]) =>
        `${plural(count, "reservation or waitlist entry", "reservations and waitlist entries")} of ${slug} ended more than retentionDays days ago`,
    )
    .join("; ");
