// Goal: no table is held for a guest who cannot be texted because the day's texts are used up. The
// guest is passed over, and considered again once a text can be sent.
import { describe, expect, test } from "bun:test";
import { feedWidened } from "../../src/operations/waitlist/settings-widened.ts";
import { publishPassedOver } from "../../src/words/render.ts";
import { openTestDatabase } from "../support/database.ts";
import { engineAt, offersTo, statuses, taken, wait } from "../support/waiting-desk.ts";
import { BRANDS, type Engine, HOUR, OPENING } from "../support/waiting-engine.ts";

const [BISTRO] = BRANDS;
const SATURDAY = "Saturday, November 21, 2026";
const ANA = "+12127367001";
const DAY = 24 * HOUR;

describe("a guest who cannot be texted today is passed over", () => {
  /** A guest books and cancels `count` times, once an hour, and gets two texts each time. */
  async function texted(engine: Engine, count: number, phone = ANA): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const free = await taken(engine, { phone, date: SATURDAY });
      await engine.run();
      await free();
      await engine.run();
      engine.at += HOUR;
    }
    expect(engine.sent.filter(({ to }) => to === phone)).toHaveLength(2 * count);
  }
  const passedOver = (engine: Engine, id: string) => engine.stores.waitlist.entry(id)?.passedOver;
  const offerTexts = (engine: Engine): string[] =>
    engine.database
      .query<{ state: string }, []>("SELECT state FROM message WHERE kind = 'offer' ORDER BY rowid")
      .all()
      .map(({ state }) => state);

  test("in favour of the next guest, who gets an offer in the call that frees the seats", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 32 * HOUR);
    await texted(engine, 3);
    const [full, next] = [await wait(engine, { phone: ANA }), await wait(engine)];
    await (await taken(engine))();
    expect(statuses(engine, [full, next])).toEqual(["waiting", "offered"]);
    expect(passedOver(engine, full)).toMatchObject([{ why: { kind: "SMS_BUDGET" } }]);
    await engine.run();
    expect(offerTexts(engine)).toEqual(["delivered"]);
  });
  test("until the first text to the phone was 24 hours ago, and no longer", async () => {
    using opened = openTestDatabase();
    const began = OPENING - 32 * HOUR;
    const engine = engineAt(opened, began);
    await texted(engine, 3);
    const id = await wait(engine, { phone: ANA });
    await (await taken(engine))();
    await engine.run();
    const [over] = passedOver(engine, id) ?? [];
    if (over === undefined) throw new Error("Nobody was passed over");
    expect(publishPassedOver(over.why, "agent").message).toContain(
      "before 10:00 AM on Friday, November 20, 2026",
    );
    engine.at = began + DAY - 1;
    await engine.run();
    expect(offersTo(engine, id)).toEqual([]);
    expect(engine.stores.slotFreed.nextCheckAt()).toBe(began + DAY);
    engine.at = began + DAY;
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["sent 0"]);
  });
  test("if the brand has used up its texts for the day, counting queued texts; no table is held", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR, { smsBudget: { perBrand: 3 } });
    await texted(engine, 1);
    const two = { numberOfPeople: 2 };
    const ids = [await wait(engine, two), await wait(engine, two)];
    await (await taken(engine))();
    expect(statuses(engine, ids)).toEqual(["offered", "waiting"]);
    await engine.run();
    expect(passedOver(engine, ids[1] ?? "")).toMatchObject([{ why: { kind: "SMS_BUDGET" } }]);
    expect(offerTexts(engine)).toEqual(["delivered"]);
  });
  test("until the owner allows more texts", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR, { smsBudget: { perPhone: 2 } });
    await texted(engine, 1);
    const id = await wait(engine, { phone: ANA });
    await (await taken(engine))();
    await engine.run();
    expect(passedOver(engine, id)).toMatchObject([{ why: { kind: "SMS_BUDGET" } }]);
    await engine.inBrand(BISTRO, (context) => {
      const { settings } = context.brand;
      const raised = { ...settings, smsBudget: { perPhone: 3 } };
      feedWidened(settings, { ...context, brand: { ...context.brand, settings: raised } });
    });
    expect(engine.stores.slotFreed.undone(engine.at, 9)).toHaveLength(1);
  });
});
