import { gridOf, type OpenService, servicesOn, todayOf } from "../domain/calendar.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { Brand, BrandSettings } from "../domain/settings.ts";
import { addDays, displayDate, displayTime } from "../domain/time.ts";
import type { Operation } from "../operations/define.ts";
import { OPERATIONS } from "../operations/index.ts";
import type { OpenDesk } from "./server.ts";

const NAMES = [
  "June Alder",
  "Tom Baker",
  "Ines Costa",
  "Paul Dubois",
  "Mary Evans",
  "Luca Ferrari",
  "Ana Garcia",
  "Owen Hughes",
  "Keiko Ito",
  "Lars Jensen",
  "Deniz Kaya",
  "Marta Lopez",
  "Lise Moreau",
  "Petr Novak",
  "Ada Okafor",
  "Minho Park",
  "Sean Quinn",
  "Gina Rossi",
  "Joao Silva",
  "Rei Tanaka",
  "Bilal Usman",
  "Hanna Vogel",
  "Mei Wong",
  "Sam Young",
];
/** Sizes in the order in which the telephone rang. */
const SIZES = [2, 4, 2, 3, 5, 2, 4, 6, 2, 2, 3, 4];
const NOTES = ["", "", "Anniversary", "", "Nut allergy", "", "Window if possible", "High chair"];
/** Parties that want a table at one start; the rules decide how many of them get it. */
const PARTIES_PER_START = 4;
/** Every so many guests get no texts: the host wrote the name into the book, and calls them. */
const SILENT_EVERY = 8;
const WAITING = [
  { name: "Nora Abbott", numberOfPeople: 2, hours: 2 },
  { name: "Elio Bianchi", numberOfPeople: 4, hours: 2.5 },
  { name: "Wei Chen", numberOfPeople: 3, hours: 3 },
];
const HOUR_MS = 3_600_000;

/**
 * Fills the next dinner of a brand through the same door as every caller, and puts guests on its
 * waitlist.
 */
export async function fillNextDinner(desk: OpenDesk, brand: Brand): Promise<void> {
  const dinner = nextDinner(brand.settings, desk.clock());
  if (dinner === null) return;
  const caller = demoCaller(brand.slug);
  const ask = async (tool: string, input: object): Promise<boolean> => {
    try {
      await desk.invoke(operationNamed(tool), { brand: brand.slug, ...input }, caller);
      return true;
    } catch (error) {
      // The house is full at that time: what a demo evening is for.
      if (error instanceof DomainError) return false;
      throw error;
    }
  };
  let asked = 0;
  for (const start of gridOf(dinner)) {
    for (let party = 0; party < PARTIES_PER_START; party += 1, asked += 1) {
      await ask("create_booking", { ...guest(asked, brand), ...when(start, brand) });
    }
  }
  for (const [index, { hours, ...guestWaiting }] of WAITING.entries()) {
    const at = when(dinner.opens + hours * HOUR_MS, brand);
    await ask("add_to_waitlist", { ...guestWaiting, phone: phone(brand, 90 + index), ...at });
  }
}

/** The first dinner that opens after `now`, within a week. */
function nextDinner(settings: BrandSettings, now: number): OpenService | null {
  const today = todayOf(settings, now);
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const { services } = servicesOn(settings, addDays(today, ahead));
    const dinner = services.find((service) => service.name === "Dinner" && service.opens > now);
    if (dinner !== undefined) return dinner;
  }
  return null;
}

function guest(index: number, brand: Brand): object {
  return {
    name: NAMES[index % NAMES.length],
    phone: phone(brand, index % 90),
    numberOfPeople: SIZES[index % SIZES.length],
    notes: NOTES[index % NOTES.length],
    notifyCustomer: index % SILENT_EVERY !== 1,
  };
}

/** Numbers that belong to nobody: the United States keep 555-01xx free for fiction. */
const phone = (brand: Brand, index: number): string => {
  const digits = String(index).padStart(2, "0");
  return brand.settings.defaultCountry === "IT" ? `+39065550${digits}00` : `+121255501${digits}`;
};

const when = (at: number, { settings }: Brand): { date: string; time: string } => ({
  date: displayDate(at, settings.timeZone),
  time: displayTime(at, settings.timeZone),
});

function operationNamed(name: string): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}

const demoCaller = (brand: string): Caller => ({
  kind: "system",
  principal: "demo",
  actor: { kind: "system", id: "demo", name: "demo evening" },
  environment: "test",
  brands: [brand],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});
