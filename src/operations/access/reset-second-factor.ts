import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { resetFactor } from "../team/team-changes.ts";
import { ACCOUNT_CHANGE, changePerson, type PersonInput } from "./person-change.ts";
import { brandsOf, memberOf, whyAccountStays } from "./team-rules.ts";

export const resetSecondFactor = defineOperation<PersonInput, NamedChange>({
  ...ACCOUNT_CHANGE,
  name: "reset_second_factor",
  title: "Remove somebody's second factor",
  words: { done: "Second factor removed", history: "Second factor removed" },
  run: ({ id }, context): NamedChange => {
    const { stores, now } = context;
    const person = memberOf(id, context);
    return changePerson(resetSecondFactor.name, person, context, {
      why: whyAccountStays(person, context),
      unchanged: !stores.factors.has(id),
      apply: () => {
        resetFactor(stores, { userId: id, at: now });
        return null;
      },
      difference: () => ({ before: { secondFactor: "set" }, after: { secondFactor: "none" } }),
      loggingBrands: brandsOf(context, id),
    });
  },
});
