// Random evenings with a waitlist: the steps of hosts, guests, the gateway and the clock, drawn
// from a seed so that an evening can be repeated.
import { createGatewayEvents } from "../../src/background/gateway-events.ts";
import { createInbox } from "../../src/background/inbound-texts.ts";
import type { WaitlistOffer } from "../../src/domain/waitlist.ts";
import { optIn } from "../../src/operations/guest/opt-in.ts";
import { optOut } from "../../src/operations/guest/opt-out.ts";
import { acceptOffer } from "../../src/operations/waitlist/accept-offer.ts";
import { endOffer } from "../../src/operations/waitlist/end-offer.ts";
import { everyRow } from "./load-sweep.ts";
import {
  asWritten,
  BRANDS,
  type Engine,
  GRID,
  HOUR,
  MINUTE,
  OPENING,
  SETTINGS,
  STARTS,
} from "./waiting-engine.ts";
import {
  brandOf,
  close,
  narrow,
  quieten,
  type StepOf,
  switchOff,
  widen,
} from "./waiting-settings.ts";

const PHONES = Array.from({ length: 6 }, (_, index) => `+1212736500${index}`);
const JUMPS = [1, 1, 1, 2, 2, 4, 4, 6, 11, 11, 21, 61, 90, 540].map((each) => each * MINUTE);

/** What one step did. */
export interface Played {
  readonly what: string;
  /** True if the same reply, given again, changed something, which is a fault. */
  readonly repeatChanged: boolean;
}

/** Makes one random step, but none of `without`. */
export async function playStep(
  engine: Engine,
  pick: (below: number) => number,
  without: readonly StepOf[] = [],
): Promise<Played> {
  const chosen =
    oneOf(
      STEPS.filter((step) => !without.includes(step)),
      pick,
    ) ?? advance;
  const what = await chosen(engine, pick);
  if (!what.startsWith("answer")) return { what, repeatChanged: false };
  const before = everyRow(engine.database);
  await repeatAnswer(engine);
  return { what, repeatChanged: everyRow(engine.database) !== before };
}

const oneOf = <T>(list: readonly T[], pick: (below: number) => number): T | undefined =>
  list[pick(list.length)];

/** Some phones have many waitlist entries, others few. */
const phoneOf = (pick: (below: number) => number): string =>
  PHONES[pick(1 + pick(PHONES.length))] ?? "";

/**
 * A start more than 15 minutes ahead. Closer starts count as walk-ins, which may exceed the pace.
 */
function startOf(engine: Engine, pick: (below: number) => number): { startAt: number } | null {
  const startAt = oneOf(pick(4) === 0 ? STARTS : GRID, pick) ?? 0;
  return startAt > engine.at + 15 * MINUTE ? { startAt } : null;
}

const resultOf = (name: string, answer: Record<string, unknown> | string): string =>
  typeof answer === "string" ? `${name} ${answer}` : name;

const book: StepOf = async (engine, pick) => {
  const start = startOf(engine, pick);
  if (start === null) return "nothing";
  const phone = pick(4) === 0 ? { phone: phoneOf(pick) } : { email: "ada@example.com" };
  const input = { name: "Ada", numberOfPeople: 1 + pick(6), brand: brandOf(pick), ...phone };
  return resultOf(
    "book",
    await engine.call("create_booking", { ...input, ...asWritten(start.startAt) }),
  );
};

interface Standing {
  readonly id: string;
  readonly brand: string;
  readonly phone: string | null;
  readonly size: number;
  readonly startAt: number;
  readonly endAt: number;
}

/** Picks a reservation that is booked or pending. */
function standing(engine: Engine, pick: (below: number) => number) {
  const rows = engine.database
    .query<Standing, []>(
      `SELECT id, brand, phone, party_size AS size, start_at AS startAt, end_at AS endAt
       FROM reservation
       WHERE status IN ('booked', 'pending') ORDER BY rowid`,
    )
    .all();
  return oneOf(rows, pick);
}

