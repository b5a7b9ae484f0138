import { type Caller, NO_BUDGETS, SCOPES } from "../domain/caller.ts";
import type { SignedIn } from "./sessions.ts";

export function callerOfSession({
  user,
  teams,
}: Pick<SignedIn, "user" | "teams">): Omit<Caller, "environment" | "headerBrand"> {
  return {
    kind: "session",
    principal: user.id,
    actor: { kind: "user", id: user.id, name: user.name },
    brands: teams.map(({ brand }) => brand),
    scopes: SCOPES,
    tools: null,
    budgets: NO_BUDGETS,
    roles: Object.fromEntries(teams.map(({ brand, role }) => [brand, role])),
  };
}
