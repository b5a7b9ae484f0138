import type { Part } from "./part.tsx";

const NUMBERS = [
  ["fromParty", "Ask parties from", "Smaller parties are not asked."],
  ["phoneRequiredFrom", "A phone is needed from", "Parties of this size must give a phone number."],
  ["minLeadHours", "Only when booked this many hours ahead", "Later bookings are not asked."],
  ["askHoursBefore", "Ask, hours before", "The first text."],
  [
    "remindHoursBefore",
    "Ask again, hours before",
    "The second text, to those who have not answered.",
  ],
  ["deadlineHoursBefore", "Deadline, hours before", "After this, silence counts as no answer."],
] as const;

/** Whether guests are asked if they come. */
export const ATTENDANCE_PARTS: readonly Part[] = [
  {
    part: "attendance",
    title: "Asking guests to confirm",
    fields: [
      {
        kind: "tick",
        key: "enabled",
        label: "Ask guests by text before they come",
        now: ({ attendance }) => attendance.enabled,
      },
      NUMBERS.map(([key, label, hint]) => ({
        kind: "number",
        key,
        label,
        hint,
        now: ({ attendance }) => attendance[key],
      })),
      {
        kind: "choice",
        key: "onNoReply",
        label: "When nobody has answered by the deadline",
        now: ({ attendance }) => attendance.onNoReply,
        options: [
          { value: "flag", label: "Keep the table and mark it: somebody should call" },
          { value: "release", label: "Give the table back" },
        ],
      },
    ],
  },
];
