// Goal: a note is written to the right field, the answer has the earlier note, and the guest gets no
// text.
import { describe, expect, test } from "bun:test";
import type { WriteResult } from "../../src/operations/reservation/wire.ts";
import { ADA, openHouse } from "./house.ts";

interface NoteResult extends WriteResult {
  readonly previous: { readonly field: string; readonly text: string };
}

describe("a note", () => {
  const cases: [string, string, object, string][] = [
    ["replaces the old note by default", "old", { note: "new" }, "new"],
    ["with append adds a line to the old note", "old", { note: "new", append: true }, "old\nnew"],
    ["with append adds no line break to an empty note", "", { note: "new", append: true }, "new"],
    ["keeps spaces and line breaks", "", { note: " a\n b\t" }, " a\n b\t"],
    ["that is empty clears the old note", "old", { note: "" }, ""],
    ["that is empty, with append, changes nothing", "old", { note: "", append: true }, "old"],
    ["that equals the old note changes nothing", "old", { note: "old" }, "old"],
  ];
  test.each(cases)("%s", async (_name, before, call, after) => {
    using house = openHouse();
    const id = await house.book({ notes: before, phone: ADA });
    const texts = house.texts(id);
    const answer = await house.ok<NoteResult>("add_note", { id, ...call });
    expect(answer).toMatchObject({
      changed: before !== after,
      previous: { field: "notes", text: before },
      reservation: { notes: after, revision: before === after ? 1 : 2 },
      notifications: [],
      waitlist: null,
    });
    expect(house.texts(id)).toEqual(texts);
  });
  test.each(["notes", "foodDrinkNotes", "seatingNotes"] as const)(
    "changes %s only",
    async (field) => {
      using house = openHouse();
      const id = await house.book();
      const { reservation, previous } = await house.ok<NoteResult>("add_note", {
        id,
        note: "x",
        field,
      });
      const notes = { notes: "", foodDrinkNotes: "", seatingNotes: "" };
      expect(reservation).toMatchObject({ ...notes, [field]: "x" });
      expect(previous.field).toBe(field);
    },
  );
  test("is possible up to 4,000 characters, including the existing text", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "a".repeat(2000) });
    const call = { id, append: true };
    const refusal = await house.refused("add_note", { ...call, note: "b".repeat(2000) });
    expect(refusal.reasons).toMatchObject([
      { code: "INVALID_INPUT", parameter: "note", length: 4001, limit: 4000 },
    ]);
    const { reservation } = await house.ok("add_note", { ...call, note: "b".repeat(1999) });
    expect(reservation.notes).toHaveLength(4000);
  });
  test("is possible on a cancelled reservation", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    expect(await house.ok("add_note", { id, note: "Called to apologise" })).toMatchObject({
      changed: true,
      reservation: { status: "cancelled" },
    });
  });
  test("gets an answer that quotes the replaced text", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "Birthday" });
    const { text } = await house.invoke("add_note", { id, note: "Window" });
    expect(text).toContain('notes (typed by people): "Window"');
    expect(text).toContain('It was: "Birthday".');
  });
});
