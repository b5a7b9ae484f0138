import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { ACCOUNT_CHANGE, type PersonInput, setAccount } from "./person-change.ts";

export const closeAccount = defineOperation<PersonInput, NamedChange>({
  ...ACCOUNT_CHANGE,
  name: "close_account",
  title: "Close somebody's account",
  words: { done: "Account closed", history: "Account closed" },
  run: ({ id }, context): NamedChange => setAccount(closeAccount.name, id, "closed", context),
});
