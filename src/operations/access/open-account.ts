import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { ACCOUNT_CHANGE, type PersonInput, setAccount } from "./person-change.ts";

export const openAccount = defineOperation<PersonInput, NamedChange>({
  ...ACCOUNT_CHANGE,
  name: "open_account",
  title: "Reopen somebody's account",
  words: { done: "Account reopened", history: "Account reopened" },
  run: ({ id }, context): NamedChange => setAccount(openAccount.name, id, "open", context),
});
