import { defineOperation } from "../define.ts";
import {
  ACCOUNT_CHANGE,
  type PersonInput,
  type PersonResult,
  setAccount,
} from "./person-change.ts";

/** The account is open again, with the password and the teams that it had; without a second factor. */
export const openAccount = defineOperation<PersonInput, PersonResult>({
  ...ACCOUNT_CHANGE,
  name: "open_account",
  title: "Open somebody's account",
  words: { done: "Account opened", history: "Account opened" },
  run: ({ id }, context): PersonResult => setAccount(openAccount.name, id, "open", context),
});
