import { newId } from "../domain/ids.ts";
import { lastDigits, normalisePhone } from "../domain/phone.ts";
import type { Brand } from "../domain/settings.ts";
import { inWords } from "../domain/time.ts";
import {
  ERASE,
  type Erased,
  type Erasing,
  eraseGuest,
  upcomingOf,
} from "../operations/guest/erase-guest.ts";
import { backupFolderOf } from "../storage/backup-files.ts";
import type { Mention } from "../storage/guest-trace-store.ts";
import { databaseIn } from "../storage/open-error.ts";
import { readServedSettings } from "../storage/served-settings-store.ts";
import { type Wiped, wipe } from "../storage/wipe.ts";
import { sayReason } from "../words/render.ts";
import { STORAGE_KEYS } from "./backup-storage.ts";
import { brandNamed } from "./brand.ts";
import {
  type BackupPlace,
  lookIntoPlaces,
  lookIntoStorage,
  partition,
  totalOf,
  wordsOf,
} from "./erase/backup-places.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf, type Instance, withInstance } from "./instance.ts";
import { operatorChange } from "./operator-verb.ts";
import { plural, table } from "./print.ts";
import { CliError, type CliIo, type Flags, switchFlag, textFlag, type Verb } from "./verb.ts";

/** Contains none of the guest's data. */
export interface Receipt {
  readonly receipt: string;
  readonly at: number;
  readonly brands: readonly string[];
  readonly erased: Erased;
  /** What stays stored, under a keyed hash of the phone number. */
  readonly kept: { readonly optOut: boolean; readonly noShows: number };
  /** Records in which other people wrote the number. */
  readonly mentions: readonly Mention[];
  readonly file: Wiped;
  /** Totals over all `places`; `folder` is the folder of the first place. */
  readonly backups: {
    readonly folder: string;
    readonly count: number;
    readonly holding: number;
    readonly newestAt: number | null;
    readonly places: readonly BackupPlace[];
    /** False if no server has recorded where its backups are. */
    readonly recorded: boolean;
  };
}

export const erase: Verb = {
  name: "erase",
  summary: "Erase one guest's data everywhere, with a receipt.",
  flags: {
    phone: textFlag("NUMBER", "The guest's phone number, starting with +.", {
      once: true,
      required: true,
    }),
    brand: textFlag("SLUG", "Only in this restaurant (default: everywhere).", { multiple: true }),
    "including-upcoming": switchFlag(
      "Also cancel the guest's upcoming reservations, without a text.",
    ),
    ...DATA_FLAG,
  },
  asServed: ["backupFolder", ...STORAGE_KEYS],
  async run({ flags, config, io }) {
    const folder = folderOf({ config });
    const path = databaseIn(folder);
    const done = await withInstance({ config, io }, {}, (instance) =>
      eraseFrom(instance, flags, io),
    );
    const file = wipe(path, done.phone);
    const { phone, places: recorded, ...rest } = done;
    const beside = backupFolderOf(path);
    const [stored, folders] = partition(recorded);
    const places = [
      ...lookIntoPlaces([config.values.backupFolder ?? beside, ...folders, beside], {
        phone,
        beside,
      }),
      ...(await lookIntoStorage(stored, config)),
    ];
    if (places.some(({ fault }) => fault !== null)) io.abandon?.();
    const backups = { ...totalOf(places), places, recorded: readServedSettings(path) !== null };
    const receipt: Receipt = { ...rest, file, backups };
    return { json: receipt, text: inText(receipt, phone) };
  },
};

type Done = Omit<Receipt, "file" | "backups"> & {
  readonly phone: string;
  readonly places: readonly string[];
};

