// Goal: a host is warned if a party would have no seats, but not about the few minutes in which one
// party leaves and the next sits down (rules C26 and F8). An agent is warned about these minutes too.
// Which party keeps a table does not depend on who calls.
import { describe, expect, test } from "bun:test";
import { seatWalkIn } from "../../../src/operations/desk/seat-walk-in.ts";
import { markSeated } from "../../../src/operations/mark-seated.ts";
import type { WriteResult } from "../../../src/operations/reservation/wire.ts";
import { openFloor } from "../../support/floor-house.ts";
import { EVENING, FRIDAY, type House, MINUTE, openHouse, PLAIN } from "../house.ts";
import { HOST } from "./people.ts";

/** Ten seats; each stay is 90 minutes. */
const SMALL = { ...PLAIN, seats: 10, turnMinutes: [{ upTo: null, minutes: 90 }] };

/**
 * Books a party for 7:00 PM and the next for 8:30 PM, and sets the clock to `late` minutes after
 * 7:00 PM. Returns the id of the first reservation.
 */
async function twoTurns(house: House, late: number): Promise<string> {
  const first = await house.book({ numberOfPeople: 6, time: "7:00 PM" });
  await house.book({ numberOfPeople: 6, time: "8:30 PM", name: "Second turn" });
  house.at = EVENING + late * MINUTE;
  return first;
}

const codes = ({ warnings }: { warnings: readonly { code: string }[] }) =>
  warnings.map(({ code }) => code);
const seatAtDesk = async (house: House, id: string) =>
  (await house.invoke(markSeated, { id }, HOST, {})).structured as unknown as WriteResult;
const walkIn = async (house: House, numberOfPeople: number) =>
  (await house.invoke(seatWalkIn, { numberOfPeople }, HOST, {}))
    .structured as unknown as WriteResult;

describe("if a party sits down late,", () => {
  test.each([
    [10, []],
    [11, ["OVER_LIMIT"]],
  ])("by %i minutes, a host gets the warnings %j", async (late, warned) => {
    using house = openHouse(SMALL);
    const id = await twoTurns(house, late);
    expect(codes(await seatAtDesk(house, id))).toEqual(warned);
  });
  test("by 5 minutes, an agent gets a warning, and a host gets one only if the tolerance is 0", async () => {
    using house = openHouse(SMALL);
    const id = await twoTurns(house, 5);
    expect(codes(await house.ok("mark_seated", { id }))).toEqual(["OVER_LIMIT"]);
    using strict = openHouse({ ...SMALL, seatingToleranceMinutes: 0 });
    const other = await twoTurns(strict, 5);
    expect(codes(await seatAtDesk(strict, other))).toEqual(["OVER_LIMIT"]);
  });
  test("by 25 minutes at its own table, a host gets no warning about seats", async () => {
    using house = openFloor({ areas: { Room: "1:6 2:6" } }, "required", {
      ...SMALL,
      maxPartySize: 10,
    });
    const id = await twoTurns(house, 25);
    expect(codes(await seatAtDesk(house, id))).toEqual([]);
  });
});

describe("if the earlier of two parties at a table sits down late,", () => {
  const oneTable = () =>
    openFloor({ areas: { Room: "1:6 2:2" } }, "required", { ...SMALL, maxPartySize: 10 });
  const next = async (house: House) => {
    const { bookings } = await house.ok<{ bookings: { name: string; tables: string[] }[] }>(
      "list_bookings",
      { date: FRIDAY },
    );
    return bookings.find(({ name }) => name === "Second turn")?.tables;
  };
  test.each([
    [10, [], ["1"]],
    [11, ["TABLE_LOST"], []],
  ])(
    "by %i minutes, a host gets the warnings %j, and the later party has the tables %j",
    async (late, warned, kept) => {
      using house = oneTable();
      const id = await twoTurns(house, late);
      expect(codes(await seatAtDesk(house, id))).toEqual(warned);
      expect(await next(house)).toEqual(kept);
    },
  );
  test.each([
    [10, ["OVER_LIMIT"], ["1"]],
    [11, ["OVER_LIMIT", "TABLE_LOST"], []],
  ])(
    "by %i minutes, an agent gets the warnings %j, and the later party has the tables %j",
    async (late, warned, kept) => {
      using house = oneTable();
      const id = await twoTurns(house, late);
      expect(codes(await house.ok("mark_seated", { id }))).toEqual(warned);
      expect(await next(house)).toEqual(kept);
    },
  );
  test("by 11 minutes, the warning to the host names the later party and says what to do", async () => {
    using house = oneTable();
    const { warnings } = await seatAtDesk(house, await twoTurns(house, 11));
    expect(warnings[0]?.message).toBe(
      "Second turn, party of 6, 8:30 PM, loses table 1 and gets no other. Give that party another table or another time.",
    );
  });
  test("by 10 minutes, the later party keeps the table when another table is blocked", async () => {
    using house = oneTable();
    const id = await twoTurns(house, 10);
    await seatAtDesk(house, id);
    const evening = { date: FRIDAY, from: "5:00 PM", to: "11:00 PM", reason: "Paint" };
    const { warnings } = await house.ok("block_tables", { tables: ["2"], ...evening });
    expect([warnings, await next(house)]).toEqual([[], ["1"]]);
  });
});

/** A party of six is seated from 7:00 to 8:30 PM. */
async function seatedHouse(): Promise<House> {
  const house = openHouse(SMALL);
  const id = await house.book({ numberOfPeople: 6, time: "7:00 PM" });
  house.at = EVENING;
  await house.ok("mark_seated", { id });
  return house;
}

describe("a walk-in while a party is about to leave", () => {
  test("is seated 10 minutes before that party's end, with a flag that it exceeds the limit", async () => {
    using house = await seatedHouse();
    house.at = EVENING + 80 * MINUTE;
    const { reservation, ...answer } = await walkIn(house, 6);
    expect([reservation.status, codes(answer)]).toEqual(["seated", []]);
    expect(reservation.flags).toContain("over_limit");
  });
  test("is refused if a host seats it 11 minutes before that party's end, or if an agent books it even 5 minutes before", async () => {
    using house = await seatedHouse();
    house.at = EVENING + 79 * MINUTE;
    expect((await house.refused(seatWalkIn, { numberOfPeople: 6 }, HOST, {})).code).toBe(
      "CAPACITY_FULL",
    );
    house.at = EVENING + 85 * MINUTE;
    const wish = { name: "Ada", numberOfPeople: 6, date: FRIDAY, time: "8:25 PM" };
    expect((await house.refused("create_booking", wish)).code).toBe("CAPACITY_FULL");
  });
});
