import type { Part } from "./part.tsx";

const LARGE: Part = {
  part: "largeParty",
  title: "Large parties",
  fields: [
    {
      kind: "number",
      key: "from",
      label: "A party is large from",
      hint: "This many people or more.",
      now: ({ largeParty }) => largeParty.from,
    },
    {
      kind: "choice",
      key: "mode",
      label: "What happens to it",
      now: ({ largeParty }) => largeParty.mode,
      options: [
        { value: "refuse", label: "Refused: they have to call" },
        { value: "pending", label: "Becomes a request that a manager approves" },
        { value: "allow", label: "Booked like any other" },
      ],
    },
    {
      kind: "number",
      key: "maxPartySize",
      label: "Largest party",
      hint: "Leave empty for the number of seats.",
      now: ({ maxPartySize }) => maxPartySize,
    },
  ],
};

const BOOKING: Part = {
  part: "booking",
  title: "When tables may be booked",
  fields: [
    {
      kind: "number",
      key: "minNoticeMinutes",
      label: "Notice, in minutes",
      hint: "How long before the start a table can still be booked. Does not apply at the door.",
      now: ({ minNoticeMinutes }) => minNoticeMinutes,
    },
    {
      kind: "number",
      key: "bookingWindowDays",
      label: "Days ahead",
      hint: "How far ahead tables can be booked. Leave empty for no limit.",
      now: ({ bookingWindowDays }) => bookingWindowDays,
    },
    {
      kind: "number",
      key: "pastGraceMinutes",
      label: "Minutes after the start",
      hint: "How late a party can still be entered with its actual time.",
      now: ({ pastGraceMinutes }) => pastGraceMinutes,
    },
    {
      kind: "number",
      key: "noShowGraceMinutes",
      label: "Minutes until a no-show",
      hint: "How late guests can be before they can be marked as a no-show.",
      now: ({ noShowGraceMinutes }) => noShowGraceMinutes,
    },
  ],
};

/** What large parties may do, and when tables may be booked at all. */
export const PARTIES_PARTS: readonly Part[] = [LARGE, BOOKING];
