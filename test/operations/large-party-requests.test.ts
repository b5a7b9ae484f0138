// Goal: callers that act for the restaurant can file a request for a large party in every mode, with
// the same effects as in the mode pending. Callers that act for guests cannot do so in the mode
// refuse. Each refusal says what the caller can do.
import { describe, expect, test } from "bun:test";
import { said } from "../support/said.ts";
import { caller, EVENING, FRIDAY, HOUR, type House, openHouse, PLAIN } from "./house.ts";

const LARGE = {
  name: "Ada",
  phone: "+12127365000",
  numberOfPeople: 10,
  date: FRIDAY,
  time: "7:00 PM",
};
const GUESTS = caller({ forGuests: true });
const MODES = ["refuse", "pending", "allow"] as const;
const open = (mode: string, more: object = {}): House =>
  openHouse({ ...PLAIN, largeParty: { from: 9, mode }, ...more });
const filed = { ...LARGE, requestReview: true };

describe("requestReview", () => {
  test.each(MODES)("files a request in mode %s, as mode pending does", async (mode) => {
    using house = open(mode);
    using pending = open("pending");
    const made = await house.ok("create_booking", filed);
    const usual = await pending.ok("create_booking", LARGE);
    const { id, createdAt: _, ...rest } = usual.reservation;
    expect(made).toMatchObject({
      ...usual,
      reservation: { ...rest, id: made.reservation.id, status: "pending" },
    });
    expect(house.texts(made.reservation.id as string)).toEqual(pending.texts(id as string));
    // The request takes seats.
    const other = { ...LARGE, name: "Bo", phone: "+12127365001", numberOfPeople: 8 };
    await house.ok("create_booking", other);
    await house.ok("create_booking", { ...other, name: "Cy", phone: "+12127365002" });
    const full = await house.refused("create_booking", { ...other, numberOfPeople: 6, name: "Di" });
    expect(full.code).toBe("CAPACITY_FULL");
  });
  test.each(MODES)("is refused less than 3 hours before the start in mode %s", async (mode) => {
    using house = open(mode);
    house.at = EVENING - 3 * HOUR + 1;
    const refusal = await house.refused("create_booking", filed);
    expect(refusal.code).toBe("LARGE_PARTY_REVIEW");
    expect(said(refusal)).toContain("too late");
    expect(said(refusal)).toContain("on the Book page");
    house.at = EVENING - 3 * HOUR;
    await house.ok("create_booking", filed);
  });
  test("has no effect for a party that is not large", async () => {
    using house = open("refuse");
    const { reservation } = await house.ok("create_booking", { ...filed, numberOfPeople: 8 });
    expect(reservation.status).toBe("booked");
  });
  test("makes a request that can be moved, but cannot grow", async () => {
    using house = open("refuse");
    const { reservation } = await house.ok("create_booking", filed);
    const { id } = reservation;
    const moved = await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(moved.reservation).toMatchObject({ status: "pending", time: "8:00 PM" });
    const grown = await house.refused("update_booking", { id, numberOfPeople: 12 });
    expect(grown.code).toBe("LARGE_PARTY_REVIEW");
    expect(said(grown)).toContain("A manager can change it in the dashboard.");
  });
  test("from a caller for guests is ignored if large parties are refused", async () => {
    using refusing = open("refuse");
    const refusal = await refusing.refused("create_booking", filed, GUESTS);
    expect(refusal.code).toBe("LARGE_PARTY_REVIEW");
    using allowing = open("allow");
    const { reservation } = await allowing.ok("create_booking", filed, GUESTS);
    expect(reservation.status).toBe("pending");
  });
});

describe("the refusal of a large party says", () => {
  test("that a caller for the restaurant can file a request or ask a manager to book", async () => {
    using house = open("refuse");
    const message = said(await house.refused("create_booking", LARGE));
    expect(message).toContain("requestReview: true");
    expect(message).toContain("on the Book page");
    expect(message).not.toContain("call");
  });
  test("to a caller for guests that the guest should call the restaurant", async () => {
    using house = open("refuse");
    const message = said(await house.refused("create_booking", LARGE, GUESTS));
    expect(message).toEndWith("Have the guest call.");
    expect(message).not.toContain("requestReview");
  });
});
