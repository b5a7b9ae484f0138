import { gridOf, type OpenService, servicesOn, todayOf } from "../domain/calendar.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { Brand, BrandSettings } from "../domain/settings.ts";
import { addDays, displayDate, displayTime, HOUR } from "../domain/time.ts";
import type { OpenInstance } from "../instance/server.ts";
import type { Operation } from "../operations/define.ts";
import { OPERATIONS } from "../operations/index.ts";
import { demoName, MOST_GUESTS } from "./demo-names.ts";

const SIZES = [2, 4, 2, 3, 5, 2, 4, 6, 2, 2, 3, 4];
const NOTES = new Map([
  [2, "Anniversary"],
  [5, "Nut allergy"],
  [9, "Window if possible"],
  [14, "High chair"],
  [20, "Birthday, brings a cake"],
  [27, "One vegetarian"],
  [33, "Arrives by wheelchair"],
  [41, "Gluten-free"],
  [52, "Quiet table if possible"],
  [63, "First visit"],
]);
const PARTIES_PER_START = 4;
const SILENT_EVERY = 8;
const WAITING = [
  { names: ["Nora Abbott", "Chiara Greco"], numberOfPeople: 2, hours: 2 },
  { names: ["Rafael Peña", "Elio Bianchi"], numberOfPeople: 4, hours: 2.5 },
  { names: ["Amina Diallo", "Wei Chen"], numberOfPeople: 3, hours: 3 },
];

export async function fillNextDinner(desk: OpenInstance, brand: Brand): Promise<void> {
  const dinner = nextDinner(brand.settings, desk.clock());
  if (dinner === null) return;
  const caller = demoCaller(brand.slug);
  const ask = async (tool: string, input: object): Promise<boolean> => {
    try {
      await desk.invoke(operationNamed(tool), { brand: brand.slug, ...input }, caller);
      return true;
    } catch (error) {
      // The restaurant refused because it is full.
      if (error instanceof DomainError) return false;
      throw error;
    }
  };
  let asked = 0;
  for (const start of gridOf(dinner)) {
    for (let party = 0; party < PARTIES_PER_START && asked < MOST_GUESTS; party += 1, asked += 1) {
      await ask("create_booking", { ...guest(asked, brand), ...when(start, brand) });
    }
  }
  for (const [index, { hours, names, numberOfPeople }] of WAITING.entries()) {
    const at = when(dinner.opens + hours * HOUR, brand);
    const name = names[isItalian(brand) ? 1 : 0];
    const wish = { name, numberOfPeople, phone: phone(brand, 90 + index) };
    await ask("add_to_waitlist", { ...wish, ...at });
  }
}

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
    name: demoName(index, isItalian(brand) ? 1 : 0),
    phone: phone(brand, index),
    numberOfPeople: SIZES[index % SIZES.length],
    notes: NOTES.get(index) ?? "",
    notifyCustomer: index % SILENT_EVERY !== 1,
  };
}

const isItalian = ({ settings }: Brand): boolean => settings.defaultCountry === "IT";

/** 555-01xx is reserved for fiction in the United States. */
const phone = (brand: Brand, index: number): string => {
  const digits = String(index).padStart(2, "0");
  return isItalian(brand) ? `+39065550${digits}00` : `+121255501${digits}`;
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
