// Goal: allergies and similar words in notes raise an alert in whatever form people write them. A
// note that denies them raises none; a doubtful one does. Method: a table of notes.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { alertsOf, flagsWithAlert } from "../../src/domain/alerts.ts";
import { alertPhrases } from "../../src/words/en/host/labels.ts";

const notesOf = (notes: string, foodDrinkNotes = "", seatingNotes = "") => ({
  notes,
  foodDrinkNotes,
  seatingNotes,
});
const phrasesIn = (note: string): string[] => alertsOf(notesOf(note)).map(({ phrase }) => phrase);

describe("no alert is raised for", () => {
  test.each([
    "",
    "Birthday, window if possible",
    "No allergies",
    "no known allergies",
    "No known food allergies or intolerances.",
    "not allergic",
    "She is not allergic to shellfish",
    "Not allergic to nuts or eggs",
    "isn't allergic to anything, loves the terrace",
    "Doesn't have any allergies",
    "Without any intolerances",
    "no allergies/intolerances, vegetarian",
    "No allergies to nuts",
    "Allergies: none",
    "Allergies? No.",
    "allergies - n/a",
    "no longer allergic",
    "no allergies and no intolerances",
    "no allergies, intolerances",
    "no intolerances or allergies to nuts",
    "non-allergic bedding, says the hotel",
    "Coming from a blind date",
    "nutmeg latte, Seanut Street",
  ])("%p", (note) => {
    expect(phrasesIn(note)).toEqual([]);
  });
});

describe("alerts in notes:", () => {
  test.each([
    ["No nuts", ["No nuts"]],
    ["no nuts please, and no shell fish", ["no nuts please", "and no shell fish"]],
    ["allergic to shell fish", ["allergic to shell fish"]],
    ["Nut allergy, carries an EpiPen", ["Nut allergy", "carries an EpiPen"]],
    ["No allergies except nuts", ["No allergies except nuts"]],
    ["Not allergic to nuts but to eggs", ["Not allergic to nuts but to eggs"]],
    ["No allergies, gluten free", ["gluten free"]],
    ["No allergies and gluten free", ["No allergies and gluten free"]],
    ["Allergies: no nuts", ["no nuts", "Allergies"].toReversed()],
    ["no nut allergy", ["no nut allergy"]],
    ["No intolerances, allergic to kiwi", ["allergic to kiwi"]],
    ["No intolerances and allergic to kiwi", ["No intolerances and allergic to kiwi"]],
    ["High chair: no\nAllergic to kiwi", ["Allergic to kiwi"]],
    ["Deposit: nil\r\n\r\nAllergic to kiwi", ["Allergic to kiwi"]],
    ["Cake: no - allergic to kiwi", ["no - allergic to kiwi"]],
    ["Guest in a wheel chair. Needs the ramp.", ["Guest in a wheel chair"]],
    ["WHEELCHAIR", ["WHEELCHAIR"]],
    ["two guests, one on crutches", ["one on crutches"]],
    ["comes with a guide dog", ["comes with a guide dog"]],
    ["Alérgica a los mariscos", ["Alérgica a los mariscos"]],
    [
      "They told us at length that their youngest daughter is severely allergic to any kind of sesame seed or oil",
      ["… is severely allergic to any kind of sesame …"],
    ],
  ])("%p raises alerts that quote part of the note", (note, phrases) => {
    expect(phrasesIn(note)).toEqual(phrases);
  });

  test("all three notes are searched, and each alert has the word and the note's name", () => {
    expect(alertsOf(notesOf("wheelchair", "No NUTS", "step-free please"))).toEqual([
      { word: "wheelchair", phrase: "wheelchair", field: "notes" },
      { word: "NUTS", phrase: "No NUTS", field: "foodDrinkNotes" },
      { word: "step-free", phrase: "step-free please", field: "seatingNotes" },
    ]);
  });

  test("for any note, the phrase of an alert is short and includes the word found", () => {
    const part = fc.constantFrom(
      "no ",
      "allergic to ",
      "nuts",
      ", ",
      "x".repeat(60),
      " ",
      "egg",
      ". ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        for (const { word, phrase } of alertsOf(notesOf(parts.join("")))) {
          expect(phrase.length).toBeLessThanOrEqual(48 + 4);
          expect(phrase).toContain(word);
        }
      }),
    );
  });
  test("a long note is searched quickly", () => {
    const from = performance.now();
    for (const note of ["no ", "allergic to ", "not allergic and ", "a".repeat(10), "no known "]) {
      alertsOf(notesOf(note.repeat(4000 / note.length)));
    }
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe("a host", () => {
  const NUTS = notesOf("No nuts");
  const NOTHING = notesOf("Window");
  test.each([
    ["can remove an alert that the notes raise", NUTS, false, ["no_alert"], []],
    ["can set an alert that the notes do not raise", NOTHING, true, ["alert"], ["see the notes"]],
    ["who sets an alert that the notes raise anyway stores nothing", NUTS, true, [], ["No nuts"]],
    ["who removes an alert that does not exist stores nothing", NOTHING, false, [], []],
  ] as const)("%s", (_what, notes, heeded, marks, phrases) => {
    const flags = flagsWithAlert({ ...notes, flags: ["large", "alert", "no_alert"] }, heeded);
    expect(flags).toEqual(["large", ...marks]);
    expect(alertPhrases({ ...notes, flags })).toEqual([...phrases]);
  });
});
