import { DEFAULT_LANGUAGE } from "../../../domain/languages.ts";
import { shownPhone } from "../../../domain/phone-text.ts";
import { retentionDaysOf } from "../../../domain/settings.ts";
import { brandBudget, directPhoneBudget, phoneBudget } from "../../../domain/sms-budget.ts";
import { usualDigits } from "../../../domain/sms-countries.ts";
import { EVERY_COUNTRY } from "../../../operations/desk/settings-form.ts";
import { COUNTRIES, GUEST_LANGUAGES, ZONES_ID } from "../places.tsx";
import type { Part, PartField } from "./part.tsx";

const number = (
  key: string,
  label: string,
  hint: string,
  now?: PartField["now"],
): PartField & { readonly hint: string } => ({ kind: "number", key, label, hint, now });

export const LIMITS = [
  number("seats", "Seats", "Maximum guests at one time. Leave empty for no limit."),
  number("overbookCovers", "Overbook by", "Guests accepted above the number of seats."),
  number(
    "paceCovers",
    "Guests per slot",
    "Maximum guests starting in one slot. Leave empty for no limit.",
  ),
  number(
    "paceParties",
    "Parties per slot",
    "Maximum parties starting in one slot. Leave empty for no limit.",
  ),
  number("slotMinutes", "Slot, in minutes", "Times are offered this many minutes apart."),
  number(
    "maxPartiesPresent",
    "Parties present",
    "Maximum parties at one time. Leave empty for no limit.",
  ),
];

export const CAPACITY: Part = {
  part: "limits",
  title: "Capacity",
  fields: [
    LIMITS,
    number(
      "bufferMinutes",
      "Minutes between two parties",
      "Kept free after each stay to clear the table. Existing reservations do not change.",
    ),
  ],
};

export const PARTIES_PARTS: readonly Part[] = [
  {
    part: "largeParty",
    title: "Large parties",
    fields: [
      number("from", "A party is large from", "This many people or more."),
      {
        kind: "choice",
        key: "mode",
        label: "What happens to a large party",
        options: [
          { value: "refuse", label: "Refused: the guest has to call" },
          { value: "pending", label: "Request: a manager decides" },
          { value: "allow", label: "Booked like any other" },
        ],
      },
      number("maxPartySize", "Largest party", "Leave empty for the number of seats."),
    ],
  },
  {
    part: "booking",
    title: "When tables may be booked",
    fields: [
      number(
        "minNoticeMinutes",
        "Notice, in minutes",
        "Tables must be booked at least this long before the start. Does not apply at the door.",
      ),
      number(
        "bookingWindowDays",
        "Days ahead",
        "How far ahead tables can be booked. Leave empty for no limit.",
      ),
      number(
        "pastGraceMinutes",
        "Late entry, in minutes",
        "A reservation can be entered up to this long after its start.",
      ),
      number(
        "seatingToleranceMinutes",
        "Overlap when seating, in minutes",
        "When a host seats a party, two stays may overlap by this long.",
      ),
      number(
        "noShowGraceMinutes",
        "Minutes until a no-show",
        "How late guests must be before they can be marked as a no-show.",
      ),
    ],
  },
];

export const ATTENDANCE_PARTS: readonly Part[] = [
  {
    part: "attendance",
    title: "Asking guests to confirm",
    fields: [
      { kind: "tick", key: "enabled", label: "Ask guests by text whether they are coming" },
      [
        number("fromParty", "Ask parties from", "Smaller parties are not asked."),
        number(
          "phoneRequiredFrom",
          "Phone required from",
          "Parties of this size or larger must give a phone number.",
        ),
        number(
          "minLeadHours",
          "Only when booked this many hours ahead",
          "Guests who book later than that are not asked.",
        ),
        number("askHoursBefore", "Ask, hours before", "The first text."),
        number(
          "remindHoursBefore",
          "Ask again, hours before",
          "The second text, to guests who have not answered.",
        ),
        number(
          "deadlineHoursBefore",
          "Deadline, hours before",
          'Guests who have not answered by then count as "no reply".',
        ),
      ],
      {
        kind: "choice",
        key: "onNoReply",
        label: "When a guest has not answered by the deadline",
        options: [
          { value: "flag", label: "Keep the table, call the guest" },
          { value: "release", label: "Cancel and free the table" },
        ],
      },
    ],
  },
];

export const WAITLIST_PARTS: readonly Part[] = [
  {
    part: "waitlist",
    title: "Waitlist",
    fields: [
      { kind: "tick", key: "enabled", label: "Offer freed tables to waiting guests by text" },
      {
        kind: "tick",
        key: "onEarlyCompletion",
        label: "Also when a party leaves earlier than planned",
      },
    ],
  },
];

