// Plays a random evening through the real operations, and compares every answer with the rule book:
// the second implementation of docs/rules in support/rule-book.ts.
import { expect } from "bun:test";
import { DomainError } from "../../src/domain/errors.ts";
import { displayDate, displayTime } from "../../src/domain/time.ts";
import type { WireReservation } from "../../src/operations/reservation/wire.ts";
import {
  dateAt,
  daysAfter,
  instantsOf,
  presentAt,
  type RuleHouse,
  type RuleSettings,
  type RuleStay,
  refusals,
  type Sitting,
  sittingAt,
  sittingsOn,
  slotOf,
  startingIn,
  startsOf,
  stayLength,
  type Taken,
  takenOf,
  updateRefusals,
} from "../support/rule-book.ts";
import type { HouseDraft, RuleStep, StepOf } from "../support/rule-drafts.ts";
import { said } from "../support/said.ts";
import { caller, type House, MINUTE, openHouse } from "./house.ts";
import {
  codesOf,
  FROM,
  hadTheirTable,
  holdTable,
  markVerdict,
  type NewestChange,
  overridesOf,
  restorable,
  STATES,
  settle,
  stateOf,
  stayOf,
  undoVerdict,
} from "./rule-house.ts";

/** How often each kind of result has occurred. */
export type Tally = Map<string, number>;

type Verdict =
  | { readonly ok: true; readonly output: Record<string, unknown> }
  | { readonly ok: false; readonly codes: readonly string[]; readonly error: DomainError };

class Play {
  readonly #house: House;
  readonly #tally: Tally;
  readonly #records = new Map<string, WireReservation>();
  readonly #newest = new Map<string, NewestChange>();
  readonly #holds: (Taken & { readonly until: number })[] = [];
  #settings: RuleSettings;

  constructor(house: House, settings: RuleSettings, tally: Tally) {
    this.#house = house;
    this.#settings = settings;
    this.#tally = tally;
  }

  async step(step: RuleStep): Promise<void> {
    switch (step.kind) {
      case "create":
        return this.#create(step);
      case "door": {
        const minute = this.#house.at - (this.#house.at % MINUTE);
        const start = minute + step.ahead * MINUTE;
        return this.#book({ ...step, start, email: false, silent: false });
      }
      case "update":
        return this.#update(step);
      case "undo":
        return this.#undo(step);
      case "mark":
        return this.#mark(step);
      case "wait":
        this.#house.at += step.minutes * MINUTE + step.seconds * 1000;
        return;
      case "toward":
        return this.#goTo(step);
      case "hold":
        return this.#hold(step);
      case "look":
        return this.#look(step);
      case "settings":
        return this.#set(step.draft);
    }
  }

  /** Checks that nothing has changed except what the answers said. */
  async done(): Promise<void> {
    for (const [id, record] of this.#records) expect(await this.#shown(id)).toEqual(record);
  }

  get #zone(): string {
    return this.#settings.timeZone;
  }

