import { defineOperation } from "../define.ts";
import {
  PERSON_CHANGE,
  type PersonResult,
  setRole,
  type TeamsInput,
  teamsInput,
} from "./person-change.ts";

/** Out of this team; the account stays, for other brands and for coming back. */
export const takeOut = defineOperation<TeamsInput, PersonResult>({
  ...PERSON_CHANGE,
  name: "take_out",
  title: "Take somebody out of the team",
  words: { done: "Taken out of the team", history: "Taken out of the team" },
  input: teamsInput,
  run: (given, context): PersonResult => setRole(takeOut.name, given, null, context),
});
