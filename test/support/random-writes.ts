import { gridOf, servicesOn } from "../../src/domain/calendar.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../../src/domain/caller.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { Brand } from "../../src/domain/settings.ts";
import { addDays, DAY, dateOf, displayDate, displayTime, MINUTE } from "../../src/domain/time.ts";
import type { GuestDesk } from "../../src/operations/guest/guest-desk.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import type { Invoke } from "../../src/operations/invoke.ts";
import type { SelfCheckStore } from "../../src/storage/self-check-store.ts";
import type { Stores } from "../../src/storage/stores.ts";
import { type LoadWatch, watchLoad } from "./load-watch.ts";
import { numbersFrom } from "./numbers.ts";

/** The copy of the data that the writes change, and the functions that change it. */
export interface Playground {
  readonly stores: Stores;
  readonly checks: SelfCheckStore;
  readonly invoke: Invoke;
  /** Delivers guests' replies. */
  readonly guests: GuestDesk;
  readonly now: number;
  /** Offers freed seats to waiting guests, as the background loop does. */
  readonly offerFreed: () => Promise<unknown>;
}

/** What the writes did, in numbers, and the faults. */
export interface Played {
  readonly tried: number;
  readonly done: number;
  /** Refusals by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Calls sent twice with the same idempotency key. */
  readonly repeated: number;
  /** How many minutes were checked for too many guests or parties, all brands together. */
  readonly minutes: number;
  readonly findings: readonly string[];
}

/** Writes go to the next `DAYS` open days. With few days, each becomes full. */
const DAYS = 3;
/** One broken rule makes many counts wrong, so only the first faults are kept. */
const MOST_FINDINGS = 10;
const GUEST = "Selftest";

type Pick = (below: number) => number;

/**
 * Makes `count` random writes on a copy (books, moves, cancels, undoes, adds to the waitlist,
 * accepts offers) and checks the limits after each. The same seed and data give the same writes.
 */
