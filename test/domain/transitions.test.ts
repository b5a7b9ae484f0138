// Goal: every operation from every status has the result of rule S1 (docs/rules/states.md). Some
// are refused before a certain time, and a guest marked as no-show can still come late. The refusal
// of an operation that is not allowed has the status and the allowed operations.
import { describe, expect, test } from "bun:test";
import { DomainError } from "../../src/domain/errors.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { STATUSES, type Status } from "../../src/domain/reservation-states.ts";
import { legalMoves, type Move, transition } from "../../src/domain/transitions.ts";
import { reservation as sample } from "../storage/samples.ts";
import { at, HOUR, MINUTE, NEW_YORK } from "../support/admission.ts";
import { published, said } from "../support/said.ts";

const START = at("19:00");
const CLOSES = at("23:30");
type ToolMove = Exclude<Move, "mark_came">;
const MOVES: readonly ToolMove[] = [
  "mark_arrived",
  "mark_seated",
  "mark_completed",
  "mark_no_show",
  "cancel_booking",
];

const reservation = (status: Status): Reservation =>
  sample({ startAt: START, endAt: START + 90 * MINUTE, status });

/**
 * The result of an operation at the instant `now`: the next status, "repeat", "late" with the next
 * status, or the refusal's code.
 */
function outcome(move: Move, status: Status, now: number): string {
  const circumstances = { now, zone: NEW_YORK, noShowGraceMinutes: 15, lateUntil: CLOSES };
  try {
    const next = transition(move, reservation(status), circumstances);
    if (next.kind === "repeat") return "repeat";
    return next.kind === "late_guest" ? `late ${next.to}` : next.to;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

function refusalOf(move: Move, status: Status, now: number): DomainError {
  const circumstances = { now, zone: NEW_YORK, noShowGraceMinutes: 15, lateUntil: CLOSES };
  try {
    transition(move, reservation(status), circumstances);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("Not refused");
}

const ENDED: readonly Status[] = ["completed", "no_show", "cancelled"];

/**
 * The results half an hour after the start, when no operation is too early. Operations that are not
 * listed are refused.
 */
const TABLE: Record<ToolMove, Partial<Record<Status, string>>> = {
  mark_arrived: { booked: "arrived", arrived: "repeat", no_show: "late arrived" },
  mark_seated: { booked: "seated", arrived: "seated", seated: "repeat", no_show: "late seated" },
  mark_completed: { arrived: "completed", seated: "completed", completed: "repeat" },
  mark_no_show: { booked: "no_show", no_show: "repeat" },
  cancel_booking: {
    booked: "cancelled",
    pending: "cancelled",
    arrived: "cancelled",
    cancelled: "repeat",
  },
};
const CELLS = MOVES.flatMap((move) =>
  STATUSES.map((status): [ToolMove, Status, string] => [
    move,
    status,
    TABLE[move][status] ?? "INVALID_TRANSITION",
  ]),
);

const NOTES_ONLY = "Only its notes can still be changed";
const SIZE_AND_NOTES = "change its party size and notes";

describe("every operation from every status", () => {
  test.each(CELLS)("%s from %s: %s", (move, status, expected) => {
    expect(outcome(move, status, START + 30 * MINUTE)).toBe(expected);
  });
  test("is in legalMoves if the cases above allow it, and otherwise not", () => {
    for (const status of STATUSES) {
      const legal = MOVES.filter((move) => {
        const to = TABLE[move][status];
        return to !== undefined && to !== "repeat" && !to.startsWith("late");
      });
      expect(legalMoves(status)).toEqual(legal);
    }
  });
  test.each(CELLS.filter(([, , expected]) => expected === "INVALID_TRANSITION"))(
    "%s from %s is refused with the status and the allowed operations",
    (move, status) => {
      const refusal = refusalOf(move, status, START + 30 * MINUTE);
      const { reasons, retryable } = refusal;
      const message = said(refusal);
      expect(message).toContain(`is ${status}`);
      expect(message).toContain(move);
      for (const legal of legalMoves(status)) expect(message).toContain(legal);
      expect(published(reasons[0])).toMatchObject({ status, operation: move });
      expect(message).toContain("add_note");
      expect(message).toContain("update_booking");
      expect(message.includes(NOTES_ONLY)).toBe(ENDED.includes(status));
      expect(message.includes(SIZE_AND_NOTES)).toBe(status === "seated");
      expect(retryable).toBe(false);
    },
  );
});

describe("the earliest time of an operation", () => {
  const EDGES: [Move, Status, minutes: number, string][] = [
    ["mark_arrived", "booked", -181, "TOO_EARLY"],
    ["mark_arrived", "booked", -180, "arrived"],
    ["mark_seated", "booked", -181, "TOO_EARLY"],
    ["mark_seated", "booked", -180, "seated"],
    ["mark_seated", "arrived", -181, "TOO_EARLY"],
    ["mark_no_show", "booked", 14, "TOO_EARLY"],
    ["mark_no_show", "booked", 15, "no_show"],
    ["mark_completed", "arrived", -600, "completed"],
    ["mark_came", "booked", 269, "TOO_EARLY"],
    ["mark_came", "booked", 270, "completed"],
    ["mark_came", "arrived", 270, "completed"],
    ["mark_came", "completed", 270, "repeat"],
    ["mark_came", "seated", 270, "INVALID_TRANSITION"],
    ["mark_came", "no_show", 270, "INVALID_TRANSITION"],
    ["cancel_booking", "booked", -6000, "cancelled"],
    ["cancel_booking", "booked", 6000, "cancelled"],
  ];
  test.each(EDGES)(
    "%s from %s, %d minutes after the start: %s",
    (move, status, minutes, expected) => {
      expect(outcome(move, status, START + minutes * MINUTE)).toBe(expected);
    },
  );
  test("is in the refusal of a call before that time", () => {
    const early = refusalOf("mark_no_show", "booked", START);
    expect(early).toMatchObject({
      code: "TOO_EARLY",
      retryable: true,
      retryAt: START + 15 * MINUTE,
    });
    expect(said(early)).toContain("7:15 PM");
    const wrong = refusalOf("mark_arrived", "booked", START - 5 * HOUR);
    expect(wrong).toMatchObject({ retryAt: START - 3 * HOUR });
    expect(said(wrong)).toContain("4:00 PM");
    expect(said(wrong)).toContain(`get_booking { id: "`);
  });
  test("does not apply to a repeat, or to an operation that is not allowed at all", () => {
    expect(outcome("mark_no_show", "no_show", START - 10 * HOUR)).toBe("repeat");
    expect(outcome("mark_arrived", "arrived", START - 10 * HOUR)).toBe("repeat");
    expect(outcome("mark_arrived", "cancelled", START - 10 * HOUR)).toBe("INVALID_TRANSITION");
  });
});

describe("a guest marked as no-show", () => {
  const LATE: [Move, when: string, string, now: number][] = [
    ["mark_arrived", "just before the service closes", "late arrived", CLOSES - 1],
    ["mark_seated", "just before the service closes", "late seated", CLOSES - 1],
    ["mark_arrived", "when the service closes", "INVALID_TRANSITION", CLOSES],
    ["mark_seated", "when the service closes", "INVALID_TRANSITION", CLOSES],
    ["mark_completed", "an hour after the start", "INVALID_TRANSITION", START + HOUR],
    ["cancel_booking", "an hour after the start", "INVALID_TRANSITION", START + HOUR],
  ];
  test.each(LATE)("%s %s: %s", (move, _when, expected, now) => {
    expect(outcome(move, "no_show", now)).toBe(expected);
  });
  test("can be marked arrived or seated until the service closes", () => {
    const during = refusalOf("mark_completed", "no_show", CLOSES - 1);
    expect(published(during.reasons[0])["possible"]).toEqual([
      "mark_arrived",
      "mark_seated",
      "update_booking (notes only)",
      "add_note",
    ]);
    const after = refusalOf("mark_completed", "no_show", CLOSES);
    expect(published(after.reasons[0])["possible"]).toEqual([
      "update_booking (notes only)",
      "add_note",
    ]);
  });
});
