// Goal: a change reports to the waitlist exactly the seats that it freed. It frees none in the past,
// and none if the reservation had no seats before.
import { describe, expect, test } from "bun:test";
import { freedInterval } from "../../src/domain/freed.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { reservation } from "../storage/samples.ts";
import { at } from "../support/admission.ts";

const START = at("19:00");
const END = at("20:30");
const BOOKED = reservation({ startAt: START, endAt: END });
const SEATED: Reservation = { ...BOOKED, status: "seated", seatedAt: at("19:10") };
type Change = Partial<Reservation>;
type Freed = [from: string, to: string] | null;

const CASES: [what: string, before: Reservation, change: Change, now: string, freed: Freed][] = [
  [
    "a cancellation before the stay frees all of it",
    BOOKED,
    { status: "cancelled" },
    "12:00",
    ["19:00", "20:30"],
  ],
  [
    "a cancellation during the stay frees the rest",
    BOOKED,
    { status: "cancelled" },
    "19:20",
    ["19:20", "20:30"],
  ],
  [
    "a cancellation in the last minute frees that minute",
    BOOKED,
    { status: "cancelled" },
    "20:29",
    ["20:29", "20:30"],
  ],
  ["a cancellation after the stay frees nothing", BOOKED, { status: "cancelled" }, "20:30", null],
  [
    "a no-show frees the rest of the stay",
    BOOKED,
    { status: "no_show" },
    "19:15",
    ["19:15", "20:30"],
  ],
  ["a no-show noted after the end frees nothing", BOOKED, { status: "no_show" }, "21:00", null],
  [
    "an arrived party that leaves frees the rest",
    { ...BOOKED, status: "arrived" },
    { status: "cancelled" },
    "19:10",
    ["19:10", "20:30"],
  ],
  [
    "a declined request frees the whole stay",
    { ...BOOKED, status: "pending" },
    { status: "cancelled" },
    "12:00",
    ["19:00", "20:30"],
  ],
  [
    "a no-show that is cancelled later frees nothing more",
    { ...BOOKED, status: "no_show" },
    { status: "cancelled" },
    "19:20",
    null,
  ],
  [
    "a move frees the old stay",
    BOOKED,
    { startAt: at("21:00"), endAt: at("22:30") },
    "12:00",
    ["19:00", "20:30"],
  ],
  [
    "a smaller party frees seats over its stay",
    BOOKED,
    { partySize: 2 },
    "12:00",
    ["19:00", "20:30"],
  ],
  [
    "a shorter stay frees the whole old stay",
    BOOKED,
    { endAt: at("20:00") },
    "12:00",
    ["19:00", "20:30"],
  ],
  ["a larger party frees nothing", BOOKED, { partySize: 5 }, "12:00", null],
  ["notes free nothing", BOOKED, { notes: "Window" }, "12:00", null],
  ["arriving frees nothing", BOOKED, { status: "arrived" }, "19:00", null],
  [
    "sitting down frees nothing",
    BOOKED,
    { status: "seated", seatedAt: at("19:00") },
    "19:00",
    null,
  ],
  [
    "a seated party that gets smaller frees seats for the rest of its stay",
    SEATED,
    { partySize: 2 },
    "19:30",
    ["19:30", "20:40"],
  ],
];

describe("seats freed by a change", () => {
  test.each(CASES)("%s", (_what, before, change, now, freed) => {
    const expected = freed === null ? null : { from: at(freed[0]), to: at(freed[1]) };
    expect(freedInterval(before, { ...before, ...change }, at(now), false)).toEqual(expected);
  });
  test("a party that leaves early frees seats only if the setting says so", () => {
    const done: Reservation = { ...SEATED, status: "completed", completedAt: at("20:00") };
    expect(freedInterval(SEATED, done, at("20:00"), false)).toBeNull();
    expect(freedInterval(SEATED, done, at("20:00"), true)).toEqual({
      from: at("20:00"),
      to: at("20:40"),
    });
  });
});