export async function playWrites(
  playground: Playground,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Played> {
  const game = new Game(playground, numbersFrom(seed));
  for (let step = 0; step < count && game.findings.length < MOST_FINDINGS; step += 1) {
    await game.step(step);
  }
  return game.played;
}

class Game {
  readonly findings: string[] = [];
  readonly #ground: Playground;
  readonly #pick: Pick;
  readonly #caller: Caller;
  readonly #brands: readonly { readonly brand: Brand; readonly starts: readonly number[] }[];
  readonly #watches: readonly LoadWatch[];
  readonly #refused: Record<string, number> = {};
  #tried = 0;
  #done = 0;
  #repeated = 0;

  constructor(ground: Playground, pick: Pick) {
    this.#ground = ground;
    this.#pick = pick;
    const brands = ground.stores.brands.list();
    this.#brands = brands
      .map((brand) => ({ brand, starts: startsOf(brand, ground.now) }))
      .filter(({ starts }) => starts.length > 0);
    const until = ground.now + 30 * DAY;
    this.#watches = this.#brands.map(({ brand, starts }) =>
      watchLoad(brand, ground, Math.min(until, (starts.at(-1) ?? 0) + DAY)),
    );
    this.#caller = {
      kind: "api_key",
      principal: "selftest",
      actor: { kind: "system", id: "selftest", name: "selftest" },
      environment: ground.stores.instance.environment(),
      brands: brands.map(({ slug }) => slug),
      scopes: SCOPES,
      tools: null,
      budgets: NO_BUDGETS,
      headerBrand: null,
      roles: {},
    };
  }

  get played(): Played {
    return {
      tried: this.#tried,
      done: this.#done,
      refused: this.#refused,
      repeated: this.#repeated,
      minutes: this.#watches.reduce((sum, { minutes }) => sum + minutes, 0),
      findings: this.findings,
    };
  }

  async step(number: number): Promise<void> {
    const place = this.#brands[this.#pick(Math.max(1, this.#brands.length))];
    if (place === undefined) return;
    const what = await this.#play(place, number);
    await this.#ground.offerFreed();
    for (const watch of this.#watches) {
      for (const raised of watch.look()) this.findings.push(`write ${number} (${what}): ${raised}`);
    }
  }

  async #play(
    { brand, starts }: { readonly brand: Brand; readonly starts: readonly number[] },
    number: number,
  ): Promise<string> {
    const { timeZone } = brand.settings;
    const startAt = oneOf(starts, this.#pick) ?? 0;
    const at = { date: displayDate(startAt, timeZone), time: displayTime(startAt, timeZone) };
    const guest = { name: GUEST, numberOfPeople: 1 + this.#pick(8), phone: this.#phone() };
    const slug = { brand: brand.slug };
    const id = this.#reservation(brand, startAt);
    const kind = this.#pick(12);
    if (kind < 5) return this.#call("create_booking", { ...slug, ...guest, ...at }, number);
    if (kind === 5) return this.#call("add_to_waitlist", { ...slug, ...guest, ...at }, number);
    if (kind === 6) return this.#answerOffer(brand);
    if (id === null) return "nothing";
    if (kind < 9) return this.#call("update_booking", { ...slug, id, ...this.#change(at) }, number);
    if (kind < 11) return this.#call("cancel_booking", { ...slug, id }, number);
    return this.#call("undo_last_change", { ...slug, id }, number);
  }

  #change(at: { date: string; time: string }): object {
    return this.#pick(2) === 0 ? at : { numberOfPeople: 1 + this.#pick(10) };
  }

  /** Few phones, so that they are used repeatedly. No real phone has one of these numbers. */
  #phone(): string {
    return `+120255501${String(this.#pick(20)).padStart(2, "0")}`;
  }

  /** Picks a reservation that has seats within three hours of `startAt`. */
  #reservation(brand: Brand, startAt: number): string | null {
    const stays = this.#ground.stores.reservations
      .occupying(brand.slug, startAt - DAY / 8, startAt + DAY / 8)
      .map(({ id }) => id)
      .sort();
    return oneOf(stays, this.#pick) ?? null;
  }

  async #answerOffer(brand: Brand): Promise<string> {
    const { stores, guests, now } = this.#ground;
    const live = stores.waitlist.liveOffers(brand.slug, now, now + (DAYS + 3) * DAY, now);
    const offer = oneOf(live, this.#pick);
    if (offer === undefined) return "nothing";
    const takes = this.#pick(2) === 0;
    this.#tried += 1;
    const target = { kind: "offer", subjectId: offer.id } as const;
    const token = stores.guestLinks.tokenOf(target, offer.phone) ?? "";
    await guests.act("offer", token, takes ? "accept" : "pass", 1);
    this.#done += 1;
    return takes ? "accept_offer" : "decline_offer";
  }

  /**
   * Makes one call. Some calls are sent twice with the same idempotency key, and the second must
   * change nothing.
   */
  async #call(tool: string, input: object, number: number): Promise<string> {
    const operation = OPERATIONS.find(({ name }) => name === tool);
    if (operation === undefined) throw new Error(`There is no operation ${tool}`);
    const { invoke, checks } = this.#ground;
    const idempotencyKey = `selftest-${number}`;
    this.#tried += 1;
    try {
      const first = await invoke(operation, { ...input, idempotencyKey }, this.#caller);
      this.#done += 1;
      if (this.#pick(4) > 0) return tool;
      const before = checks.changes();
      const again = await invoke(operation, { ...input, idempotencyKey }, this.#caller);
      this.#repeated += 1;
      if (again.text !== first.text || checks.changes() !== before) {
        this.findings.push(`write ${number} (${tool}): sent twice with one key, it acted twice`);
      }
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "INTERNAL") {
        const why = error instanceof Error ? error.message : String(error);
        this.findings.push(`write ${number} (${tool}): failed with an internal error: ${why}`);
      } else this.#refused[error.code] = (this.#refused[error.code] ?? 0) + 1;
    }
    return tool;
  }
}

const oneOf = <T>(list: readonly T[], pick: Pick): T | undefined =>
  list.length === 0 ? undefined : list[pick(list.length)];

/**
 * The starts of the next few open days that are more than 20 minutes ahead. Earlier starts are for
 * walk-ins: for them, a full pace is only a warning.
 */
function startsOf({ settings }: Brand, now: number): number[] {
  const starts: number[] = [];
  let open = 0;
  for (let day = 0; day < 30 && open < DAYS; day += 1) {
    const date = addDays(dateOf(now, settings.timeZone), day);
    const grid = servicesOn(settings, date)
      .services.flatMap(gridOf)
      .filter((start) => start > now + 20 * MINUTE);
    if (grid.length > 0) open += 1;
    starts.push(...grid);
  }
  return starts;
}
