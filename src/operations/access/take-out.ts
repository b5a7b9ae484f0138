import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { PERSON_CHANGE, setRole, type TeamsInput, teamsInput } from "./person-change.ts";

export const takeOut = defineOperation<TeamsInput, NamedChange>({
  ...PERSON_CHANGE,
  name: "take_out",
  title: "Remove somebody from the team",
  words: { done: "Removed from the team", history: "Removed from the team" },
  input: teamsInput,
  run: (given, context): NamedChange => setRole(takeOut.name, given, null, context),
});
