import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { ACCOUNT_CHANGE, type PersonInput, setAccount } from "./person-change.ts";

/** The password and teams work again; the second factor stays removed. */
export const openAccount = defineOperation<PersonInput, NamedChange>({
  ...ACCOUNT_CHANGE,
  name: "open_account",
  title: "Reopen somebody's account",
  words: { done: "Account reopened", history: "Account reopened" },
  run: ({ id }, context): NamedChange => setAccount(openAccount.name, id, "open", context),
});
