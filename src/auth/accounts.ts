import { sha256Hex } from "../storage/sha256.ts";

export { emailOf, emailProblem, nameProblem, personName } from "../domain/account.ts";
export { newUser } from "../operations/team/new-user.ts";

/** What an account is throttled by, whether it exists or not. `email` as emailOf() gives it. */
export const accountHash = (email: string): string => sha256Hex(email);
