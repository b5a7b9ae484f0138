import { defineOperation } from "../define.ts";
import { PERSON_CHANGE, type PersonInput, type PersonResult, setRole } from "./person-change.ts";

/** Out of this team; the account stays, for other brands and for coming back. */
export const takeOut = defineOperation<PersonInput, PersonResult>({
  ...PERSON_CHANGE,
  name: "take_out",
  title: "Take somebody out of the team",
  description:
    "Takes somebody out of the team of the brand, and disconnects the apps that they connected here.",
  form: { submit: "Take out" },
  run: ({ id }, context): PersonResult => setRole(takeOut.name, id, null, context),
});
