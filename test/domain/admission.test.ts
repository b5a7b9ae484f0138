// Goal: admission gives the right results and numbers in worked examples of the rules in docs/rules/capacity.md.
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import { alternatives } from "../../src/domain/alternatives.ts";
import {
  at,
  codes,
  HOUR,
  house,
  MINUTE,
  presentOf,
  stay,
  warnings,
  wish,
  world,
} from "../support/admission.ts";
import { said } from "../support/said.ts";

const HOUSE = house();

describe("worked examples", () => {
  test("1: stays that follow each other are not added up", () => {
    const inside = world(HOUSE, [stay(20, at("18:00")), stay(20, at("19:30"))]);
    expect(codes(admit(wish(4, at("18:45")), inside))).toEqual([]);
    expect(codes(admit(wish(10, at("18:45")), inside))).toEqual([]);
    expect(codes(admit(wish(11, at("18:45")), inside))).toEqual(["CAPACITY_FULL"]);
  });
  test("2: the peak of the whole stay counts, not the covers at its start", () => {
    const inside = world(HOUSE, [stay(28, at("19:00"))]);
    const refused = admit(wish(4, at("18:00")), inside);
    expect(codes(refused)).toEqual(["CAPACITY_FULL"]);
    expect(refused.reasons[0]).toMatchObject({
      present: 28,
      needed: 4,
      limit: 30,
      from: at("19:00"),
      to: at("20:30"),
    });
    for (const number of ["28 of 30", "party of 4", "7:00 PM", "8:30 PM"]) {
      expect(said(refused.reasons[0])).toContain(number);
    }
  });
  test("3: two rounds of parties, one after the other, each fill the restaurant", () => {
    expect(codes(admit(wish(30, at("18:00")), world(HOUSE)))).toEqual([]);
    const first = world(HOUSE, [stay(30, at("18:00"))]);
    expect(codes(admit(wish(30, at("19:30")), first))).toEqual([]);
    expect(codes(admit(wish(1, at("19:29")), first))).toEqual(["CAPACITY_FULL"]);
  });
  test("4: a full slot is refused, and the slots beside it are suggested", () => {
    const paced = house({ paceCovers: 10, maxPartySize: 10 });
    const inside = world(paced, [stay(4, at("19:00")), stay(4, at("19:10"))]);
    const refused = admit(wish(4, at("19:00")), inside);
    expect(codes(refused)).toEqual(["PACE_FULL"]);
    expect(refused.reasons[0]).toMatchObject({ present: 8, needed: 4, limit: 10 });
    const starts = alternatives(wish(4, at("19:00")), inside).suggestions.map(
      (one) => one.timestamp,
    );
    expect(starts).toContain(at("18:45"));
    expect(starts).toContain(at("19:15"));
    expect(codes(admit(wish(2, at("19:14")), inside))).toEqual([]);
  });
  test("5: a party's own seats do not block its move, but it cannot grow in a full restaurant", () => {
    const own = stay(8, at("19:00"));
    const inside = world(HOUSE, [stay(22, at("19:00"))]);
    const update = (size: number, start: number) =>
      admit(wish(size, start, { present: presentOf(own) }), inside);
    expect(codes(update(8, at("19:15")))).toEqual([]);
    expect(codes(update(9, at("19:00")))).toEqual(["CAPACITY_FULL"]);
  });
});

