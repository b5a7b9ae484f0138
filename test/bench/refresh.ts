// Measures token refreshes and durable bookings of one server, alternately, so that busy moments of
// the machine affect both.
import type { DevLine } from "../../src/cli/dev-guide.ts";
import { booking } from "./bookings.ts";
import { post, startProduct } from "./calls.ts";
import { addConsents, CLIENT_ID, type HeldTokens } from "./consents.ts";
import { addHouse, open } from "./house.ts";
import { type Effort, median, type Part } from "./part.ts";

const AT_ONCE = 32;
/** The longest time for which one of the two is measured before the other, seconds. */
const ROUND_S = 0.5;

/** How long one of the two is measured before the other, seconds. */
const turnOf = ({ seconds }: Effort): number => Math.min(ROUND_S, seconds);

/** Refreshes a client's token. Returns the next refresh token. */
async function renewed(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      refresh_token: token,
    }),
  });
  const { refresh_token: next } = (await response.json()) as { refresh_token?: string };
  if (next === undefined) throw new Error(`A token refresh was refused: ${response.status}.`);
  return next;
}

/** Calls `once` from 32 callers at the same time, for `seconds`. Returns the calls per second. */
async function rate(seconds: number, once: (place: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  const worker = async (place: number): Promise<void> => {
    while (performance.now() < end) {
      await once(place);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => worker(place)));
  return (done / (performance.now() - began)) * 1000;
}

async function inTurns(line: DevLine, held: readonly HeldTokens[], effort: Effort) {
  const { seconds, rounds: least, warmUpSeconds } = effort;
  const turn = turnOf(effort);
  const tokens = held.map(({ refresh }) => refresh);
  let index = 0;
  const renew = async (place: number): Promise<void> => {
    tokens[place] = await renewed(line.url, tokens[place] ?? "");
  };
  const book = async (): Promise<void> => {
    if (!(await post(line.mcp, line.apiKey, "create_booking", booking(index++)))) {
      throw new Error("A booking was refused.");
    }
  };
  await rate(warmUpSeconds / 2, renew);
  await rate(warmUpSeconds / 2, book);
  const rounds: { renewals: number; bookings: number }[] = [];
  for (let round = 0; round < Math.max(least, (2 * seconds) / turn); round += 1) {
    const renewals = await rate(turn, renew);
    rounds.push({ renewals, bookings: await rate(turn, book) });
  }
  return rounds;
}

/** Measures refreshes per second and bookings per second. */
export const refresh: Part = async (folder, effort) => {
  const prepared = await open(folder, { prepare: addHouse });
  const { held } = await addConsents(prepared, AT_ONCE);
  await prepared.close();
  const { line, stop } = await startProduct(folder);
  const rounds = await inTurns(line, held, effort);
  await stop();
  const figures = {
    "renewals/s": Math.round(median(rounds.map(({ renewals }) => renewals))),
    "bookings/s": Math.round(median(rounds.map(({ bookings }) => bookings))),
  };
  const value = median(rounds.map(({ renewals, bookings }) => renewals / bookings));
  return {
    ratios: [{ name: "refresh exchange / create_booking by API key, both over HTTP", value }],
    rows: [{ name: "32 clients at once", figures }],
    method: `${AT_ONCE} at once, ${rounds.length} turns of ${turnOf(effort)} s each, durable, median`,
  };
};
