import { defineMark } from "./reservation/mark.ts";

export const markArrived = defineMark("mark_arrived", {
  title: "Guest has arrived",
  words: { button: "Arrived", done: "arrived", history: "Arrived" },
  description:
    "The guest is at the restaurant but not seated yet. Allowed from booked, at the earliest 3 hours before the " +
    "start. A no-show who comes late during the same service can be marked arrived while the seats are still free. " +
    "Sends the guest nothing.",
  stay: { timestamp: 1_795_221_000_000, endTimestamp: 1_795_227_300_000 },
  example: {
    status: "arrived",
    arrivedAt: 1_795_220_700_000,
    updatedAt: 1_795_220_700_000,
    revision: 2,
  },
});
