import { DomainError } from "../domain/errors.ts";
import { FORMER_GUEST } from "../domain/fields.ts";
import type { Portable, PortableType } from "../domain/portable.ts";
import { keptFrom } from "../domain/retention.ts";
import { resolveSettings } from "../domain/settings.ts";
import type { Stores } from "../storage/stores.ts";
import { canSayPassedOver, sayError } from "../words/render.ts";

export interface ImportLine {
  readonly line: number;
  readonly id: string | null;
  /** Compared when the file is read again, to see whether the line has changed. */
  readonly digest: number;
  /** The record, or the reason why the line cannot be read. */
  readonly read: Portable | string;
  readonly warnings: readonly string[];
}

export type ImportLines = () => AsyncIterable<ImportLine>;

export interface Refused {
  readonly line: number;
  readonly id: string | null;
  readonly message: string;
}

export type Counts = Partial<Record<PortableType, number>>;

export interface Checked {
  readonly added: Counts;
  readonly present: Counts;
  readonly refused: readonly Refused[];
  readonly refusals: number;
  readonly warnings: readonly string[];
  readonly warned: number;
  /** For each brand, how many records are so old that their guest data would be cleared soon. */
  readonly past: Readonly<Record<string, number>>;
  readonly brands: readonly string[];
}

export const MOST_SHOWN = 100;

export interface Found {
  readonly checked: Checked;
  /** Digests of new records, by line number. */
  readonly news: ReadonlyMap<number, number>;
  /** Each freed slot and its offer. They refer to each other, so the slot's reference is saved last. */
  readonly joins: readonly (readonly [slotId: string, offerId: string])[];
}

export async function checkImport(
  lines: ImportLines,
  of: { readonly stores: Stores; readonly now: number },
): Promise<Found> {
  const check = new Check(of.stores, of.now);
  for await (const line of lines()) check.line(line);
  return check.found();
}

class Check {
  readonly #stores: Stores;
  readonly #now: number;
  readonly #brands = new Set<string>();
  /** The brand of each record read so far that will be added; null for other records and for texts. */
  readonly #seen = new Map<string, string | null>();
  readonly #keptFrom = new Map<string, number | null>();
  readonly #joins: { readonly slot: Portable<"freed_slot">; readonly offerId: string }[] = [];
  readonly #news = new Map<number, number>();
  readonly #added: Counts = {};
  readonly #present: Counts = {};
  readonly #refused: Refused[] = [];
  readonly #warnings: string[] = [];
  readonly #past: Record<string, number> = {};
  readonly #adding = new Set<string>();
  #refusals = 0;
  #warned = 0;

  constructor(stores: Stores, now: number) {
    this.#stores = stores;
    this.#now = now;
    for (const { slug } of stores.brands.names()) this.#brands.add(slug);
  }