const cancel: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  if (found === undefined) return "nothing";
  const { id, brand } = found;
  return resultOf("cancel", await engine.call("cancel_booking", { id, brand }));
};

const noShow: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  if (found === undefined) return "nothing";
  const { id, brand } = found;
  return resultOf("no-show", await engine.call("mark_no_show", { id, brand }));
};

const shrink: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  if (found === undefined || found.size === 1) return "nothing";
  const { id, brand } = found;
  const numberOfPeople = 1 + pick(found.size - 1);
  return resultOf("shrink", await engine.call("update_booking", { id, brand, numberOfPeople }));
};

const move: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  const start = startOf(engine, pick);
  if (found === undefined || start === null) return "nothing";
  const input = { id: found.id, brand: found.brand, ...asWritten(start.startAt) };
  return resultOf("move", await engine.call("update_booking", input));
};

const wait: StepOf = async (engine, pick) => {
  const index = pick(GRID.length);
  const evening = pick(3) === 0 ? GRID.length : 0;
  const within = (offset: number): number => Math.min(GRID.length - 1, Math.max(0, index + offset));
  const at = (offset: number) => asWritten(STARTS[evening + within(offset)] ?? 0);
  const brand = brandOf(pick);
  const own = pick(5) === 0 ? standing(engine, pick) : undefined;
  const input = {
    brand,
    name: "Wanda",
    phone: own?.phone ?? phoneOf(pick),
    numberOfPeople: 1 + pick(pick(4) === 0 ? 8 : 3),
    ...at(0),
    earliestTime: at(-pick(3)).time,
    latestTime: at(pick(4)).time,
    priority: pick(4) === 0 ? 5 : 0,
    ...(own?.brand === brand && own.phone !== null ? { replaces: own.id } : {}),
  };
  return resultOf("wait", await engine.call("add_to_waitlist", input));
};

const leave: StepOf = async (engine, pick) => {
  const rows = engine.database
    .query<{ id: string; brand: string }, []>(
      "SELECT id, brand FROM waitlist_entry WHERE status IN ('waiting', 'offered', 'paused') ORDER BY rowid",
    )
    .all();
  const found = oneOf(rows, pick);
  if (found === undefined) return "nothing";
  return resultOf("leave", await engine.call("remove_from_waitlist", { ...found }));
};

let lastAnswer: { readonly word: "yes" | "no"; readonly offer: WaitlistOffer } | null = null;

/** Picks a phone, usually one with a live offer. */
function askedPhone(engine: Engine, pick: (below: number) => number): string {
  const phone = phoneOf(pick);
  const live = engine.database
    .query<{ phone: string }, []>(
      "SELECT phone FROM waitlist_offer WHERE state IN ('queued', 'sent') ORDER BY rowid",
    )
    .all();
  return pick(4) === 0 ? phone : (oneOf(live, pick)?.phone ?? phone);
}

const answer: StepOf = async (engine, pick) => {
  const chosen = askedPhone(engine, pick);
  const { offers } = engine.stores;
  const offer = offers.liveOfPhone(chosen) ?? offers.ofPhone(chosen)[0] ?? null;
  if (offer === null || offer.startAt <= engine.at + 15 * MINUTE) return "nothing";
  // The first phone has most entries: it declines most often, so that it gets further offers.
  const word =
    pick(offer.phone === PHONES[0] ? 6 : 3) < (offer.phone === PHONES[0] ? 5 : 1) ? "no" : "yes";
  lastAnswer = { word, offer };
  const kind = await repeatAnswer(engine);
  return `answer ${kind}`;
};

