// One round of the linearizability test: clients book, cancel and read the same slot at the same time,
// and each call is recorded with its answer.
import { addDays, dateOf, formatDate } from "../../../src/domain/time.ts";
import type { Chance } from "../load/callers.ts";
import { callTool, type ToolAnswer } from "../load/exchange.ts";
import { BRAND, type House, type Server, ZONE } from "../load/served-house.ts";
import type { SlotCall } from "./checker.ts";

const TIME = "7:00 PM";
const CLIENTS = 8;
const CALLS_EACH = 6;

/** The most rounds in one restaurant; each needs its own date. */
export const MOST_ROUNDS = 170;
/** Seats in the slot. */
export const PLACES = 10;

export async function playRound(
  { house, servers, pick }: { house: House; servers: readonly Server[]; pick: Chance },
  round: number,
): Promise<SlotCall[]> {
  const date = formatDate(addDays(dateOf(Date.now(), ZONE), 2 + (round % MOST_ROUNDS)));
  const calls: SlotCall[] = [];
  const client = async (number: number): Promise<void> => {
    const server = servers[number % servers.length] ?? { url: "" };
    const ask = (tool: string, args: object): Promise<ToolAnswer> =>
      callTool(server, house.key, tool, { brand: BRAND, ...args });
    const mine: string[] = [];
    for (let n = 0; n < CALLS_EACH; n += 1) {
      const invokedAt = performance.now();
      const seen = await actOnce(ask, { date, mine, pick });
      if (seen !== null) calls.push({ ...seen, invokedAt, returnedAt: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return calls;
}

type Ask = (tool: string, args: object) => Promise<ToolAnswer>;
type Seen = SlotCall extends infer Call
  ? Call extends SlotCall
    ? Omit<Call, "invokedAt" | "returnedAt">
    : never
  : never;

/** Makes one call. Null: refused because the database was locked, so nothing was done. */
async function actOnce(
  ask: Ask,
  { date, mine, pick }: { date: string; mine: string[]; pick: Chance },
): Promise<Seen | null> {
  const kind = pick(10);
  const [own] = mine;
  if (kind < 2) {
    const { structured } = await ask("explain_capacity", { date });
    const slots = structured["slots"] as readonly { time: string; covers: number }[];
    return { did: "read", covers: slots.find(({ time }) => time === TIME)?.covers ?? Number.NaN };
  }
  if (kind === 2) {
    const { structured } = await ask("list_bookings", { date });
    return { did: "read", covers: Number(structured["covers"]) };
  }
  if (kind < 6 && own !== undefined) {
    const answer = await ask("cancel_booking", { id: own });
    if (answer.code === "UNAVAILABLE") return null;
    if (answer.isError) throw new Error(answer.text);
    mine.shift();
    return { did: "cancel", id: own };
  }
  const size = 1 + pick(4);
  const answer = await ask("create_booking", {
    name: "Ana",
    numberOfPeople: size,
    date,
    time: TIME,
  });
  if (answer.code === "UNAVAILABLE") return null;
  if (answer.isError && !FULL.includes(answer.code ?? "")) throw new Error(answer.text);
  if (answer.isError) return { did: "refused", size };
  const { id } = answer.structured["reservation"] as { readonly id: string };
  mine.push(id);
  return { did: "book", size, id };
}

const FULL = ["CAPACITY_FULL", "PACE_FULL"];
