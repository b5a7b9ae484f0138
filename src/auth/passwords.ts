import type { Environment } from "../domain/caller.ts";
import { type Reason, reason } from "../domain/errors.ts";

/** Argon2id with one lane (RFC 9106, section 3.1). */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
  needsRehash(phc: string): boolean;
}

interface Argon2 {
  hash(secret: string): Promise<string>;
  verify(phc: string, secret: string): Promise<boolean>;
}

const MOST = 1024;
const MOST_BYTES = 4 * MOST;
const FORM = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=1\$/;

/** The live cost takes about 40 ms on one core of a small server. */
export const passwordCost = (environment: Environment): PasswordCost =>
  environment === "live" ? { memoryKiB: 19_456, passes: 2 } : { memoryKiB: 64, passes: 1 };

export function passwordProblem(password: string): Reason | null {
  const { length } = Array.from(password);
  if (length === 0) return reason("INVALID_INPUT.password_empty", {});
  if (length > MOST) return reason("INVALID_INPUT.password_long", { length, limit: MOST });
  const bytes = Buffer.byteLength(password);
  return bytes > MOST_BYTES
    ? reason("INVALID_INPUT.password_bytes", { length: bytes, limit: MOST_BYTES })
    : null;
}

/** Uses Bun's argon2 if the native package cannot be loaded. Both verify the same hashes. */
export function createPasswords({
  cost,
  load = () => import("@node-rs/argon2"),
}: {
  readonly cost: PasswordCost;
  readonly load?: () => Promise<Pick<typeof import("@node-rs/argon2"), "hash" | "verify">>;
}): Passwords {
  let loaded: Promise<Argon2> | null = null;
  const argon2 = (): Promise<Argon2> => (loaded ??= native(cost, load).catch(() => builtIn(cost)));
  return {
    hash: async (password) => (await argon2()).hash(composed(password)),
    async verify(password, phc) {
      if (!FORM.test(phc)) return false;
      try {
        return await (await argon2()).verify(phc, composed(password));
      } catch {
        return false;
      }
    },
    needsRehash(phc) {
      const [, memory, passes] = FORM.exec(phc) ?? [];
      return Number(memory) !== cost.memoryKiB || Number(passes) !== cost.passes;
    },
  };
}

/** Makes the two encodings of an accented letter equal (RFC 8265, section 4.2.2). */
const composed = (password: string): string => password.toWellFormed().normalize("NFC");

async function native(
  { memoryKiB, passes }: PasswordCost,
  load: () => Promise<Pick<typeof import("@node-rs/argon2"), "hash" | "verify">>,
): Promise<Argon2> {
  const { hash, verify }: Partial<Awaited<ReturnType<typeof load>>> = await load();
  // An executable built for another kind of machine contains the package without its native part.
  if (!hash || !verify) throw new Error("@node-rs/argon2 came without its native part");
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 };
  return {
    hash: (secret) => hash(secret, options),
    verify: (phc, secret) => verify(phc, secret),
  };
}

const builtIn = ({ memoryKiB, passes }: PasswordCost): Argon2 => ({
  hash: (secret) =>
    Bun.password.hash(secret, { algorithm: "argon2id", memoryCost: memoryKiB, timeCost: passes }),
  verify: (phc, secret) => Bun.password.verify(secret, phc, "argon2id"),
});