/** Gives the last reply. Called again, it repeats the reply, as gateways sometimes do. */
async function repeatAnswer(engine: Engine): Promise<string> {
  if (lastAnswer === null) return "nothing";
  const { word, offer } = lastAnswer;
  const late = offer.holdUntil <= engine.at ? " late" : "";
  const outcome = await engine.inBrand(offer.brand, (context) =>
    word === "yes"
      ? acceptOffer(offer, context).kind
      : `no ${endOffer(offer, "declined", context)}`,
  );
  return `${String(outcome)}${late}`;
}

const stopOrStart: StepOf = async (engine, pick) => {
  const phone = phoneOf(pick);
  const out = !engine.stores.optOuts.has(phone);
  await engine.inBrand(BRANDS[0], (context) =>
    out ? optOut(phone, null, context) : optIn(phone, null, context),
  );
  return out ? "stop" : "start";
};

const gateway: StepOf = (engine, pick) => {
  const moods = ["takes", "takes", "keeps", "keeps", "refuses", "loses", "away", "busy"] as const;
  engine.gateway = moods[pick(moods.length)] ?? "takes";
  return Promise.resolve(`gateway ${engine.gateway}`);
};

/** Lets the gateway report twice what happened to a text. */
const report: StepOf = async (engine, pick) => {
  const rows = engine.database
    .query<{ id: string; kind: string }, []>(
      "SELECT id, kind FROM message WHERE state = 'accepted' ORDER BY kind = 'offer' DESC, rowid DESC LIMIT 3",
    )
    .all();
  const found = oneOf(rows, pick);
  if (found === undefined) return "nothing";
  const said = pick(3) < 2 ? "failed" : "delivered";
  const event = { type: "status", status: said, code: null, optedOut: false } as const;
  const take = createGatewayEvents(engine, () => Promise.resolve());
  await take("test", [{ ...event, providerId: found.id, messageId: found.id }]);
  const before = everyRow(engine.database);
  await take("test", [{ ...event, providerId: found.id, messageId: found.id }]);
  if (everyRow(engine.database) !== before) throw new Error("A repeated report changed something");
  return `report ${said} ${found.kind}`;
};

/** Undoes a reservation's last change. */
const undo: StepOf = async (engine, pick) => {
  const rows = engine.database
    .query<{ id: string; brand: string }, []>("SELECT id, brand FROM reservation ORDER BY rowid")
    .all();
  const found = oneOf(rows, pick);
  if (found === undefined) return "nothing";
  return resultOf("undo", await engine.call("undo_last_change", { ...found }));
};

const correct: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  if (found === undefined) return "nothing";
  const { id, brand } = found;
  const contact = { id, brand, name: "Ada", phone: phoneOf(pick), email: "" };
  return resultOf("correct", await engine.call("change_contact", contact));
};

const arrive: StepOf = async (engine, pick) => {
  const found = standing(engine, pick);
  if (found === undefined) return "nothing";
  const { id, brand } = found;
  return resultOf("arrive", await engine.call("mark_arrived", { id, brand }));
};

const pause: StepOf = async (engine, pick) => {
  const rows = engine.database
    .query<{ id: string; brand: string; status: string }, []>(
      "SELECT id, brand, status FROM waitlist_entry WHERE status IN ('waiting', 'offered', 'paused') ORDER BY rowid",
    )
    .all();
  const found = oneOf(rows, pick);
  if (found === undefined) return "nothing";
  const { id, brand, status } = found;
  const operation = status === "paused" ? "resume_entry" : "pause_entry";
  return resultOf(operation, await engine.call(operation, { id, brand }));
};

/** Delivers a text from a guest, who usually has an offer. */
const text: StepOf = async (engine, pick) => {
  const body = oneOf(["YES", "yes", "NO", "no", "STOP", "START", "what?"], pick) ?? "";
  const inbox = createInbox(engine);
  const providerEventId = engine.random(8).toHex();
  const arrived = { from: askedPhone(engine, pick), body, provider: "p", providerEventId };
  const handledAs = await inbox(arrived);
  const before = everyRow(engine.database);
  const again = await inbox(arrived);
  if (again !== "repeated" || everyRow(engine.database) !== before) {
    throw new Error(`The repeated text ${body} changed something`);
  }
  return `text ${handledAs}`;
};

