import { newPasswordProblem, type PasswordOwner } from "../auth/new-password.ts";
import { sayReason } from "../words/render.ts";
import { CliError, type CliIo, type DeclaredFlags, type Flags, switchFlag } from "./verb.ts";

/** No flag takes the password itself, because the process list shows all arguments. */
export const PASSWORD_FLAG: DeclaredFlags = {
  "password-stdin": switchFlag(
    "Read the password from standard input (default: create one and show it once).",
  ),
};

export interface NewPassword {
  readonly password: string;
  readonly made: boolean;
}

/** No characters that look alike. */
const ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";
const GROUP = 5;
const BYTES = 20;

export async function newPassword(
  flags: Flags,
  io: Pick<CliIo, "random" | "readInput">,
  owner: PasswordOwner,
): Promise<NewPassword> {
  if (!flags.has("password-stdin")) {
    return { password: madePassword(io), made: true };
  }
  const password = (await io.readInput()).replace(/\r?\n$/, "");
  if (/[\r\n]/.test(password)) {
    throw new CliError(
      "INVALID_INPUT",
      "Standard input holds more than one line. Send the password alone, on one line.",
    );
  }
  const problem = await newPasswordProblem(password, owner);
  if (problem !== null) throw new CliError("INVALID_INPUT", sayReason(problem, "agent"));
  return { password, made: false };
}

export const madePassword = ({ random }: Pick<CliIo, "random">): string =>
  passwordFrom(random(BYTES));

/** 100 random bits, in groups that are easy to read aloud. */
export function passwordFrom(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, BYTES), (byte) => ALPHABET.charAt(byte % 32));
  return letters.map((letter, at) => (at > 0 && at % GROUP === 0 ? `-${letter}` : letter)).join("");
}
