import type { FactorRule } from "../config.ts";
import { roleAtLeast } from "../domain/caller.ts";
import type { Membership, UserRow } from "../storage/stores.ts";

export type AsksForFactor = (user: UserRow, teams: readonly Membership[]) => boolean;

export const asksForFactor =
  (rule: FactorRule): AsksForFactor =>
  ({ ownsInstance }, teams) =>
    rule === "all" ||
    (rule === "managers" &&
      (ownsInstance || teams.some(({ role }) => roleAtLeast(role, "manager"))));