/**
 * Delivers a text that is no clear answer, from a guest with an offer, around the time at which the
 * hold ends.
 */
const question: StepOf = async (engine, pick) => {
  const live = engine.database
    .query<{ phone: string; holdUntil: number }, []>(
      "SELECT phone, hold_until AS holdUntil FROM waitlist_offer WHERE state = 'sent' ORDER BY rowid",
    )
    .all();
  const found = oneOf(live, pick);
  if (found === undefined) return "nothing";
  engine.at = Math.max(engine.at, found.holdUntil + (oneOf([-4 * MINUTE, -1, 0, 500], pick) ?? 0));
  await engine.writer.write(() => engine.stores.instance.setClockOffset(engine.at));
  const offer = () => engine.stores.offers.liveOfPhone(found.phone);
  const before = offer();
  const id = engine.random(8).toHex();
  const handledAs = await createInbox(engine)({
    from: found.phone,
    body: oneOf(["Is there a high chair?", "yes, but later", "no problem"], pick) ?? "",
    provider: "p",
    providerEventId: id,
  });
  const wasHeld = before !== null && engine.at < before.holdUntil;
  const isHeld = (offer()?.holdUntil ?? 0) > (before?.holdUntil ?? 0);
  if (!wasHeld && isHeld) throw new Error("An ended hold became valid again");
  return `question ${handledAs}${isHeld ? ", held longer" : ""}`;
};

const advance: StepOf = async (engine, pick) => {
  engine.at += oneOf(JUMPS, pick) ?? MINUTE;
  await engine.writer.write(() => engine.stores.instance.setClockOffset(engine.at));
  return "clock";
};

const loop: StepOf = async (engine) => {
  await engine.run();
  return "loop";
};

/** How often each step is made, relative to the others. */
const WEIGHTS: readonly (readonly [StepOf, number])[] = [
  [book, 4],
  [cancel, 3],
  [noShow, 1],
  [shrink, 1],
  [move, 1],
  [wait, 4],
  [leave, 1],
  [answer, 3],
  [stopOrStart, 1],
  [gateway, 1],
  [report, 2],
  [widen, 1],
  [narrow, 1],
  [close, 1],
  [quieten, 1],
  [switchOff, 1],
  [undo, 2],
  [correct, 1],
  [arrive, 1],
  [pause, 1],
  [text, 3],
  [question, 1],
  [advance, 3],
  [loop, 5],
];
/**
 * Steps that half of the evenings leave out, so that more of their offers are made and answered.
 */
export const UNRULY: readonly StepOf[] = [
  report,
  narrow,
  close,
  quieten,
  switchOff,
  undo,
  correct,
  arrive,
  pause,
  text,
];
const STEPS = WEIGHTS.flatMap(([step, weight]) => Array.from({ length: weight }, () => step));

/** When the steps may begin: from three days to 90 minutes before the first start. */
export const BEGINNINGS = [75 * HOUR, 31 * HOUR, 22 * HOUR, 6 * HOUR, 90 * MINUTE].map(
  (ahead) => OPENING - ahead,
);

/** The limits of an evening. */
export const limitsFrom = (pick: (below: number) => number): object => ({
  seats: 6 + pick(4),
  maxPartySize: 6,
  paceCovers: [6, 8, null][pick(3)] ?? null,
  paceParties: [null, 2][pick(2)] ?? null,
  maxPartiesPresent: [null, 3][pick(2)] ?? null,
  largeParty: { from: 6, mode: (["allow", "refuse"] as const)[pick(2)] ?? "allow" },
  quietHours: pick(3) === 0 ? { from: "00:00", to: "00:00" } : { from: "21:30", to: "09:00" },
  turnMinutes: SETTINGS.turnMinutes,
});
