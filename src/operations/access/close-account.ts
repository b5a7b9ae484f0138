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
  words: { done: "Account closed", history: "Account closed" },
  run: ({ id }, context): PersonResult => setAccount(closeAccount.name, id, "closed", context),
});