  line({ line, id, digest, read, warnings }: ImportLine): void {
    const fault = typeof read === "string" ? read : this.#faultOf(read);
    if (fault !== null) {
      this.#refusals += 1;
      if (this.#refused.length < MOST_SHOWN) this.#refused.push({ line, id, message: fault });
    } else if (this.#take(read as Portable)) this.#news.set(line, digest);
    else return;
    this.#warned += warnings.length;
    this.#warnings.push(...warnings.slice(0, MOST_SHOWN - this.#warnings.length));
  }

  found(): Found {
    return {
      checked: {
        added: this.#added,
        present: this.#present,
        refused: this.#refused,
        refusals: this.#refusals,
        warnings: this.#warnings,
        warned: this.#warned,
        past: this.#past,
        brands: [...this.#adding],
      },
      news: this.#news,
      joins: this.#joins
        .filter(({ slot, offerId }) => this.#isKnown("waitlist_offer", slot.brand, offerId))
        .map(({ slot, offerId }) => [slot.id, offerId] as const),
    };
  }

  #faultOf(record: Portable): string | null {
    const key = keyOf(record);
    if (this.#seen.has(key)) return "it is in the file twice.";
    this.#seen.set(key, null);
    if (record.type === "brand") return settingsFault(record);
    if ("brand" in record && !this.#brands.has(record.brand)) {
      return `there is no brand ${record.brand}: put the brand's line before this line, or create the brand first.`;
    }
    if (record.type === "opt_out") return null;
    if (record.type === "waitlist_entry") {
      const unknown = record.passedOver.find(({ why }) => !canSayPassedOver(why));
      if (unknown !== undefined) {
        return `this version does not know the reason ${unknown.why.kind} in passedOver.`;
      }
    }
    const owner = this.#stores.portable.brandOf(record.type, record.id);
    if (owner !== null) {
      const own = "brand" in record ? record.brand : "";
      return owner === own ? null : `this id belongs to a record of the brand ${owner}.`;
    }
    const missing = this.#missing(record);
    if (missing !== null) {
      return `it refers to ${missing}, which its brand has neither in the database nor on an earlier line.`;
    }
    return this.#hasTwin(record)
      ? "the same text message is in the file or the database with another id."
      : null;
  }

  #hasTwin(record: Portable): boolean {
    const { portable, inboundTexts } = this.#stores;
    if (record.type === "message") {
      if (portable.textWithKey(record) !== null) return true;
      return this.#isSecond(`text ${record.reservationId} ${record.uniqueKey}`);
    }
    if (record.type !== "inbound_text") return false;
    const { provider, providerEventId } = record;
    if (inboundTexts.known(provider, providerEventId)) return true;
    return this.#isSecond(`from ${provider} ${providerEventId}`);
  }

  #isSecond(key: string): boolean {
    if (this.#seen.has(key)) return true;
    this.#seen.set(key, null);
    return false;
  }

  #missing(record: Portable): string | null {
    if (record.type === "opt_out" || record.type === "brand" || record.type === "inbound_text") {
      return null;
    }
    for (const [type, field] of REFERENCES[record.type]) {
      const named = (record as unknown as Record<string, string | readonly string[] | null>)[field];
      const id = [named ?? []].flat().find((one) => !this.#isKnown(type, record.brand, one));
      if (id !== undefined) return `${field} ${id}`;
    }
    return null;
  }

  #isKnown(type: RowType, brand: string, id: string): boolean {
    return (
      this.#seen.get(`${type} ${id}`) === brand || this.#stores.portable.brandOf(type, id) === brand
    );
  }

  #take(record: Portable): boolean {
    const { type } = record;
    const brand = brandOf(record);
    // Slots in the database are joined too: an interrupted import may have saved one without its offer.
    if (record.type === "freed_slot" && record.offerId !== null) {
      this.#joins.push({ slot: record, offerId: record.offerId });
    }
    if (this.#isHere(record)) {
      this.#present[type] = (this.#present[type] ?? 0) + 1;
      return false;
    }
    this.#added[type] = (this.#added[type] ?? 0) + 1;
    this.#seen.set(keyOf(record), brand);
    if (brand === null) return true;
    this.#adding.add(brand);
    if (this.#isPast(record, brand)) this.#past[brand] = (this.#past[brand] ?? 0) + 1;
    if (record.type === "brand") {
      this.#brands.add(brand);
      const settings = resolveSettings(record.settings);
      this.#keptFrom.set(brand, keptFrom({ settings }, this.#now));
    }
    return true;
  }

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
  area: [],
  dining_table: [["area", "area"]],
  combination: [["dining_table", "tables"]],
  table_block: [["dining_table", "tables"]],
  floor_section: [["dining_table", "tables"]],
  reservation: [
    ["dining_table", "tables"],
    ["area", "area"],
  ],
  waitlist_entry: [
    ["reservation", "replaces"],
    ["reservation", "bookingId"],
    ["area", "area"],
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

export const brandOf = (record: Portable): string | null => {
  if (record.type === "brand") return record.slug;
  return "brand" in record ? record.brand : null;
};

const keyOf = (record: Portable): string => {
  if (record.type === "brand") return `brand ${record.slug}`;
  return record.type === "opt_out" ? `opt_out ${record.phone}` : `${record.type} ${record.id}`;
};
