import { statSync } from "node:fs";
import type { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import { FORMER_GUEST } from "../domain/fields.ts";
import {
  atRest,
  type Portable,
  type PortableHeader,
  type PortableType,
  portableHeader,
  portableSchemas,
} from "../domain/portable.ts";
import { keptFrom } from "../domain/retention.ts";
import { resolveSettings } from "../domain/settings.ts";
import { visibleIn } from "../domain/visible-text.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { canSayPassedOver, sayError } from "../words/render.ts";
import { BATCH, type Following, NOBODY } from "./import-broken-off.ts";
import { type Checked, changed, Findings, notThatFile } from "./import-report.ts";
import { readLines } from "./read-lines.ts";

/** An export of ours, looked through. */
export interface LinesChecked {
  readonly checked: Checked;
  /** The lines that can be taken and are new, each by its number with a digest of its text. */
  readonly news: ReadonlyMap<number, number>;
  /** Which offer freed which slot: both are there only in the end. */
  readonly joins: readonly (readonly [slotId: string, offerId: string])[];
}

/** The first line of an export, before anything is opened for it. Throws CliError. */
export async function headerOf(path: string): Promise<PortableHeader> {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) {
    // What was looked at would be gone when it is to be saved.
    throw notThatFile(`${path} is a pipe, but an export is read more than once: name a file.`);
  }
  for await (const { text } of readLines(path)) {
    const parsed = portableHeader.safeParse(parse(text));
    if (parsed.success) return parsed.data;
    throw notThatFile(
      "The first line is not that of an export by this version of maitred. Give a file made by " +
        "`maitred export`, or reservations as .csv.",
    );
  }
  throw notThatFile(`${path} is empty.`);
}

/** Looks through JSON lines, from the second on, without changing anything. */
export async function checkLines(
  path: string,
  { stores, now }: { readonly stores: Stores; readonly now: number },
): Promise<LinesChecked> {
  const look = new Look(stores, now);
  const news = new Map<number, number>();
  let first = true;
  for await (const { number, text } of readLines(path)) {
    if (!first && look.at(number, text)) news.set(number, digestOf(text));
    first = false;
  }
  return { checked: look.findings.checked, news, joins: look.joins() };
}

/** Enough to tell a line that was changed by accident. */
const digestOf = (text: string): number => Bun.hash.xxHash32(text);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One look through a file: what was seen so far, in it and in the database. */
class Look {
  readonly findings = new Findings();
  readonly #stores: Stores;
  readonly #brands = new Set<string>();
  /** `type brand id` of every record that will be there. */
  readonly #known = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #now: number;
  /** The first instant whose guests each brand keeps; null: it keeps all. */
  readonly #keptFrom = new Map<string, number | null>();
  readonly #joins: { readonly slot: Portable<"freed_slot">; readonly offerId: string }[] = [];

  constructor(stores: Stores, now: number) {
    this.#stores = stores;
    this.#now = now;
    for (const { slug } of stores.brands.names()) this.#brands.add(slug);
  }

  /** True: this line is to be taken. */
  at(line: number, text: string): boolean {
    const raw = parse(text);
    const id = idOf(raw);
    const refuse = (message: string): false => {
      this.findings.refuse({ line, id, message });
      return false;
    };
    const type = (raw as { type?: unknown } | undefined)?.type;
    if (typeof type !== "string") return refuse("it is no JSON object with a type.");
    if (!Object.hasOwn(portableSchemas, type)) {
      return refuse(`there is no type ${JSON.stringify(type.slice(0, 40))}.`);
    }
    const parsed = portableSchemas[type as PortableType].safeParse(visibleIn(raw));
    if (!parsed.success) return refuse(inWords(parsed.error));
    const record: Portable = parsed.data;
    const why = this.#whyNot(record);
    if (why !== null) return refuse(why);
    return this.#take(record);
  }

