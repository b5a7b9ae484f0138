import { type Caller, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Brand } from "../../domain/settings.ts";
import { addDays, dateOf } from "../../domain/time.ts";
import type { SelfCheckStore } from "../../storage/self-check-store.ts";
import type { Stores } from "../../storage/stores.ts";
import { cancelBooking } from "../cancel-booking.ts";
import { checkAvailability } from "../check-availability.ts";
import { createBooking } from "../create-booking.ts";
import type { Operation } from "../define.ts";
import { getBooking } from "../get-booking.ts";
import type { Invoke } from "../invoke.ts";

/** A round trip books a table, so it runs on a copy of the instance. */
interface Copy {
  readonly stores: Stores;
  readonly checks: SelfCheckStore;
  readonly invoke: Invoke;
  readonly now: number;
}

export interface RoundTrips {
  readonly done: readonly string[];
  readonly notTried: readonly string[];
  readonly findings: readonly string[];
}

const DAYS_AHEAD = 30;
/** This phone number is reserved: nobody has it. */
const GUEST = { name: "Selftest", numberOfPeople: 1, phone: "+12025550100" };

export async function roundTrips(copy: Copy): Promise<RoundTrips> {
  const done: string[] = [];
  const notTried: string[] = [];
  const findings: string[] = [];
  for (const brand of copy.stores.brands.list()) {
    try {
      const start = await freeStart(copy, brand);
      if (start === null) notTried.push(`${brand.slug}: no free table in ${DAYS_AHEAD} days`);
      else {
        findings.push(...(await bookAndCancel(copy, brand, start)));
        done.push(brand.slug);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof DomainError && error.code !== "INTERNAL") {
        notTried.push(`${brand.slug}: ${why}`);
      } else findings.push(`a round trip at ${brand.slug} failed with an internal error: ${why}`);
    }
  }
  return { done, notTried, findings };
}

interface Start {
  readonly date: string;
  readonly time: string;
}

async function freeStart(copy: Copy, { slug, settings }: Brand): Promise<Start | null> {
  const today = dateOf(copy.now, settings.timeZone);
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const input = { brand: slug, date: addDays(today, day), numberOfPeople: GUEST.numberOfPeople };
    const { slots } = await call(copy, checkAvailability, input);
    const free = slots.find(({ state }) => state === "open" || state === "tight");
    if (free !== undefined) return { date: free.date, time: free.time };
  }
  return null;
}

async function bookAndCancel(
  copy: Copy,
  { slug }: Brand,
  { date, time }: Start,
): Promise<string[]> {
  const wish = { brand: slug, ...GUEST, date, time, idempotencyKey: `selftest ${slug}` };
  const { reservation } = await call(copy, createBooking, wish);
  const { id } = reservation;
  const written = copy.checks.changes();
  const again = await call(copy, createBooking, wish);
  const acted = copy.checks.changes() !== written || again.reservation.id !== id;
  const read = await call(copy, getBooking, { brand: slug, id });
  const cancelled = await call(copy, cancelBooking, { brand: slug, id });
  return [
    ...(acted ? [`a booking at ${slug} that was sent twice with one key took effect twice`] : []),
    ...(read.reservation.status === "booked" || read.reservation.status === "pending"
      ? []
      : [`a new booking at ${slug} has the status ${read.reservation.status}`]),
    ...(cancelled.reservation.status === "cancelled"
      ? []
      : [`a booking at ${slug} that was cancelled is still ${cancelled.reservation.status}`]),
  ];
}

async function call<Output extends object>(
  { invoke, stores }: Copy,
  // biome-ignore lint/suspicious/noExplicitAny: the operation's schema checks the input.
  operation: Operation<any, Output>,
  input: object,
): Promise<Output> {
  const caller: Caller = {
    kind: "api_key",
    principal: "selftest",
    actor: { kind: "system", id: "selftest", name: "selftest" },
    environment: stores.instance.environment(),
    brands: stores.brands.list().map(({ slug }) => slug),
    scopes: SCOPES,
    tools: null,
    budgets: NO_BUDGETS,
    headerBrand: null,
    roles: {},
  };
  return (await invoke(operation, input, caller)).structured as Output;
}