describe("pace", () => {
  const paced = house({ paceCovers: 10, largeParty: { from: 11, mode: "allow" } });
  test("slots are counted from the opening of the service; a start need not be where a slot begins", () => {
    const odd = { ...house().services[0], opens: "17:10", limits: { slotMinutes: 20 } };
    const wide = house({ seats: 99, paceCovers: 30, maxPartySize: 30, services: [odd] });
    const inside = world(wide, [stay(29, at("19:29"))]);
    expect(codes(admit(wish(1, at("19:11")), inside))).toEqual([]);
    expect(codes(admit(wish(2, at("19:11")), inside))).toEqual(["PACE_FULL"]);
    expect(codes(admit(wish(2, at("19:09")), inside))).toEqual([]);
    expect(codes(admit(wish(2, at("19:30")), inside))).toEqual([]);
  });
  test("a service may have a pace and seats of its own", () => {
    const own = { ...house().services[0], limits: { paceCovers: 4, seats: 6 } };
    const small = world(house({ maxPartySize: 4, services: [own] }), [stay(3, at("19:00"))]);
    expect(codes(admit(wish(4, at("19:00")), small))).toEqual(["CAPACITY_FULL", "PACE_FULL"]);
    expect(codes(admit(wish(3, at("19:15")), small))).toEqual([]);
  });
  test("a party larger than the pace needs a slot without any other start", () => {
    const inside = world(paced, [stay(1, at("19:14"))]);
    expect(codes(admit(wish(12, at("19:00")), inside))).toEqual(["PARTY_EXCEEDS_PACE"]);
    expect(codes(admit(wish(12, at("19:15")), inside))).toEqual([]);
  });
  test("no other party starts in a slot with a party larger than the pace", () => {
    const inside = world(paced, [stay(12, at("19:00"))]);
    expect(codes(admit(wish(1, at("19:10")), inside))).toEqual(["PACE_FULL"]);
  });
  test("the number of parties per slot has its own limit", () => {
    const single = world(house({ paceParties: 1 }), [stay(2, at("19:00"))]);
    expect(codes(admit(wish(2, at("19:14")), single))).toEqual(["PACE_FULL"]);
    expect(codes(admit(wish(2, at("19:15")), single))).toEqual([]);
  });
  test("overbooking adds to the seats, not to the pace", () => {
    const wide = house({ seats: 10, overbookCovers: 5, paceCovers: 10 });
    expect(codes(admit(wish(5, at("19:00")), world(wide, [stay(10, at("18:45"))])))).toEqual([]);
    expect(codes(admit(wish(5, at("19:00")), world(wide, [stay(10, at("19:00"))])))).toEqual([
      "PACE_FULL",
    ]);
  });
  test.each([
    ["pending", {}],
    ["arrived", {}],
    ["seated", { seatedAt: at("19:00") }],
    ["completed", { seatedAt: at("19:00"), completedAt: at("19:05") }],
  ] as const)("a party that is %s still counts as a start in its slot", (status, stamps) => {
    const slow = house({
      paceCovers: 10,
      maxPartySize: 10,
      services: [{ ...house().services[0], limits: { slotMinutes: 120 } }],
    });
    const inside = world(slow, [stay(10, at("19:00"), { status, ...stamps })], at("19:06"));
    expect(codes(admit(wish(1, at("21:00")), inside))).toEqual([]);
    expect(codes(admit(wish(1, at("20:59")), inside))).toEqual(["PACE_FULL"]);
  });
  test.each(["cancelled", "no_show"] as const)("a party that is %s does not count", (status) => {
    const inside = world(paced, [stay(10, at("19:00"), { status })]);
    expect(codes(admit(wish(10, at("19:00")), inside))).toEqual([]);
  });
});

describe("tables, buffers and ends", () => {
  test("more parties than maxPartiesPresent are refused", () => {
    const two = house({ maxPartiesPresent: 2 });
    const inside = world(two, [stay(2, at("18:00")), stay(2, at("18:30"))]);
    expect(codes(admit(wish(2, at("19:00")), inside))).toEqual(["PARTIES_FULL"]);
    expect(codes(admit(wish(2, at("19:30")), inside))).toEqual([]);
  });
  test("the end is the start plus the turn for that size plus the buffer", () => {
    const { endAt } = admit(wish(4, at("19:00")), world(house({ bufferMinutes: 10 })));
    expect(endAt).toBe(at("19:00") + (105 + 10) * MINUTE);
    expect(admit(wish(2, at("19:00")), world(HOUSE)).endAt).toBe(at("20:30"));
  });
  test("a stay may last beyond closing time", () => {
    expect(admit(wish(4, at("21:30")), world(HOUSE))).toMatchObject({
      reasons: [],
      endAt: at("23:15"),
    });
    const long = house({ turnMinutes: [{ upTo: null, minutes: 300 }] });
    expect(admit(wish(4, at("21:30")), world(long)).endAt).toBe(at("21:30") + 5 * HOUR);
  });
  test("a party that stays past its end takes seats for the current minute only", () => {
    const sitting = stay(30, at("17:00"), { status: "seated", seatedAt: at("17:00") });
    const inside = world(HOUSE, [sitting], at("19:00"));
    expect(codes(admit(wish(2, at("19:00")), inside))).toEqual(["CAPACITY_FULL"]);
    expect(codes(admit(wish(2, at("19:01")), inside))).toEqual([]);
  });
  test("the stay of a party seated late ends later", () => {
    const sitting = stay(30, at("17:00"), { status: "seated", seatedAt: at("17:20") });
    const inside = world(HOUSE, [sitting], at("17:30"));
    expect(codes(admit(wish(2, at("18:45")), inside))).toEqual(["CAPACITY_FULL"]);
    expect(codes(admit(wish(2, at("18:50")), inside))).toEqual([]);
    expect(warnings(admit(wish(2, at("18:50")), inside))).toEqual([]);
  });
});
