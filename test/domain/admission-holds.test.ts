// Goal: seats held for waiting guests count as taken. If holds are the only obstacle, the refusal
// says so and when to try again (rule W11 in docs/rules/waitlist.md).
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import {
  at,
  codes,
  hold,
  house,
  MINUTE,
  MORNING,
  stay,
  wish,
  world,
} from "../support/admission.ts";
import { said } from "../support/said.ts";

const HOUSE = house();
const SOON = MORNING + 10 * MINUTE;
const LATER = MORNING + 20 * MINUTE;

describe("seats held for waiting guests", () => {
  test("are refused to others with HELD_FOR_WAITLIST, not CAPACITY_FULL, until the hold ends", () => {
    const inside = world(HOUSE, [stay(26, at("19:00")), hold(4, at("19:00"), SOON)]);
    const refused = admit(wish(2, at("19:00")), inside);
    expect(codes(refused)).toEqual(["HELD_FOR_WAITLIST"]);
    expect(refused.reasons[0]).toMatchObject({ heldCovers: 4, heldUntil: SOON });
    expect(said(refused.reasons[0])).toContain("10:10 AM");
    expect(refused.retryAt).toBe(SOON);
  });
  test("by several holds: retryAt is the instant at which enough of the holds have ended", () => {
    const inside = world(HOUSE, [
      stay(24, at("19:00")),
      hold(3, at("19:00"), LATER),
      hold(3, at("19:00"), SOON),
    ]);
    expect(admit(wish(3, at("19:00")), inside).retryAt).toBe(SOON);
    expect(admit(wish(4, at("19:00")), inside).retryAt).toBe(LATER);
    expect(admit(wish(6, at("19:00")), inside)).toMatchObject({
      retryAt: LATER,
      reasons: [{ heldCovers: 6 }],
    });
  });
  test("count against the pace of their slot", () => {
    const paced = house({ paceCovers: 10, maxPartySize: 10 });
    const inside = world(paced, [stay(6, at("19:00")), hold(4, at("19:10"), SOON)]);
    expect(admit(wish(2, at("19:05")), inside)).toMatchObject({
      retryAt: SOON,
      reasons: [{ code: "HELD_FOR_WAITLIST" }],
    });
    expect(codes(admit(wish(2, at("19:15")), inside))).toEqual([]);
  });
  test("are named in CAPACITY_FULL if the party would not fit even without the holds", () => {
    const inside = world(HOUSE, [stay(29, at("19:00")), hold(1, at("19:00"), SOON)]);
    const refused = admit(wish(2, at("19:00")), inside);
    expect(codes(refused)).toEqual(["CAPACITY_FULL"]);
    expect(refused.reasons[0]).toMatchObject({ present: 30, held: 1, heldUntil: SOON });
    expect(said(refused.reasons[0])).toContain(
      "Held for waiting guests until 10:10 AM at the latest: 1 of the 30.",
    );
    expect(refused.retryAt).toBeNull();
  });
  test("give no retryAt if there is another reason too", () => {
    const small = house({ maxPartySize: 3 });
    const inside = world(small, [stay(26, at("19:00")), hold(4, at("19:00"), SOON)]);
    const refused = admit(wish(4, at("19:00")), inside);
    expect(codes(refused)).toEqual(["PARTY_TOO_LARGE", "CAPACITY_FULL"]);
    expect(refused.retryAt).toBeNull();
  });
  test("do not count at another time of the evening", () => {
    const inside = world(HOUSE, [stay(26, at("19:00")), hold(30, at("20:45"), SOON)]);
    expect(admit(wish(4, at("19:00"), { phoneUsable: "yes" }), inside)).toMatchObject({
      reasons: [],
      retryAt: null,
    });
  });
  test("keep out a party larger than the pace until the holds end; a reservation keeps it out for good", () => {
    const paced = house({ paceCovers: 10, largeParty: { from: 11, mode: "allow" } });
    const held = world(paced, [hold(2, at("19:00"), SOON)]);
    expect(codes(admit(wish(12, at("19:00")), held))).toEqual(["HELD_FOR_WAITLIST"]);
    const taken = world(paced, [hold(2, at("19:00"), SOON), stay(2, at("19:00"))]);
    expect(codes(admit(wish(12, at("19:00")), taken))).toEqual(["PARTY_EXCEEDS_PACE"]);
  });
});
