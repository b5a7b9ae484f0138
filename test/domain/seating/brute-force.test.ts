// Goal: in any small restaurant and for any requests, no party gets an impossible table, none is
// refused while a place is free, the best place is chosen, and only movable parties move. Method:
// compare with the plainest code for the rules, and with a search of all assignments. npm run seatings
// plays 20,000 restaurants. It prints how many parties get a table if nobody moves ("best fit"), if
// others may move ("chain"), and by the search of all assignments ("exact").
import { afterAll, expect, test } from "bun:test";
import { numbersFrom } from "../../support/numbers.ts";
import { PlayedHouse, tally } from "./played-house.ts";

const HOUSES = Number(process.env["MAITRED_TEST_HOUSES"] ?? 400);

test(
  `tables in ${HOUSES} small restaurants are given by the rules`,
  () => {
    for (let seed = 1; seed <= HOUSES; seed += 1) {
      try {
        new PlayedHouse(numbersFrom(seed)).play();
      } catch (error) {
        throw new Error(`House ${seed}: ${(error as Error).message}`, { cause: error });
      }
    }
    expect(tally.bestFit).toBeLessThan(tally.chain);
    expect(tally.chain).toBeLessThanOrEqual(tally.exact);
    expect(tally.exact).toBeLessThan(tally.asked);
    for (const seen of [tally.kept, tally.rehoused, tally.planned]) expect(seen).toBeGreaterThan(0);
  },
  Math.max(60_000, HOUSES * 100),
);

afterAll(() => {
  if (process.env["MAITRED_TEST_HOUSES"] === undefined) return;
  const { asked, bestFit, chain, exact, moves, leastMoves } = tally;
  const share = (seated: number): string => `${((100 * seated) / exact).toFixed(2)} % of exact`;
  console.log(`${asked} parties asked for a table; exact: ${exact} got one`);
  console.log(`best fit: ${bestFit}, ${share(bestFit)}; chain: ${chain}, ${share(chain)}`);
  console.log(`moves: ${moves}; the fewest possible: ${leastMoves}`);
});
