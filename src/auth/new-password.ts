import { type Reason, reason } from "../domain/errors.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { passwordProblem } from "./passwords.ts";

const LEAST = 12;
/** A password that repeats a piece shorter than this, such as `abababababab`, counts as common. */
const LEAST_PIECE = 4;
const PRODUCT = "maitred";

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  readonly brands: readonly string[];
}

export const passwordOwner = (
  { users, brands }: Pick<Stores, "users" | "brands">,
  { id, email, name }: Pick<UserRow, "id" | "email" | "name">,
): PasswordOwner => ({
  email,
  name,
  brands: users.teamsOf(id).map(({ brand }) => brands.get(brand)?.name ?? brand),
});

/** Does not require digits or symbols: NIST SP 800-63B, section 3.1.1.2, forbids such rules. */
export async function newPasswordProblem(
  password: string,
  owner: PasswordOwner,
): Promise<Reason | null> {
  const { length } = Array.from(password);
  if (length < LEAST) return reason("INVALID_INPUT.password_short", { length, limit: LEAST });
  const unusable = passwordProblem(password);
  if (unusable !== null) return unusable;
  const bare = undecorated(password);
  if (namesOf(owner).has(lettersOf(bare))) return reason("INVALID_INPUT.password_is_name", {});
  const common = await commonPasswords();
  const isCommon = [folded(password), bare, pieceOf(folded(password)), pieceOf(bare)].some(
    (form) => common.has(form) || (form !== "" && form.length < LEAST_PIECE),
  );
  return isCommon ? reason("INVALID_INPUT.password_common", {}) : null;
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Example: `Maitred2024!` and `maitredmaitred` become `maitred`. */
const undecorated = (text: string): string =>
  pieceOf(folded(text).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));

/** Example: `abab` gives `ab`, and `abc` gives `abc`. */
function pieceOf(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1);
  return length > 0 ? text.slice(0, length) : text;
}

const lettersOf = (text: string): string => folded(text).replace(/[^\p{L}]/gu, "");

function namesOf({ email, name, brands }: PasswordOwner): Set<string> {
  const [local = "", host = ""] = email.split("@");
  const known = [email, local, host, name, ...brands, PRODUCT].map(lettersOf);
  return new Set(known.filter((letters) => letters !== ""));
}

let loaded: Promise<ReadonlySet<string>> | null = null;

function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return loaded;
}