  /** Whatever is said of an offer that nobody has heard of is left out. */
  joins(): LinesChecked["joins"] {
    return this.#joins
      .filter(({ slot, offerId }) => this.#isKnown("waitlist_offer", slot.brand, offerId))
      .map(({ slot, offerId }) => [slot.id, offerId] as const);
  }

  #whyNot(record: Portable): string | null {
    const key = keyOf(record);
    if (this.#seen.has(key)) return "it is in the file twice.";
    this.#seen.add(key);
    if (record.type === "brand") return settingsFault(record);
    if ("brand" in record && !this.#brands.has(record.brand)) {
      return `there is no brand ${record.brand}: its line has to come first, or create it before.`;
    }
    if (record.type === "opt_out") return null;
    if (record.type === "waitlist_entry") {
      const unknown = record.passedOver.find(({ why }) => !canSayPassedOver(why));
      if (unknown !== undefined) {
        return `this version has no words for the reason ${unknown.why.kind} in passedOver.`;
      }
    }
    const owner = this.#stores.portable.brandOf(record.type, record.id);
    if (owner !== null) {
      const own = "brand" in record ? record.brand : "";
      return owner === own ? null : `this id is taken by a record of the brand ${owner}.`;
    }
    const missing = this.#missing(record);
    if (missing !== null) return `it refers to ${missing}, which is neither in the file nor here.`;
    return this.#isOtherwiseHere(record) ? "the same text is here under another id." : null;
  }

  /** A text is known by more than its id. */
  #isOtherwiseHere(record: Portable): boolean {
    const { portable, inboundTexts } = this.#stores;
    if (record.type === "message") {
      const key = `text ${record.uniqueKey}`;
      if (this.#seen.has(key) || portable.textWithKey(record) !== null) return true;
      this.#seen.add(key);
    }
    if (record.type === "inbound_text") {
      const { provider, providerEventId } = record;
      const key = `from ${provider} ${providerEventId}`;
      if (this.#seen.has(key) || inboundTexts.known(provider, providerEventId)) return true;
      this.#seen.add(key);
    }
    return false;
  }

  /** What a record refers to and does not exist. */
  #missing(record: Portable): string | null {
    if (record.type === "opt_out" || record.type === "brand" || record.type === "inbound_text") {
      return null;
    }
    for (const [type, field] of REFERENCES[record.type]) {
      const id = (record as unknown as Record<string, string | null>)[field];
      if (id === null || id === undefined || this.#isKnown(type, record.brand, id)) continue;
      return `${field} ${id}`;
    }
    return null;
  }

  #isKnown(type: RowType, brand: string, id: string): boolean {
    return (
      this.#known.has(`${type} ${brand} ${id}`) || this.#stores.portable.brandOf(type, id) === brand
    );
  }

  #take(record: Portable): boolean {
    const brand = brandOf(record);
    // Also of a slot that is here: an import that was broken off has joined none.
    if (record.type === "freed_slot" && record.offerId !== null) {
      this.#joins.push({ slot: record, offerId: record.offerId });
    }
    if (this.#isHere(record)) {
      this.findings.keep(record.type);
      return false;
    }
    this.findings.add(record.type, brand);
    if (brand !== null && this.#isPast(record, brand)) this.findings.past(brand);
    if (record.type === "brand") {
      this.#brands.add(record.slug);
      const settings = resolveSettings(record.settings);
      this.#keptFrom.set(record.slug, keptFrom({ settings }, this.#now));
    } else if ("id" in record) this.#known.add(`${record.type} ${brand ?? ""} ${record.id}`);
    return true;
  }

  /** True where the brand's retention clears this guest at once. */
  #isPast(record: Portable, slug: string): boolean {
    if (record.type !== "reservation" && record.type !== "waitlist_entry") return false;
    if (record.name === FORMER_GUEST) return false;
    if (!this.#keptFrom.has(slug)) {
      const brand = this.#stores.brands.get(slug);
      this.#keptFrom.set(slug, brand === null ? null : keptFrom(brand, this.#now));
    }
    const before = this.#keptFrom.get(slug) ?? null;
    const over = record.type === "reservation" ? record.endAt : record.latestAt;
    return before !== null && over < before;
  }

