// Goal: when a host sets or removes an alert, the host's choice outranks the words of the notes until
// a note changes. The choice is logged and can be undone.
import { expect, test } from "bun:test";
import { markAlert } from "../../../src/operations/desk/mark-alert.ts";
import { writeNotes } from "../../../src/operations/desk/write-notes.ts";
import { alertPhrases } from "../../../src/words/en/host/labels.ts";
import { caller, type House, openHouse } from "../house.ts";
import { HOST } from "./people.ts";

const mark = (house: House, id: string, heeded: "yes" | "no") =>
  house.invoke(markAlert, { id, heeded }, HOST);
const shown = (house: House, id: string) => alertPhrases(house.stored(id));

test("a removed alert stays removed until a note changes", async () => {
  using house = openHouse();
  const id = await house.book({ notes: "Loves nuts" });
  expect(shown(house, id)).toEqual(["Loves nuts"]);
  await mark(house, id, "no");
  expect(shown(house, id)).toEqual([]);
  await house.ok("update_booking", { id, time: "8:00 PM", numberOfPeople: 2 });
  await house.ok("update_booking", { id, notes: "Loves nuts" });
  expect(shown(house, id)).toEqual([]);
  await house.ok("add_note", { id, note: "Table 4", field: "seatingNotes" });
  expect(shown(house, id)).toEqual(["Loves nuts"]);
});

test("an alert that was set by hand stays until a note changes, even if no note has an alert word", async () => {
  using house = openHouse();
  const id = await house.book({ notes: "Careful: see the e-mail" });
  await mark(house, id, "yes");
  expect(shown(house, id)).toEqual(["see the notes"]);
  expect(house.stored(id).flags).toEqual(["alert"]);
  const all = { notes: "", foodDrinkNotes: "", seatingNotes: "" };
  await house.invoke(writeNotes, { id, ...all }, HOST);
  expect(house.stored(id).flags).toEqual([]);
});

test("undoing a note also restores the host's earlier removal of the alert", async () => {
  using house = openHouse();
  const id = await house.book({ notes: "Loves nuts" });
  await mark(house, id, "no");
  await house.ok("add_note", { id, note: "Loves eggs" }, HOST);
  expect(shown(house, id)).toEqual(["Loves eggs"]);
  await house.ok("undo_last_change", { id }, HOST);
  expect(house.stored(id)).toMatchObject({ notes: "Loves nuts", flags: ["no_alert"] });
});

test("setting an alert is logged and can be undone, and only users can do it", async () => {
  using house = openHouse();
  const id = await house.book();
  await mark(house, id, "yes");
  const { structured } = await mark(house, id, "yes");
  expect(structured).toMatchObject({ changed: false });
  expect(house.stores.audit.ofReservation(id, 1)[0]).toMatchObject({
    operation: "mark_alert",
    after: { flags: ["alert"] },
  });
  await house.ok("undo_last_change", { id }, HOST);
  expect(house.stored(id).flags).toEqual([]);
  const refusal = await house.refused(markAlert, { id, heeded: "yes" }, caller());
  expect(refusal.code).toBe("FORBIDDEN_TOOL");
});
