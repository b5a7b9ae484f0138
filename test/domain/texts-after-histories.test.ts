// Goal: whatever happens to a few reservations of two phones, no phone gets too many texts, a text
// twice, or a cancellation of a reservation that it never heard of. Method: random histories against
// a model of the outbox. Between the changes, texts are sent, fail, are tried again and expire.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import type { MessageKind, MessageState } from "../../src/domain/message.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { type BrandSettings, resolveSettings } from "../../src/domain/settings.ts";
import {
  type PastText,
  type TextCause,
  type TextFacts,
  textsAfter,
} from "../../src/domain/texts-after.ts";
import { DAY, EVENING, HOUR, MINUTE, reservation } from "../storage/samples.ts";

const PHONES = ["+12125550123", "+12125550124"] as const;
const CEILING = 2;
/** How many texts above CEILING may correct what a guest has read. */
const CORRECTIONS = 12;
const DIRECT: readonly MessageKind[] = ["confirmation", "update", "request_received"];

interface Text extends PastText {
  readonly about: string;
  readonly key: string;
  state: MessageState;
  doubtful: boolean;
  attemptedAt: number | null;
  /** What the text says, which is compared with the text before. */
  readonly says: string;
}

/** One change, with a number that decides its details. */
interface Act {
  readonly what:
    | "book"
    | "cancel"
    | "give_back"
    | "lapse"
    | "decline"
    | "approve"
    | "replace"
    | "move"
    | "resize"
    | "rename"
    | "readdress"
    | "undo"
    | "readmit"
    | "send"
    | "deliver"
    | "settle"
    | "opt"
    | "wait";
  readonly which: number;
}

const said = ({ startAt, partySize, name, phone }: Reservation): string =>
  [startAt, partySize, name, phone].join(" ");

function deliver(text: Text, now: number): void {
  if (text.state === "due") text.attemptedAt = now;
  if (text.state === "due" || text.state === "sending") text.state = "delivered";
}

class World {
  now = EVENING - 3 * DAY;
  readonly texts: Text[] = [];
  readonly optedOut = new Set<string>();
  readonly #reservations: Reservation[] = [];
  /** For each reservation, the state before the change that can be undone, and the change's time. */
  readonly #undo = new Map<string, { readonly before: Reservation; readonly since: number }>();
  /** For each reservation, when the details in its texts last changed. */
  readonly #changedAt = new Map<string, number>();
  readonly #settings: BrandSettings;

