import { defineMark } from "./reservation/mark.ts";

export const markCompleted = defineMark("mark_completed", {
  title: "Guest has left",
  words: { button: "Done", done: "done", history: "Done" },
  description:
    "The guest has left and the visit is over. Allowed from seated or arrived. Sends the guest nothing.",
  stay: null,
  example: {
    status: "completed",
    arrivedAt: 1_795_220_700_000,
    seatedAt: 1_795_221_300_000,
    completedAt: 1_795_226_700_000,
    updatedAt: 1_795_226_700_000,
    revision: 4,
  },
});
