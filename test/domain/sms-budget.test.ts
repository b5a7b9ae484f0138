// Goal: texts that can wait are held once a phone or a brand has used up the day's texts; all other
// texts are never held (rule T12).
import { describe, expect, test } from "bun:test";
import { MESSAGE_KINDS, type MessageKind } from "../../src/domain/message.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { brandBudget, nearBudget, overBudget } from "../../src/domain/sms-budget.ts";

const settings = (seats: number | null) =>
  resolveSettings({ timeZone: "America/New_York", defaultCountry: "US", seats });
const CAN_BE_HELD: readonly MessageKind[] = ["offer", "attendance_ask", "follow_up", "reminder"];

describe("a brand's daily texts", () => {
  test.each([
    [10, 300],
    [20, 300],
    [21, 315],
    [100, 1500],
    [null, 300],
  ])("with %p seats are limited to %d", (seats, texts) => {
    expect(brandBudget(settings(seats))).toBe(texts);
  });

  test("are nearly used up at four fifths", () => {
    const house = settings(40);
    expect([479, 480, 600].map((used) => nearBudget(house, used))).toEqual([false, true, true]);
  });
});

describe.each([...MESSAGE_KINDS])("a text of the kind %s", (kind) => {
  const heldAt = CAN_BE_HELD.includes(kind);
  test.each([
    [{ toPhone: 5, forBrand: 599 }, false],
    [{ toPhone: 6, forBrand: 0 }, heldAt],
    [{ toPhone: 0, forBrand: 600 }, heldAt],
  ])("is held after %j texts on the same day: %p", (use, held) => {
    expect(overBudget(kind, settings(40), use)).toBe(held);
  });
});
