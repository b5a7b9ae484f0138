import { DATA_FLAG } from "./flags.ts";
import { changeTeams, teamFlag } from "./user-teams.ts";
import type { Verb } from "./verb.ts";

/** `maitred user leave EMAIL`: they are no longer in the teams of the brands named. */
export const userLeave: Verb = {
  name: "user leave",
  summary: "Take somebody out of the team of restaurants; disconnects their apps there.",
  positionals: ["EMAIL"],
  flags: { ...teamFlag("A restaurant whose team they leave."), ...DATA_FLAG },
  run: (context) =>
    changeTeams(context, {
      operation: "take_out",
      make: async ({ teams }, userId, brands) => ({
        refused: await teams.leaveTeams(userId, brands),
      }),
      done: (email, brands) => `${email} has left ${brands}.`,
    }),
};
