import type { Part } from "./part.tsx";

/** Whether freed tables are offered by themselves. */
export const WAITLIST_PARTS: readonly Part[] = [
  {
    part: "waitlist",
    title: "Waitlist",
    fields: [
      {
        kind: "tick",
        key: "enabled",
        label: "Offer freed tables to waiting guests by text",
        now: ({ waitlist }) => waitlist.enabled,
      },
      {
        kind: "tick",
        key: "onEarlyCompletion",
        label: "Also when a party leaves earlier than planned",
        now: ({ waitlist }) => waitlist.onEarlyCompletion,
      },
    ],
  },
];
