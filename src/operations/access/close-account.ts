import { defineOperation } from "../define.ts";
import {
  ACCOUNT_CHANGE,
  type PersonInput,
  type PersonResult,
  setAccount,
} from "./person-change.ts";

/** The account is closed, everywhere. */
export const closeAccount = defineOperation<PersonInput, PersonResult>({
  ...ACCOUNT_CHANGE,
  name: "close_account",
  title: "Close somebody's account",
  description:
    "Closes the account of somebody: they are signed out everywhere, and their apps are disconnected.",
  run: ({ id }, context): PersonResult => setAccount(closeAccount.name, id, "closed", context),
});
