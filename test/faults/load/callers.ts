// The callers of an evening: agents that book, change and cancel; guests who join the waitlist; and
// guests who answer offers.
import { addDays, dateOf, formatDate } from "../../../src/domain/time.ts";
import type { Diary, Sender, SentAnswer, Write } from "./diary.ts";
import { AnswerLost, callTool, exchange } from "./exchange.ts";
import { type Guests, inboundText } from "./guests-gateway.ts";
import { BRAND, ZONE } from "./served-house.ts";

/** Returns a random whole number from 0 to `below` - 1. */
export type Chance = (below: number) => number;

/** Makes one call. Throws AnswerLost if the server is gone. */
export type Caller = (server: { readonly url: string }) => Promise<void>;

/** Few evenings, so that they are full. */
const DAYS = 3;
const SLOTS = 19;

function wish(pick: Chance): { readonly date: string; readonly time: string } {
  const minutes = pick(SLOTS) * 15;
  const date = formatDate(addDays(dateOf(Date.now(), ZONE), 2 + pick(DAYS)));
  const time = `${5 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} PM`;
  return { date, time };
}

/** A separate phone for each guest, so that their texts cannot be confused. */
let guests = 0;
function newGuest(caller: string): { readonly name: string; readonly phone: string } {
  guests += 1;
  return { name: `${caller} ${guests}`, phone: `+1212${String(2_000_000 + guests)}` };
}

const oneOf = (ids: ReadonlySet<string> | undefined, pick: Chance): string | undefined =>
  ids === undefined || ids.size === 0 ? undefined : [...ids][pick(ids.size)];

/** Sends a write once and records its answer, or that the answer was lost. */
async function send(diary: Diary, server: { readonly url: string }, write: Write): Promise<void> {
  try {
    const answer = await callTool(server, write.by.token(), write.tool, write.args);
    diary.note(write, answer);
  } catch (error) {
    // A malformed answer is recorded as lost, and also as a fault.
    diary.counts.lost += 1;
    diary.lost.push(write);
    throw error;
  }
}

export function booker(name: string, by: Sender, diary: Diary, pick: Chance): Caller {
  const write = (tool: string, args: object): Write => ({
    tool,
    args: { brand: BRAND, idempotencyKey: diary.nextKey(), ...args },
    by,
    caller: name,
  });
  const next = (): Write => {
    const id = oneOf(diary.standing.get(name), pick);
    const kind = pick(10);
    if (id === undefined || kind < 5) {
      const size = { numberOfPeople: 1 + pick(6) };
      return write("create_booking", { ...newGuest(name), ...size, ...wish(pick) });
    }
    if (kind === 5) return write("update_booking", { id, notes: `note ${diary.nextKey()}` });
    if (kind === 6) return write("update_booking", { id, ...wish(pick) });
    if (kind === 7) return write("update_booking", { id, numberOfPeople: 1 + pick(6) });
    return write("cancel_booking", { id, reason: "changed plans" });
  };
  return (server) => send(diary, server, next());
}

/** Guests who join the waitlist of a full evening and sometimes leave it. */
export function waitingGuests(name: string, by: Sender, diary: Diary, pick: Chance): Caller {
  return (server) => {
    const key = { brand: BRAND, idempotencyKey: diary.nextKey() };
    const id = oneOf(diary.waiting.get(name), pick);
    const leave = id !== undefined && pick(10) < 4;
    const size = { numberOfPeople: 1 + pick(4) };
    const write = leave
      ? { tool: "remove_from_waitlist", args: { ...key, id } }
      : { tool: "add_to_waitlist", args: { ...key, ...newGuest(name), ...size, ...wish(pick) } };
    return send(diary, server, { ...write, by, caller: name });
  };
}

/**
 * Delivers a guest's reply to the server, and returns whether the server accepted it. If the reply
 * is delivered again, it has the same id.
 */
export async function bring(
  { kind }: Pick<Guests, "kind">,
  server: { readonly url: string },
  answer: SentAnswer,
): Promise<boolean> {
  const { path, headers, body } = inboundText(kind, answer);
  const { status } = await exchange(server.url + path, { method: "POST", headers, body });
  return status === 204;
}

/** Guests who answer offers, most of them with YES. */
export function answeringGuests(open: Guests, diary: Diary, pick: Chance): Caller {
  return async (server) => {
    const offer = open.offers.shift();
    if (offer === undefined) return await Bun.sleep(5);
    const body = pick(10) < 7 ? "YES" : "NO";
    const answer = { id: `answer-${offer.id}`, from: offer.to, body };
    try {
      if (await bring(open, server, answer)) diary.taken.push(answer);
      else diary.lostAnswers.push(answer);
    } catch (error) {
      diary.lostAnswers.push(answer);
      throw error;
    }
  };
}

/** Runs all callers until `isOver`; a caller whose server no longer answers stops earlier. */
export async function letAct(
  callers: readonly Caller[],
  servers: readonly { readonly url: string }[],
  { diary, isOver }: { readonly diary: Diary; readonly isOver: () => boolean },
): Promise<void> {
  const act = async (caller: Caller, index: number): Promise<void> => {
    const server = servers[index % servers.length];
    if (server === undefined) return;
    while (!isOver()) {
      try {
        await caller(server);
      } catch (error) {
        if (!(error instanceof AnswerLost)) diary.faults.push(String(error));
        return;
      }
    }
  };
  await Promise.all(callers.map(act));
}
