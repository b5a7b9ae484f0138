// Plays rounds of concurrent calls to one slot. Checks whether the answers of each round could also
// come from calls that run one after another.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numbersFrom } from "../../support/numbers.ts";
import { openGuests } from "../load/guests-gateway.ts";
import { makeHouse, serve } from "../load/served-house.ts";
import { isLinearizable, type SlotCall } from "./checker.ts";
import { MOST_ROUNDS, PLACES, playRound } from "./slot-round.ts";

const LIMITS = [
  { seats: PLACES, paceCovers: null },
  { seats: 1000, paceCovers: PLACES },
];

/**
 * A history is the calls of one round. `refuted`: the first history that no sequential order
 * explains; null if there is none.
 */
export interface Linearity {
  readonly rounds: number;
  readonly calls: number;
  /** The number of calls that overlapped another call in time. */
  readonly overlapping: number;
  readonly refuted: readonly SlotCall[] | null;
  readonly histories: readonly (readonly SlotCall[])[];
}

/**
 * Plays at several restaurants, which take the two LIMITS in turn. `servers`: how many servers share
 * the database of a restaurant.
 */
export async function playSlots(options: {
  readonly command: readonly string[];
  readonly rounds: number;
  readonly seed: number;
  readonly servers: number;
}): Promise<Linearity> {
  const histories: SlotCall[][] = [];
  for (let house = 0; histories.length < options.rounds; house += 1) {
    const left = Math.min(options.rounds - histories.length, MOST_ROUNDS);
    histories.push(...(await playHouse(options, { house, rounds: left })));
  }
  const calls = histories.flat().length;
  const overlapping = histories.reduce((sum, history) => sum + overlaps(history), 0);
  const refuted = histories.find((history) => !isLinearizable(history, PLACES)) ?? null;
  return { rounds: histories.length, calls, overlapping, refuted, histories };
}

async function playHouse(
  { command, seed, servers: count }: Parameters<typeof playSlots>[0],
  { house: number, rounds }: { readonly house: number; readonly rounds: number },
): Promise<SlotCall[][]> {
  const folder = mkdtempSync(join(tmpdir(), "maitred-slots-"));
  await using guests = await openGuests("webhook", seed);
  const settings = { ...LIMITS[(seed + number) % LIMITS.length], maxPartySize: PLACES };
  const house = await makeHouse({ command, folder, guests, servers: count, settings });
  const servers = await Promise.all(house.ports.map((_, place) => serve(house, place)));
  const pick = numbersFrom(seed * 1000 + number);
  try {
    const histories: SlotCall[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      histories.push(await playRound({ house, servers, pick }, round));
    }
    return histories;
  } finally {
    for (const server of servers) server.signal("SIGKILL");
    await Promise.all(servers.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}

const overlaps = (history: readonly SlotCall[]): number =>
  history.filter((one) =>
    history.some(
      (other) =>
        other !== one && other.invokedAt < one.returnedAt && one.invokedAt < other.returnedAt,
    ),
  ).length;
