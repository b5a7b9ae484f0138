import { z } from "zod";
import { auditEach } from "../call/audit.ts";
import { defineOperation, newSecret } from "../define.ts";
import { writeParams } from "../params.ts";
import { changePassword } from "../team/team-changes.ts";
import { brandsOf, memberOf } from "./team-rules.ts";

const input = z.strictObject({
  id: z.string().max(64).describe("The person's id"),
  ...writeParams,
});
const output = z.strictObject({ id: z.string(), dryRun: z.boolean() });

export const setPassword = defineOperation<z.infer<typeof input>, z.infer<typeof output>>({
  name: "set_password",
  title: "Set somebody's password",
  words: { history: "Password set by the operator" },
  scope: "bookings.write",
  operatorOnly: true,
  brandless: true,
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
  run({ id }, context) {
    const { stores, now, dryRun } = context;
    const { name } = memberOf(id, context);
    const who = { person: name, userId: id };
    const before = { ...who, passwordChangedAt: stores.users.byId(id)?.passwordChangedAt ?? null };
    changePassword(stores, { userId: id, at: now }, newSecret(context).hash);
    const after = { ...who, passwordChangedAt: now };
    auditEach(brandsOf(context, id), setPassword.name, { before, after }, context);
    return { id, dryRun };
  },
});