async function eraseFrom(instance: Instance, flags: Flags, io: CliIo): Promise<Done> {
  const { stores, writer } = instance;
  const named = flags.list("brand").map((slug) => brandNamed(stores, slug));
  // Without --brand, the guest is erased from all brands, so all brands need valid settings.
  const fault = stores.brands
    .names()
    .map(({ slug }) => stores.brands.fault(slug))
    .find(Boolean);
  if (named.length === 0 && fault) throw fault;
  const brands = named.length === 0 ? stores.brands.list() : named;
  const phone = phoneOf(flags.required("phone"), brands);
  const at = instance.now();
  const erasing: Erasing = { stores, brands, now: at, random: io.random };
  // Reading the whole audit log takes long, so read it before the transaction, which blocks other writes.
  const changes = new Map(
    brands.map(({ slug }) => [slug, stores.guestTraces.changes(slug, phone)]),
  );
  const receipt = newId(at, io.random);
  const erased = await writer.write(() => {
    if (!flags.has("including-upcoming")) refuseUpcoming(phone, erasing);
    const counts = eraseGuest(phone, changes, erasing);
    for (const { slug } of brands) {
      const after = { receipt, ...counts };
      stores.audit.insert(
        operatorChange(io, at, { brand: slug, operation: ERASE, before: {}, after }),
      );
    }
    return counts;
  });
  return {
    phone,
    receipt,
    at,
    brands: brands.map(({ slug }) => slug),
    erased,
    kept: {
      optOut: stores.optOuts.has(phone),
      noShows: brands.reduce((sum, { slug }) => sum + stores.noShows.countCleared(slug, phone), 0),
    },
    mentions: stores.guestTraces.mentions(phone),
    places: stores.servedSettings.places().map(({ place }) => place),
  };
}

/** Accepts national numbers only if all brands are in one country. */
function phoneOf(typed: string, brands: readonly Brand[]): string {
  const countries = new Set(brands.map(({ settings }) => settings.defaultCountry));
  const [country = ""] = countries.size === 1 ? countries : [];
  const read = normalisePhone(typed, country);
  if (!read.ok) throw new CliError(read.reason.code, sayReason(read.reason, "agent"));
  return read.phone;
}

function refuseUpcoming(phone: string, erasing: Erasing): void {
  const upcoming = upcomingOf(phone, erasing);
  if (upcoming.length === 0) return;
  const list = upcoming.map(({ id, brand, startAt, partySize, status }) => {
    const zone = erasing.stores.brands.get(brand)?.settings.timeZone ?? "UTC";
    return `${id} (${brand}, party of ${partySize}, ${status}, ${inWords(startAt, zone)})`;
  });
  throw new CliError(
    "UPCOMING",
    `This guest still has reservations: ${list.join("; ")}. Nothing was erased. Cancel these first (the ` +
      "guest gets a text), or add --including-upcoming (no text is sent).",
  );
}

function inText(receipt: Receipt, phone: string): string {
  const { erased, kept, mentions, file, backups } = receipt;
  const at = new Date(receipt.at).toISOString();
  const who = `the guest with the phone ending in ${lastDigits(phone)}`;
  const brands = receipt.brands.join(", ");
  const found = Object.values(erased).some((rows) => rows > 0);
  const lines = [
    found
      ? `Erased ${who} from ${brands}.`
      : `Found nothing about ${who} in ${brands}. Check the number if you expected something.`,
    `Receipt ${receipt.receipt}, ${at}. Keep the receipt, not the number.`,
    table(
      ["WHAT", "ROWS"],
      Object.entries(erased).map(([what, rows]) => [WORDS[what as keyof Erased], String(rows)]),
    ),
    `Kept without the number: ${kept.optOut ? "an opt-out from texts" : "no opt-out"}, ${plural(kept.noShows, "no-show")}.`,
  ];
  for (const { table: where, column, rows } of mentions) {
    lines.push(
      `Others wrote the number too: it is still in ${plural(rows, "row")} of ${where}.${column}.`,
    );
  }
  lines.push(inFile(file));
  lines.push(...wordsOf(backups));
  return lines.join("\n");
}

const WORDS: Record<keyof Erased, string> = {
  reservations: "reservations",
  entries: "waitlist entries",
  offers: "waitlist offers",
  texts: "texts to the guest",
  changes: "rows of the audit log",
  inboundTexts: "texts from the guest",
  answers: "stored answers to API calls (kept for retries)",
  cancelled: "reservations cancelled (counted above)",
  offersWithdrawn: "offers withdrawn (counted above)",
};

function inFile({ rewritten, logEmptied, found }: Wiped): string {
  const how = `The database file was ${rewritten ? "rewritten" : "searched"}`;
  if (found === 0) return `${how}. Neither the file nor its write-ahead log contains the number.`;
  return logEmptied
    ? `${how}. The file still contains the number (${plural(found, "time")}), because others typed it too.`
    : `${how}, but the old write-ahead log is still in use: restart the server to empty it.`;
}
