// Goal: a table is offered fairly: to everybody once before anybody twice. After limits are raised,
// guests are offered the start nearest to their request. An offer counts only if its text was sent.
import { describe, expect, test } from "bun:test";
import type { OfferState } from "../../src/domain/waitlist.ts";
import type { OfferEnd } from "../../src/operations/waitlist/end-offer.ts";
import { feedWidened } from "../../src/operations/waitlist/settings-widened.ts";
import { openTestDatabase } from "../support/database.ts";
import { end, engineAt, offersTo, status, taken, wait } from "../support/waiting-desk.ts";
import { BRANDS, type Engine, HOUR, MINUTE, OPENING } from "../support/waiting-engine.ts";

const [BISTRO] = BRANDS;
const ANA = "+12127367001";

describe("one table is offered in turn", () => {
  /** Ends one offer after the other in the given ways. Returns which start was offered to whom. */
  async function round(
    endings: readonly OfferEnd[],
    windows: readonly string[],
  ): Promise<readonly string[]> {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const ids: string[] = [];
    for (const latestTime of windows) ids.push(await wait(engine, { latestTime }));
    await (await taken(engine))();
    const asked: string[] = [];
    for (const ending of endings) {
      await engine.run();
      const live = ids.findIndex((id) => engine.stores.waitlist.offerOf(id) !== null);
      const offer = engine.stores.waitlist.offerOf(ids[live] ?? "");
      asked.push(`${live} ${((offer?.startAt ?? 0) - OPENING) / MINUTE}`);
      if (offer !== null) await end(engine, offer.entryId, ending);
    }
    return asked;
  }
  const WIDE = "6:30 PM";
  test.each([
    [
      "to everybody once before anybody twice",
      ["declined", "declined", "declined", "declined"],
      [WIDE, WIDE, WIDE],
      ["0 0", "1 0", "2 0", "0 15"],
    ],
    [
      "a second time in the order of the list",
      ["declined", "declined", "declined", "declined"],
      [WIDE, WIDE],
      ["0 0", "1 0", "0 15", "0 30"],
    ],
    [
      "a second time also to a guest who did not answer, after the others",
      ["expired", "declined", "declined"],
      [WIDE, WIDE],
      ["0 0", "1 0", "0 15"],
    ],
  ] as const)("%s", async (_, endings: readonly OfferEnd[], windows, expected) => {
    expect(await round(endings, windows)).toEqual([...expected]);
  });
});

describe("after limits are raised, the start nearest to the request is offered", () => {
  test.each([
    ["6:45 PM", 45],
    ["7:15 PM", 75],
  ])("to a guest who asked for %s", async (time, minutes) => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const window = { time, earliestTime: "6:00 PM", latestTime: "7:30 PM" };
    const id = await wait(engine, window);
    await engine.inBrand(BISTRO, (context) =>
      feedWidened({ ...context.brand.settings, seats: 2 }, context),
    );
    await engine.run();
    expect(offersTo(engine, id)).toEqual([`sent ${minutes}`]);
  });
});

describe("an offer counts if its text was sent", () => {
  const count = (engine: Engine, id: string) => engine.stores.waitlist.entry(id)?.offersSent;
  const cases: readonly (readonly [OfferState, boolean, number])[] = [
    ["withdrawn", false, 0],
    ["withdrawn", true, 1],
    ["declined", true, 1],
    ["expired", true, 1],
    ["failed", false, 0],
  ];
  test.each([...cases])("%s; text sent before: %p", async (state, sent, expected) => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const id = await wait(engine);
    await (await taken(engine))();
    if (sent) await engine.run();
    await end(engine, id, state as OfferEnd);
    expect(count(engine, id)).toBe(expected);
  });
  test.each([
    [false, 0],
    [true, 1],
  ])("accepted by the guest's own booking; text sent before: %p", async (sent, expected) => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const id = await wait(engine, { phone: ANA });
    await (await taken(engine))();
    if (sent) await engine.run();
    await taken(engine, { phone: ANA });
    expect(status(engine, id)).toBe("booked");
    expect(count(engine, id)).toBe(expected);
  });
});
