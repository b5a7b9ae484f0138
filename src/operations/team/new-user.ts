import { newId, type RandomBytes } from "../../domain/ids.ts";
import type { UserRow } from "../../storage/stores.ts";

/** A new account, not stored yet; its fields were checked. */
export const newUser = (
  fields: Pick<UserRow, "email" | "name" | "passwordHash" | "ownsHouse">,
  now: number,
  random: RandomBytes,
): UserRow => ({
  id: newId(now, random),
  ...fields,
  passwordChangedAt: fields.passwordHash === null ? null : now,
  createdAt: now,
  disabledAt: null,
});