  constructor(settings: object) {
    const zone = { timeZone: "America/New_York", defaultCountry: "US" };
    this.#settings = resolveSettings({
      ...zone,
      smsBudget: { directPerPhone: CEILING },
      ...settings,
    });
  }

  run({ what, which }: Act): void {
    // Like transactions, no two changes have the same instant.
    this.now += 1;
    const found = this.#reservations[which % Math.max(1, this.#reservations.length)];
    if (what === "book") this.#book(which);
    else if (what === "wait") this.now += [MINUTE, HOUR, 13 * HOUR][which % 3] ?? 0;
    else if (what === "send" || what === "settle") this.#gateway(what, which);
    else if (what === "deliver") for (const text of this.texts) deliver(text, this.now);
    else if (what === "opt") this.#opt(which);
    else if (found !== undefined) this.#change(what, found, which);
  }

  #book(which: number): void {
    const phone = PHONES[which % 2] ?? null;
    const made = reservation({
      phone,
      startAt: EVENING,
      endAt: EVENING + 105 * MINUTE,
      status: which % 5 === 4 ? "pending" : "booked",
      notifyCustomer: which % 7 !== 6,
      flags: [],
    });
    this.#reservations.push(made);
    this.#tell(made, made, { kind: "booked" }, "caller", true);
  }

  #opt(which: number): void {
    const phone = PHONES[which % 2] ?? "";
    if (!this.optedOut.delete(phone)) this.optedOut.add(phone);
  }

  /** The gateway accepts due texts, and reports what happened to earlier ones. */
  #gateway(what: "send" | "settle", which: number): void {
    for (const [index, text] of this.texts.entries()) {
      const turn = which + index;
      if (what === "send" && text.state === "due") {
        text.attemptedAt = this.now;
        text.state = turn % 6 === 5 ? "expired" : "sending";
      } else if (what === "settle" && text.state === "sending") {
        const states = ["delivered", "accepted", "failed", "unknown", "due"] as const;
        text.state = states[turn % states.length] ?? "delivered";
        text.doubtful = text.state === "due" && turn % 2 === 0;
      }
    }
  }

  #change(what: Act["what"], found: Reservation, which: number): void {
    const open = found.status === "booked" || found.status === "pending";
    const cancelled = { status: "cancelled" } as const;
    switch (what) {
      case "cancel":
        if (open) this.#become(found, cancelled, { kind: "cancelled" }, "caller", true);
        return;
      case "give_back":
        if (open) this.#become(found, cancelled, { kind: "cancelled" }, "guest", false);
        return;
      case "lapse":
        if (!open) return;
        this.#become(
          found,
          cancelled,
          { kind: found.status === "pending" ? "declined" : "released" },
          "system",
          true,
        );
        return;
      case "decline":
        if (found.status !== "pending") return;
        this.#become(found, cancelled, { kind: "declined" }, "caller", true);
        return;
      case "approve":
        if (found.status !== "pending") return;
        this.#become(found, { status: "booked" }, { kind: "approved" }, "caller", true);
        return;
      case "replace": {
        const phone = PHONES[which % 2] ?? "";
        if (open) this.#become(found, cancelled, { kind: "replaced", phone }, "guest", false);
        return;
      }
      case "move": {
        const startAt = EVENING + (which % 3) * HOUR;
        if (!open || startAt === found.startAt) return;
        this.#become(
          found,
          { startAt, endAt: startAt + 105 * MINUTE },
          { kind: "changed" },
          "caller",
          true,
        );
        return;
      }
      case "resize": {
        const partySize = 2 + (which % 3);
        if (!open || partySize === found.partySize) return;
        this.#become(found, { partySize }, { kind: "changed" }, "caller", true);
        return;
      }
      case "rename":
      case "readdress": {
        const phone = what === "readdress" ? (PHONES[which % 2] ?? null) : found.phone;
        const name = what === "rename" ? `Ada ${which % 3}` : found.name;
        if (phone === found.phone && name === found.name) return;
        this.#become(found, { name, phone }, { kind: "corrected" }, "caller", true);
        return;
      }
      case "readmit":
        if (found.status !== "cancelled") return;
        this.#become(found, { status: "booked" }, { kind: "readmitted" }, "guest", false);
        return;
      case "undo": {
        const last = this.#undo.get(found.id);
        if (last === undefined) return;
        const { status, startAt, endAt, partySize, name, phone } = last.before;
        const restored = { status, startAt, endAt, partySize, name, phone };
        this.#become(found, restored, { kind: "undone", since: last.since }, "caller", false);
        return;
      }
      default:
        return;
    }
  }

  #become(
    before: Reservation,
    changes: Partial<Reservation>,
    cause: TextCause,
    by: TextFacts["by"],
    canBeUndone: boolean,
  ): void {
    const next = { ...before, ...changes };
    const retimed = next.startAt !== before.startAt || next.phone !== before.phone;
    const after = {
      ...next,
      revision: before.revision + 1,
      timeRevision: before.timeRevision + (retimed ? 1 : 0),
    };
    const isRequest = (one: Reservation): boolean => one.status === "pending";
    if (said(before) !== said(after) || isRequest(before) !== isRequest(after))
      this.#changedAt.set(after.id, this.now);
    if (canBeUndone) this.#undo.set(before.id, { before, since: this.now });
    else this.#undo.delete(before.id);
    const told = this.#tell(before, after, cause, by, false);
    this.#reservations[this.#reservations.indexOf(before)] = told;
  }

  /** Applies the result of textsAfter as the outbox does, and checks the rules for it. */
  #tell(
    before: Reservation,
    after: Reservation,
    cause: TextCause,
    by: TextFacts["by"],
    isNew: boolean,
  ): Reservation {
    const own = isNew ? [] : this.texts.filter(({ about }) => about === after.id);
    const history = own.toSorted((one, other) => other.createdAt - one.createdAt);
    const opted = this.optedOut.has(after.phone ?? "");
    const { withdrawn, text, flags } = textsAfter(before, after, history, this.#settings, {
      now: this.now,
      endingsAt: this.now,
      cause,
      by,
      budgetLeft: true,
      phone: { usable: opted ? "opted_out" : "yes", ...this.#counts(after) },
    });
    const waiting = own.filter(({ state }) => state === "due" || state === "held");
    expect(withdrawn).toHaveLength(waiting.length);
    const overtaken = waiting.some(({ kind, to }) => DIRECT.includes(kind) && to === after.phone);
    for (const one of waiting) one.state = one.doubtful ? "unknown" : "void";
    if (text !== null && text.notSent === null) {
      const { kind, again, dueAt } = text;
      expect(opted, "a phone that opted out is texted").toBe(false);
      expect(dueAt).toBeGreaterThanOrEqual(this.now);
      if (kind === "cancellation" && by !== "guest" && after.notifyCustomer) {
        this.#mayTakeBack(after, own, overtaken);
      }
      const key = `${after.id}:${kind}:${after.timeRevision}:${again ?? ""}`;
      this.#enqueue(after, { kind, key }, by);
    }
    return { ...after, flags };
  }

  /**
   * Checks that a cancellation goes only to a guest who knows of the reservation: from a text,
   * from a text about it that was withdrawn, or from accepting an offer (then no text exists).
   */
  #mayTakeBack(after: Reservation, own: readonly Text[], overtaken: boolean): void {
    const last = this.#left(after).at(-1);
    const isKnown = last !== undefined && last.kind !== "cancellation";
    const before = own.some(({ kind, state }) => DIRECT.includes(kind) && state === "void");
    const isNews = last === undefined && (overtaken || before || own.length === 0);
    expect(
      isKnown || isNews,
      "a cancellation is sent to a guest who was never told of the reservation",
    ).toBe(true);
    if (own.length === 0) expect(after.flags).not.toContain("call_to_confirm");
  }

  #enqueue(
    after: Reservation,
    { kind, key }: Pick<Text, "kind" | "key">,
    by: TextFacts["by"],
  ): void {
    const same = this.texts.find((text) => text.key === key);
    if (same !== undefined && same.state !== "void") return;
    if (same !== undefined) this.texts.splice(this.texts.indexOf(same), 1);
    const text: Text = {
      about: after.id,
      kind,
      key,
      state: "due",
      to: after.phone ?? "",
      createdAt: this.now,
      doubtful: false,
      attemptedAt: null,
      says: said(after),
    };
    const last = this.#left(after).at(-1);
    // The guest may not have read a text that failed, is at the gateway or is in doubt.
    const isRead = last !== undefined && ["due", "accepted", "delivered"].includes(last.state);
    // A text may be repeated after a change and its undo, because the guest may know of the change.
    const stood = last !== undefined && (this.#changedAt.get(after.id) ?? 0) < last.createdAt;
    // It may also be repeated for a restored silent reservation.
    const isSame =
      isRead && stood && after.notifyCustomer && last.kind === kind && last.says === text.says;
    // A guest who replies is answered, whatever they have read.
    expect(isSame && by !== "guest", `${kind} is sent twice: ${text.says}`).toBe(false);
    this.texts.push(text);
    const { direct } = this.#counts({ ...after, id: "none" });
    if (by !== "guest" && DIRECT.includes(kind)) {
      expect(direct).toBeLessThanOrEqual(CEILING + CORRECTIONS);
      if (last === undefined) expect(direct).toBeLessThanOrEqual(CEILING);
    }
  }

  /** The texts about a reservation to its phone that were sent or will be, oldest first. */
  #left({ id, phone }: Reservation): readonly Text[] {
    return this.texts
      .filter(({ about, to }) => about === id && to === phone)
      .filter(({ state }) => state !== "void" && state !== "expired")
      .toSorted((one, other) => one.createdAt - other.createdAt);
  }

  #counts({ id, phone }: Pick<Reservation, "id" | "phone">) {
    const counted = this.texts.filter(
      ({ about, to, state, doubtful, attemptedAt, createdAt }) =>
        to === phone &&
        state !== "void" &&
        state !== "expired" &&
        (about !== id || (state !== "due" && state !== "held") || doubtful) &&
        (attemptedAt ?? createdAt) > this.now - DAY,
    );
    const direct = counted.filter(({ kind }) => DIRECT.includes(kind)).length;
    const cancelled = counted.filter(({ kind }) => kind === "cancellation").length;
    return { direct, cancelled };
  }
}

const acts = fc.array(
  fc.record<Act>({
    what: fc.constantFrom<Act["what"][]>(
      "book",
      "book",
      "cancel",
      "cancel",
      "give_back",
      "lapse",
      "decline",
      "approve",
      "replace",
      "move",
      "move",
      "resize",
      "rename",
      "readdress",
      "undo",
      "undo",
      "readmit",
      "send",
      "deliver",
      "deliver",
      "settle",
      "settle",
      "opt",
      "wait",
    ),
    which: fc.nat(100),
  }),
  { maxLength: 60 },
);
const settings = fc.record({
  cancelNotification: fc.boolean(),
  updateNotification: fc.boolean(),
});

test("the rules for texts hold in every history", () => {
  fc.assert(
    fc.property(settings, acts, (overrides, history) => {
      const world = new World(overrides);
      for (const act of history) world.run(act);
    }),
    { numRuns: 500 },
  );
});
