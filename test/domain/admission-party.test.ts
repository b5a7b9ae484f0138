// Goal: no party exceeds the maximum party size. Large parties are refused, kept as a request or
// admitted, depending on the mode. A guest who has to confirm by text needs a phone (rules C21 and
// T3).
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import {
  at,
  codes,
  DAY,
  HOUR,
  house,
  MINUTE,
  MORNING,
  presentOf,
  stay,
  warnings,
  wish,
  world,
} from "../support/admission.ts";
import { said } from "../support/said.ts";

type Mode = "refuse" | "pending" | "allow";
const large = (mode: Mode, more: object = {}) => house({ largeParty: { from: 9, mode }, ...more });
const judge = (size: number, mode: Mode, start = at("19:00"), now = MORNING) =>
  admit(wish(size, start), world(large(mode), [], now));

describe("the maximum party size", () => {
  test("is the number of seats, unless a setting says otherwise", () => {
    expect(codes(admit(wish(30, at("19:00")), world(house())))).toEqual([]);
    expect(codes(admit(wish(31, at("19:00")), world(house({ overbookCovers: 5 }))))).toEqual([
      "PARTY_TOO_LARGE",
    ]);
    const six = world(house({ maxPartySize: 6 }));
    expect(codes(admit(wish(6, at("19:00")), six))).toEqual([]);
    const [reason] = admit(wish(7, at("19:00")), six).reasons;
    expect(reason).toMatchObject({ code: "PARTY_TOO_LARGE", numberOfPeople: 7, maxPartySize: 6 });
  });
  test("is 10,000 if the restaurant has no limit, to catch typing errors", () => {
    const boundless = world(house({ seats: null, largeParty: { from: 9, mode: "allow" } }));
    expect(codes(admit(wish(10_000, at("19:00")), boundless))).toEqual([]);
    for (const size of [10_001, Number.MAX_SAFE_INTEGER]) {
      expect(codes(admit(wish(size, at("19:00")), boundless))).toEqual(["PARTY_TOO_LARGE"]);
    }
  });
  test.each(["refuse", "pending", "allow"] as const)("applies in mode %s too", (mode) => {
    expect(codes(judge(31, mode))[0]).toBe("PARTY_TOO_LARGE");
  });
});

describe("large parties", () => {
  test.each(["refuse", "pending", "allow"] as const)(
    "begin at the threshold: a smaller party is admitted in mode %s",
    (mode) => {
      expect(judge(8, mode)).toMatchObject({
        reasons: [],
        warnings: [],
        large: false,
        status: "booked",
      });
    },
  );
  test("are refused in mode refuse, and the refusal says that the restaurant decides", () => {
    const { reasons, large: isLarge } = judge(9, "refuse");
    expect(reasons).toMatchObject([
      { code: "LARGE_PARTY_REVIEW", numberOfPeople: 9, largeFrom: 9 },
    ]);
    expect(isLarge).toBe(true);
  });
  test("are kept as a request in mode pending, and take seats", () => {
    const admitted = judge(9, "pending");
    expect(admitted).toMatchObject({ reasons: [], status: "pending", large: true });
    expect(warnings(admitted)).toEqual(["LARGE_PARTY"]);
    const full = world(large("pending"), [stay(22, at("19:00"))]);
    expect(codes(admit(wish(9, at("19:00")), full))).toEqual(["CAPACITY_FULL"]);
  });
  test("are refused in mode pending less than three hours ahead, because there is no time to decide", () => {
    expect(codes(judge(9, "pending", at("19:00"), at("16:00")))).toEqual([]);
    expect(codes(judge(9, "pending", at("19:00"), at("16:00") + MINUTE))).toEqual([
      "LARGE_PARTY_REVIEW",
    ]);
  });
  test("are admitted and flagged in mode allow", () => {
    const admitted = judge(9, "allow", at("19:00"), at("18:00"));
    expect(admitted).toMatchObject({ reasons: [], status: "booked", large: true });
    expect(warnings(admitted)).toEqual(["LARGE_PARTY"]);
  });
});

