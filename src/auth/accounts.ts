import { createHash } from "node:crypto";

export { emailOf, emailProblem, nameProblem, personName } from "../domain/account.ts";
export { newUser } from "../operations/team/new-user.ts";

/** What an account is throttled by, whether it exists or not. `email` as emailOf() gives it. */
export const accountHash = (email: string): string =>
  createHash("sha256").update(email).digest("hex");
