import { z } from "zod";
import { ROLES } from "../../domain/caller.ts";
import { defineOperation } from "../define.ts";
import type { NamedChange } from "../params.ts";
import { PERSON_CHANGE, setRole, teamsInput } from "./person-change.ts";

const roleInput = teamsInput.extend({ role: z.enum(ROLES).describe("The role") });

export const changeRole = defineOperation<z.infer<typeof roleInput>, NamedChange>({
  ...PERSON_CHANGE,
  name: "change_role",
  title: "Change somebody's role",
  words: { done: "Role changed", history: "Role changed" },
  input: roleInput,
  examples: [{ input: { id: "01a1f050f58027935d40f69e", role: "manager" } }],
  run: (given, context): NamedChange => setRole(changeRole.name, given, given.role, context),
});
