import { DEFAULT_LANGUAGE } from "../../../domain/languages.ts";
import { retentionDaysOf } from "../../../domain/settings.ts";
import { COUNTRIES, GUEST_LANGUAGES, ZONES_ID } from "../places.tsx";
import type { Part } from "./part.tsx";

/** Called twice, by whom: a second call within so many seconds is the first one again. */
const TWINS = [
  [
    "oauth",
    "Connected apps",
    "Assistants may send a call twice. Within this time the second one books nothing.",
  ],
  ["apiKey", "Keys", "The same for programs with a key. 0: every call counts."],
  [
    "session",
    "Front-of-house apps",
    "The same for people who are signed in. 0: every call counts.",
  ],
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
        hint: "Shown in every text to guests.",
        now: (_, { brand }) => brand.name,
      },
      [
        {
          kind: "text",
          key: "timeZone",
          label: "Time zone",
          hint: "The restaurant's local time. Existing reservations keep their exact moment, so another zone shows another time.",
          list: ZONES_ID,
          now: ({ timeZone }) => timeZone,
        },
        {
          kind: "choice",
          key: "defaultCountry",
          label: "Country of phones",
          hint: "Numbers without a country code are read as numbers of this country.",
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
      "Names, phones, e-mails, notes and texts are deleted automatically. This cannot be undone.",
    fields: [
      {
        kind: "number",
        key: "retentionDays",
        label: "Days after their evening",
        hint: "Leave empty to keep them forever.",
        now: retentionDaysOf,
      },
      {
        kind: "date",
        key: "keepGuestsUntil",
        label: "Keep all guests until",
        hint: "For example after importing old visits. Leave empty to use the days above.",
        now: ({ keepGuestsUntil }) => keepGuestsUntil ?? "",
      },
    ],
  },
  {
    part: "dedupeTwinSeconds",
    title: "Repeated calls",
    intro: "For calls without an idempotency key, in seconds.",
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