  #isHere(record: Portable): boolean {
    if (record.type === "brand") return this.#stores.brands.overrides(record.slug) !== null;
    if (record.type === "opt_out") return this.#stores.optOuts.has(record.phone);
    return this.#stores.portable.brandOf(record.type, record.id) !== null;
  }
}

type RowType = Exclude<PortableType, "brand" | "opt_out">;

const REFERENCES: Readonly<
  Record<Exclude<RowType, "inbound_text">, readonly (readonly [RowType, string])[]>
> = {
  reservation: [],
  waitlist_entry: [
    ["reservation", "replaces"],
    ["reservation", "bookingId"],
  ],
  freed_slot: [],
  waitlist_offer: [
    ["waitlist_entry", "entryId"],
    ["freed_slot", "cause"],
  ],
  message: [
    ["reservation", "reservationId"],
    ["waitlist_entry", "entryId"],
    ["waitlist_offer", "offerId"],
  ],
  change: [
    ["reservation", "reservationId"],
    ["waitlist_entry", "entryId"],
  ],
};

function settingsFault({ settings }: Portable<"brand">): string | null {
  try {
    resolveSettings(settings);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return sayError(error, "agent");
    throw error;
  }
}

/** Null: of the whole instance. */
const brandOf = (record: Portable): string | null => {
  if (record.type === "brand") return record.slug;
  return "brand" in record ? record.brand : null;
};

const keyOf = (record: Portable): string => {
  if (record.type === "brand") return `brand ${record.slug}`;
  return record.type === "opt_out" ? `opt_out ${record.phone}` : `${record.type} ${record.id}`;
};

const idOf = (raw: unknown): string | null => {
  const id = (raw as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id.slice(0, 64) : null;
};

const inWords = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".") || "the record"}: ${message}`)
    .join("; ");

/**
 * Writes the lines that a look has found new. A file that is broken off half-way is gone on with by
 * importing it again: what is there already is left as it is. Throws CliError at the first line that
 * is not the one that was looked at.
 */
export async function saveLines(
  path: string,
  { news, joins }: Pick<LinesChecked, "news" | "joins">,
  {
    stores,
    writer,
    now,
  }: { readonly stores: Stores; readonly writer: Writer; readonly now: number },
  { adding, heard }: Following = NOBODY,
): Promise<void> {
  let missing = news.size;
  let waiting: Portable[] = [];
  const save = async (toJoin: typeof joins): Promise<void> => {
    const batch = waiting;
    waiting = [];
    await writer.write(() => {
      for (const record of batch) insert(record, stores, now);
      for (const [slotId, offerId] of toJoin) stores.portable.join(slotId, offerId);
      for (const brand of new Set(batch.map(brandOf))) if (brand !== null) adding(brand);
    });
    heard(batch.length);
  };
  for await (const { number, text } of readLines(path)) {
    const digest = news.get(number);
    if (digest === undefined) continue;
    if (digestOf(text) !== digest) throw changed(path, number);
    missing -= 1;
    if (waiting.length >= BATCH) await save([]);
    const raw = JSON.parse(text) as { type: PortableType };
    waiting.push(portableSchemas[raw.type].parse(visibleIn(raw)));
  }
  if (missing > 0) throw changed(path, null);
  // In one piece with the last records: where nothing is new any more, nothing is gone on with.
  await save(joins);
}

function insert(record: Portable, stores: Stores, now: number): void {
  switch (record.type) {
    case "brand":
      if (stores.brands.overrides(record.slug) === null) {
        const { slug, name, settings } = record;
        stores.brands.insert({ slug, name, overrides: settings, now });
      }
      return;
    case "opt_out":
      stores.optOuts.add(record.phone, now);
      return;
    default: {
      const resting = atRest(record, now) as typeof record;
      // Somebody may have imported it a moment ago.
      if (stores.portable.brandOf(record.type, record.id) === null) stores.portable.insert(resting);
    }
  }
}