export const TABLES_PARTS: readonly Part[] = [
  {
    part: "tables",
    title: "Tables",
    fields: [
      {
        kind: "choice",
        key: "mode",
        label: "Tables for reservations",
        hint: "Off: only guests and parties are counted. Suggested: a party can be booked even if no table is free. Required: a party is refused if no table is free.",
        options: [
          { value: "off", label: "Off" },
          { value: "suggest", label: "Suggested" },
          { value: "required", label: "Required" },
        ],
      },
      number(
        "freezeMinutes",
        "Keep tables, in minutes",
        "Parties that start within this time are not moved to another table automatically.",
      ),
    ],
  },
];

export const TEXTS_PARTS: readonly Part[] = [
  {
    part: "quietHours",
    title: "Quiet hours",
    intro: ({ brand }) =>
      `In quiet hours (${brand.settings.timeZone}), guests get only urgent offers and texts about what was just booked, changed or cancelled.`,
    fields: [
      [
        { kind: "time", key: "from", label: "From" },
        { kind: "time", key: "to", label: "To" },
      ],
    ],
  },
  {
    part: "texts",
    title: "Which texts are sent",
    fields: [
      { kind: "tick", key: "cancelNotification", label: "When a reservation is cancelled" },
      { kind: "tick", key: "updateNotification", label: "When a reservation is changed" },
      number("reminderHoursBefore", "A reminder, hours before", "Leave empty for no reminder."),
    ],
  },
  {
    part: "smsBudget",
    title: "Texts per day",
    intro: "Offers, questions and reminders over the limit wait in Messages for a manager.",
    fields: [
      [
        number("perPhone", "Per phone", "Within 24 hours. Leave empty for 6.", phoneBudget),
        number(
          "perBrand",
          "For all guests",
          "Within 24 hours. Leave empty for 15 per seat, at least 300.",
          brandBudget,
        ),
      ],
      number(
        "directPerPhone",
        "Confirmations and changes per phone",
        "Within 24 hours. Over the limit no text is sent, and the reservation is marked for a call. Leave empty for 12.",
        directPhoneBudget,
      ),
    ],
  },
  {
    part: "quickAnswers",
    title: "Quick answers",
    intro:
      "Texts that hosts send to a guest with one tap. {day}, {time} and {until} are filled in from the reservation; {until} is when a late guest's table is given up.",
    fields: [
      {
        kind: "lines",
        key: "answers",
        label: "One answer per line",
        hint: "Up to 10 answers. Leave empty for the standard answers.",
        now: ({ quickAnswers }) => quickAnswers?.join("\n"),
      },
    ],
  },
  {
    part: "smsCountries",
    title: "Countries that get texts",
    intro: ({ brand: { settings } }) =>
      "Guests with phones of other countries can book, but get no texts: somebody has to call them. " +
      `If no country is given, only numbers that begin with +${usualDigits(settings.defaultCountry).join(" or +")} get texts. ` +
      "Premium and satellite numbers never get texts.",
    fields: [
      {
        kind: "text",
        key: "countries",
        label: "Countries",
        hint: 'Two letters each, such as "US, CA, MX", or "all".',
        optional: true,
        now: ({ smsCountries }) =>
          smsCountries === null ? EVERY_COUNTRY.toLowerCase() : (smsCountries ?? []).join(", "),
      },
    ],
  },
];

export const RESTAURANT_PARTS: readonly Part[] = [
  {
    part: "restaurant",
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
          hint: "The restaurant's local time. If you change it, existing reservations keep their exact moment and show another time.",
          list: ZONES_ID,
        },
        {
          kind: "choice",
          key: "defaultCountry",
          label: "Country of phones",
          hint: "Numbers without a country code are read as numbers of this country.",
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
    part: "contact",
    title: "For guests",
    intro:
      "Shown on guests' pages. Texts that ask a guest to call include the phone if it adds no segment. Leave empty what guests do not need.",
    fields: [
      {
        kind: "text",
        key: "phone",
        label: "Phone",
        optional: true,
        now: ({ contact, defaultCountry }) =>
          contact?.phone && shownPhone(contact.phone, defaultCountry),
      },
      { kind: "text", key: "address", label: "Address", optional: true },
      {
        kind: "text",
        key: "website",
        label: "Website",
        hint: "Begins with https://",
        optional: true,
      },
      {
        kind: "text",
        key: "line",
        label: "A note for guests",
        hint: "One line, for example where to park.",
        optional: true,
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
      number(
        "retentionDays",
        "Days to keep after the visit",
        "Leave empty to keep guests' data forever.",
        retentionDaysOf,
      ),
      {
        kind: "date",
        key: "keepGuestsUntil",
        label: "Keep all guests until",
        hint: "Useful after importing old visits, for example. Leave empty to use the days above.",
      },
    ],
  },
  {
    part: "dedupeTwinSeconds",
    title: "Repeated bookings",
    intro:
      "If a program sends the same booking again within this many seconds, without an idempotency key, nothing more is booked. 0: each one is booked.",
    fields: [
      [
        number("oauth", "Connected apps", "Assistants sometimes send a booking twice."),
        number("apiKey", "Keys", "Programs with an API key."),
        number("session", "Front-of-house apps", "Apps in which a person is signed in."),
      ],
    ],
  },
];