describe("changing a reservation:", () => {
  const update = (
    from: number,
    to: number,
    mode: Mode,
    startAt = at("19:00"),
    more: object = {},
  ) => {
    const own = stay(from, at("19:00"));
    return codes(admit(wish(to, startAt, { present: presentOf(own) }), world(large(mode, more))));
  };
  const CASES: [
    what: string,
    from: number,
    to: number,
    refuse: string[],
    pending: string[],
    allow: string[],
  ][] = [
    ["below the threshold", 4, 8, [], [], []],
    ["across the threshold", 8, 9, ["LARGE_PARTY_REVIEW"], ["LARGE_PARTY_REVIEW"], []],
    ["a large party that grows", 10, 11, ["LARGE_PARTY_REVIEW"], ["LARGE_PARTY_REVIEW"], []],
    ["a large party that shrinks and stays large", 11, 10, [], [], []],
    ["a large party that shrinks below the threshold", 11, 8, [], [], []],
  ];
  test.each(CASES)("%s: a change from %d to %d", (_what, from, to, refuse, pending, allow) => {
    expect(update(from, to, "refuse")).toEqual(refuse);
    expect(update(from, to, "pending")).toEqual(pending);
    expect(update(from, to, "allow")).toEqual(allow);
  });
  test.each(["refuse", "pending", "allow"] as const)(
    "a large party may move to another time in mode %s",
    (mode) => {
      expect(update(12, 12, mode, at("20:00"))).toEqual([]);
    },
  );
  test("moving a request in mode allow does not accept it", () => {
    const present = { ...presentOf(stay(10, at("19:00"))), pending: true };
    const [warning] = admit(wish(10, at("20:00"), { present }), world(large("allow"))).warnings;
    expect(said(warning)).toEndWith("kept as a request until the restaurant approves it.");
  });
  test("a party above a lowered maximum may become smaller and move, but not grow", () => {
    const lowered = { maxPartySize: 6 };
    expect(update(10, 9, "allow", at("19:00"), lowered)).toEqual([]);
    expect(update(10, 10, "allow", at("20:00"), lowered)).toEqual([]);
    expect(update(5, 7, "allow", at("19:00"), lowered)).toEqual(["PARTY_TOO_LARGE"]);
  });
});

describe("a phone to confirm by text:", () => {
  const asking = house({ attendance: { enabled: true }, largeParty: { from: 9, mode: "allow" } });
  const later = at("19:00", "2026-11-24");
  const judgeContact = (
    size: number,
    phoneUsable: "yes" | "no_phone" | "opted_out",
    startAt = later,
  ) => admit(wish(size, startAt, { phoneUsable }), world(asking));
  test.each(["no_phone", "opted_out"] as const)(
    "a party of 7 without a usable phone (%s) is refused; a party of 6 is flagged for a call",
    (phone) => {
      expect(codes(judgeContact(7, phone))).toEqual(["ATTENDANCE_CONTACT_REQUIRED"]);
      expect(judgeContact(6, phone)).toMatchObject({
        reasons: [],
        attendance: { attendance: "not_required", callToConfirm: true },
      });
    },
  );
  test("a party of 7 with a phone is asked; for today it is not asked and needs no phone", () => {
    expect(judgeContact(7, "yes").attendance).toMatchObject({ attendance: "pending" });
    expect(judgeContact(7, "no_phone", MORNING + 9 * HOUR)).toMatchObject({ reasons: [] });
  });
  test("a large party needs a phone even for today", () => {
    expect(codes(judgeContact(9, "no_phone", MORNING + 9 * HOUR))).toEqual([
      "ATTENDANCE_CONTACT_REQUIRED",
    ]);
  });
  test("a silent reservation needs no phone, and is flagged for a call", () => {
    const silent = wish(8, later, { phoneUsable: "no_phone", silent: true });
    expect(admit(silent, world(asking))).toMatchObject({
      reasons: [],
      attendance: { attendance: "not_required", callToConfirm: true },
    });
  });
  test("after the start of the stay no phone is needed", () => {
    const own = stay(8, at("19:00"));
    const grow = wish(9, own.startAt, { phoneUsable: "no_phone", present: presentOf(own) });
    expect(codes(admit(grow, world(asking, [], at("18:59"))))).toEqual([
      "ATTENDANCE_CONTACT_REQUIRED",
    ]);
    expect(codes(admit(grow, world(asking, [], at("19:00"))))).toEqual([]);
  });
  test("a change needs a phone only if the party moves or grows", () => {
    const own = stay(7, later);
    const update = (size: number, startAt: number) =>
      codes(
        admit(
          wish(size, startAt, { phoneUsable: "no_phone", present: presentOf(own) }),
          world(asking),
        ),
      );
    expect(update(6, later)).toEqual([]);
    expect(update(8, later)).toEqual(["ATTENDANCE_CONTACT_REQUIRED"]);
    expect(update(7, later + DAY)).toEqual(["ATTENDANCE_CONTACT_REQUIRED"]);
  });
});