  get #rules(): RuleHouse {
    const now = this.#house.at;
    const stays = [...this.#records.values()].map(stayOf);
    const holds = this.#holds.filter(({ until }) => until > now);
    return { settings: this.#settings, stays, holds, now };
  }

  #count(what: string): void {
    this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1);
  }

  async #ask(tool: string, input: object, from = caller()): Promise<Verdict> {
    try {
      return { ok: true, output: (await this.#house.invoke(tool, input, from)).structured };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ok: false, codes: error.reasons.map(({ code }) => code), error };
    }
  }

  async #shown(id: string): Promise<WireReservation> {
    const { reservation } = await this.#house.ok("get_booking", { id });
    return reservation;
  }

  #when(start: number) {
    const [date, time] = [displayDate(start, this.#zone), displayTime(start, this.#zone)];
    return { date, time, timestamp: start };
  }

  /** The start for a step: a slot of one of the day's services, or any minute of the day. */
  #startOf({ day, minute, slot }: Pick<StepOf<"create">, "day" | "minute" | "slot">) {
    const date = daysAfter(dateAt(this.#zone, this.#house.at), day);
    const sittings = sittingsOn(this.#settings, date);
    const sitting = slot === null ? undefined : sittings[slot % Math.max(1, sittings.length)];
    if (sitting !== undefined && slot !== null) {
      const starts = startsOf(sitting).slice(0, 5);
      return starts[Math.floor(slot / 7) % starts.length];
    }
    const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    return instantsOf(this.#zone, `${date}T${clock}`)[0];
  }

  async #create(step: StepOf<"create">): Promise<void> {
    const start = this.#startOf(step);
    if (start !== undefined) await this.#book({ ...step, start });
  }

  async #book(
    wish: Omit<StepOf<"create">, "kind" | "day" | "minute" | "slot"> & { start: number },
  ) {
    const { start, size, phone, email, silent } = wish;
    const number = `+1212736${1000 + this.#records.size}`;
    const input = {
      name: "Ada",
      numberOfPeople: size,
      ...this.#when(start),
      notifyCustomer: !silent,
      phone: phone ? number : null,
      email: email ? "ada@example.com" : null,
    };
    const expected = refusals(this.#rules, wish);
    const verdict = await this.#ask("create_booking", input);
    const got = verdict.ok ? [] : codesOf(verdict.codes);
    expect(got, JSON.stringify(input)).toEqual(codesOf(expected));
    this.#count(verdict.ok ? "created" : `refused ${got[0]}`);
    if (!verdict.ok) return this.#tryAll("create_booking", input, verdict.error.suggestions);
    const record = verdict.output["reservation"] as WireReservation;
    const sitting = sittingAt(this.#settings, start, true);
    const large = size >= this.#settings.largeParty.from;
    expect(record).toMatchObject({
      timestamp: start,
      endTimestamp: start + stayLength(this.#settings, size),
      service: sitting?.name,
      serviceDate: sitting?.serviceDate,
      status: large && this.#settings.largeParty.mode === "pending" ? "pending" : "booked",
    });
    this.#records.set(record.id as string, record);
    await this.#isListed(record);
  }

  /** Checks that the list of the service date has the reservation. */
  async #isListed({ phone, email: _email, ...record }: WireReservation): Promise<void> {
    type Row = Omit<WireReservation, "email"> & { readonly alerts: readonly object[] };
    const { bookings } = await this.#house.ok<{ bookings: Row[] }>("list_bookings", {
      date: record.serviceDate,
      limit: 200,
    });
    const listed = bookings.find(({ id }) => id === record.id);
    expect(listed).toEqual({ ...record, alerts: [], phone: phone?.slice(-4) ?? null });
  }

  async #tryAll(tool: string, input: object, suggestions: readonly object[]): Promise<void> {
    for (const suggestion of suggestions) {
      const verdict = await this.#ask(tool, { ...input, ...suggestion, dryRun: true });
      expect(verdict, JSON.stringify(suggestion)).toMatchObject({
        ok: true,
        output: { changed: true },
      });
      this.#count("suggested");
    }
  }

  #pick(who: number): WireReservation | undefined {
    return [...this.#records.values()][who % Math.max(1, this.#records.size)];
  }

  #keep(record: WireReservation, operation: string): void {
    const id = record.id as string;
    const before = this.#records.get(id) as WireReservation;
    const { stays, holds } = this.#rules;
    this.#records.set(id, record);
    const at = this.#house.at;
    this.#newest.set(id, { before, at, undone: false, operation, was: { stays, holds } });
  }

  async #update(step: StepOf<"update">): Promise<void> {
    const record = this.#pick(step.who);
    const wished = step.moves ? this.#startOf(step) : record?.timestamp;
    if (record === undefined || wished === undefined) return;
    const stay = stayOf(record);
    const to = { start: wished, size: step.resizes ? step.size : stay.size };
    const input = {
      id: stay.id,
      ...(step.moves ? this.#when(to.start) : { time: record.time }),
      ...(step.resizes ? { numberOfPeople: to.size } : {}),
      notes: step.notes,
    };
    const rules = this.#rules;
    const same = rules.stays.find(({ id }) => id === stay.id) as RuleStay;
    const expected = updateRefusals(rules, same, to);
    const verdict = await this.#ask("update_booking", input);
    // This refusal depends on earlier questions to the guest, which the rule book does not know.
    const contact = !verdict.ok && verdict.codes.includes("ATTENDANCE_CONTACT_REQUIRED");
    const got = verdict.ok ? [] : codesOf(verdict.codes);
    if (!contact) expect(got, JSON.stringify(input)).toEqual(codesOf(expected));
    this.#count(verdict.ok ? `updated ${String(verdict.output["changed"])}` : "update refused");
    if (!verdict.ok) {
      expect(await this.#shown(stay.id)).toEqual(record);
      return this.#tryAll("update_booking", input, verdict.error.suggestions);
    }
    const after = verdict.output["reservation"] as WireReservation;
    const written = to.start !== stay.start || to.size !== stay.size;
    const noted = step.notes !== null && step.notes !== record.notes;
    expect(verdict.output["changed"]).toBe(written || noted);
    expect(stayOf(after)).toEqual({
      ...stay,
      ...to,
      end: written ? to.start + stayLength(this.#settings, to.size) : stay.end,
    });
    if (written || noted) this.#keep(after, "update_booking");
    else expect(after).toEqual(record);
  }

  async #mark({ who, tool }: StepOf<"mark">): Promise<void> {
    // Usually picks a reservation in a status in which the tool succeeds.
    const promising = [...this.#records.values()].filter(({ status }) =>
      FROM[tool].includes(status),
    );
    const record = who % 3 === 0 ? this.#pick(who) : promising[who % promising.length];
    if (record === undefined) return;
    const expected = markVerdict(tool, record, this.#rules);
    const verdict = await this.#ask(tool, { id: record.id });
    const changed = verdict.ok && verdict.output["changed"] === true;
    const got = verdict.ok ? (changed ? "moved" : "repeated") : verdict.codes[0];
    expect(got, `${tool} of ${record.status}`).toBe(expected);
    this.#count(`${tool} ${got}`);
    if (!verdict.ok) return;
    const after = verdict.output["reservation"] as WireReservation;
    expect(after.status).toBe(STATES[tool]);
    if (changed) this.#keep(after, tool);
    else expect(after).toEqual(record);
  }

  async #undo({ who, stranger }: StepOf<"undo">): Promise<void> {
    const newest = [...this.#newest].toSorted(([, one], [, other]) => other.at - one.at);
    const id = who % 5 === 0 ? this.#pick(who)?.id : newest[who % Math.min(2, newest.length)]?.[0];
    const record = this.#records.get(id ?? "");
    if (record === undefined) return;
    const change = this.#newest.get(record.id as string);
    const expected = stranger ? "NOTHING_TO_UNDO" : undoVerdict(record, change, this.#rules);
    const from = stranger ? caller({ principal: "key-2" }) : caller();
    const verdict = await this.#ask("undo_last_change", { id }, from);
    const got = verdict.ok ? "undone" : verdict.codes[0];
    expect(got, verdict.ok ? "" : said(verdict.error)).toBe(expected);
    this.#count(`undo: ${got}`);
    if (!verdict.ok || change === undefined) {
      expect(await this.#shown(record.id as string)).toEqual(record);
      return;
    }
    const after = verdict.output["reservation"] as WireReservation;
    expect(restorable(after)).toEqual(restorable(change.before));
    this.#records.set(record.id as string, after);
    this.#newest.set(record.id as string, { ...change, undone: true });
    if (change.operation === "mark_no_show")
      hadTheirTable(after.id as string, this.#newest.values());
  }

  /** Lets time pass until shortly before a party comes. */
  #goTo({ who, before }: StepOf<"toward">): void {
    const { stays, now } = this.#rules;
    const coming = stays.filter(({ start, status }) => status === "booked" && start > now);
    const next = coming[who % Math.max(1, coming.length)];
    if (next !== undefined) this.#house.at = Math.max(now, next.start - before * MINUTE);
  }

  #hold(step: StepOf<"hold">): void {
    const start = this.#startOf(step);
    const now = this.#house.at;
    if (start === undefined || start < now) return;
    const taken = { from: start, to: start + stayLength(this.#settings, step.size) };
    const until = now + step.minutes * MINUTE;
    const serial = this.#holds.push({ ...taken, size: step.size, until });
    holdTable(this.#house, serial, { ...taken, size: step.size, until });
  }

  /** Changes the settings. This changes no reservation, except how its start is displayed. */
  async #set(draft: HouseDraft): Promise<void> {
    const settings = settle(draft);
    if (settings === null) return;
    this.#house.set(overridesOf(draft));
    this.#settings = settings;
    this.#count("settings");
    const renamed = (record: WireReservation) => ({ ...record, ...this.#when(record.timestamp) });
    for (const [id, record] of this.#records) {
      expect(await this.#shown(id)).toEqual(renamed(record));
      this.#records.set(id, renamed(record));
      const change = this.#newest.get(id);
      if (change !== undefined) {
        this.#newest.set(id, { ...change, before: renamed(change.before) });
      }
    }
  }

  /** Checks the state of every start of the day, and the counts of each service. */
  async #look({ day, size }: StepOf<"look">): Promise<void> {
    const { now } = this.#rules;
    const date = daysAfter(dateAt(this.#zone, now), day);
    const sittings = sittingsOn(this.#settings, date);
    const starts = sittings.flatMap((sitting) => startsOf(sitting));
    const { slots } = await this.#house.ok<{
      slots: { timestamp: number; state: string; seatsFree: number | null }[];
    }>("check_availability", { date, numberOfPeople: size });
    expect(slots.map(({ timestamp }) => timestamp)).toEqual(starts);
    for (const { timestamp: start, state } of slots) {
      const wish = { start, size, phone: true, email: false, silent: false };
      const codes = refusals(this.#rules, wish);
      const { from, mode } = this.#settings.largeParty;
      const request = size >= from && mode === "pending";
      const free = request ? ["review"] : ["open", "tight"];
      expect(
        codes.length === 0 ? free : [stateOf(codes)],
        `${this.#when(start).time}: ${codes.join(", ")}`,
      ).toContain(state);
      this.#count(`slot ${state}`);
    }
    for (const sitting of sittings) await this.#isExplained(date, sitting);
  }

  async #isExplained(date: string, sitting: Sitting): Promise<void> {
    const { stays, holds, now } = this.#rules;
    const { slots } = await this.#house.ok<{
      slots: { timestamp: number; covers: number; startCovers: number; startParties: number }[];
    }>("explain_capacity", { date, service: sitting.name });
    const taken = [...takenOf(stays, now), ...holds];
    const sum = (list: readonly Taken[]) => list.reduce((total, one) => total + one.size, 0);
    for (const { timestamp, covers, startCovers, startParties } of slots) {
      const slot = slotOf(timestamp, sitting);
      const starting = startingIn(taken, slot);
      expect([startCovers, startParties]).toEqual([sum(starting), starting.length]);
      const instants = [slot.from, ...starting.map(({ from }) => from)];
      expect(covers).toBe(Math.max(...instants.map((at) => sum(presentAt(taken, at)))));
      this.#count("explained");
    }
  }
}

/** Plays `steps`, beginning `minutes` minutes after noon (UTC) on the day before the evening. */
export async function playRules(
  draft: HouseDraft,
  minutes: number,
  steps: readonly RuleStep[],
  tally: Tally,
): Promise<void> {
  const settings = settle(draft);
  if (settings === null) return;
  using house = openHouse();
  house.set(overridesOf(draft));
  house.at = Date.parse(`${daysAfter(draft.place[1], -1)}T12:00Z`) + minutes * MINUTE;
  const play = new Play(house, settings, tally);
  for (const step of steps) await play.step(step);
  await play.done();
}
