import { DEFAULT_LANGUAGE } from "../../../domain/languages.ts";
import { retentionDaysOf } from "../../../domain/settings.ts";
import { COUNTRIES, GUEST_LANGUAGES, ZONES_ID } from "../places.tsx";
import type { Part } from "./part.tsx";

/** Called twice, by whom: a second call within so many seconds is the first one again. */
const TWINS = [
  [
    "oauth",
    "Connected apps",
    "Assistants may send one call twice. Within so many seconds the second one books nothing.",
  ],
  ["apiKey", "Keys", "The same for programs with a key. 0: every call counts."],
  ["session", "Apps of the house", "The same for whoever is signed in. 0: every call counts."],
] as const;

/** What the restaurant is called, and where it lies. */
export const RESTAURANT_PARTS: readonly Part[] = [
  {
    part: "house",
    title: "The restaurant",
    fields: [
      {
        kind: "text",
        key: "name",
        label: "Name",
        hint: "It stands in every text to a guest.",
        now: (_, { brand }) => brand.name,
      },
      [
        {
          kind: "text",
          key: "timeZone",
          label: "Time zone",
          hint: "The clock on your wall. What is booked stays at its instant: another zone shows it at another time.",
          list: ZONES_ID,
          now: ({ timeZone }) => timeZone,
        },
        {
          kind: "choice",
          key: "defaultCountry",
          label: "Country of phones",
          hint: "Numbers without a country code are read as dialled there.",
          now: ({ defaultCountry }) => defaultCountry,
          options: COUNTRIES,
        },
      ],
      {
        kind: "choice",
        key: "language",
        label: "Language for guests",
        hint: "Used in texts and on guests' pages. Your own wordings are not translated.",
        now: ({ language }) => language ?? DEFAULT_LANGUAGE,
        options: GUEST_LANGUAGES,
      },
    ],
  },
  {
    part: "guestData",
    title: "Guests' data",
    role: "owner",
    intro:
      "Names, phones, e-mails, notes and texts are cleared by themselves. What is cleared cannot be brought back.",
    fields: [
      {
        kind: "number",
        key: "retentionDays",
        label: "Days after their evening",
        hint: "Empty: kept for good.",
        now: retentionDaysOf,
      },
      {
        kind: "date",
        key: "keepGuestsUntil",
        label: "Keep all guests until",
        hint: "After an import of old visits. Empty: the days above hold.",
        now: ({ keepGuestsUntil }) => keepGuestsUntil ?? "",
      },
    ],
  },
  {
    part: "dedupeTwinSeconds",
    title: "Calls that come twice",
    intro: "For calls without a key of their own against repetition. In seconds.",
    fields: [
      TWINS.map(([key, label, hint]) => ({
        kind: "number",
        key,
        label,
        hint,
        now: ({ dedupeTwinSeconds }) => dedupeTwinSeconds[key],
      })),
    ],
  },
];
