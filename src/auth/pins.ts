import { BoundedMap } from "../domain/bounded-map.ts";
import type { Role } from "../domain/caller.ts";
import { refusal } from "../domain/errors.ts";
import type { Clock } from "../domain/ids.ts";
import { HOUR, MINUTE } from "../domain/time.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import type { Passwords } from "./passwords.ts";

const FORM = /^\d{4,12}$/;
/** After this many wrong PINs, the person must wait. Each further wrong PIN doubles the wait. */
const TRIES = 5;
const FIRST_WAIT_MS = MINUTE;
const LONGEST_WAIT_MS = HOUR;
/** If the person makes no request for this long, the tablet returns to the user who is signed in. */
const IDLE_MS = 2 * MINUTE;
const MOST_TABLETS = 10_000;
/** Compared with the typed PIN if a person has none, so that the answer takes as long as for a wrong PIN. */
const STAND_IN = "no such pin";

export interface TeamPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Tablet {
  readonly sessionId: string;
  readonly userId: string;
  readonly brand: string;
}

/** With a PIN, a person acts in their own name on a tablet where a colleague is signed in. */
export interface Pins {
  holders(brand: string): readonly TeamPerson[];
  has(userId: string, brand: string): boolean;
  set(userId: string, brand: string, pin: string): Promise<void>;
  remove(userId: string, brand: string): Promise<void>;
  /** Throws INVALID_INPUT if the PIN is wrong, the person has none, or they must wait. */
  check(tablet: Tablet, personId: string, pin: string): Promise<TeamPerson>;
  lend(tablet: Tablet, personId: string, pin: string): Promise<TeamPerson>;
  /**
   * The person who entered a PIN on the tablet and has not been idle too long; otherwise null. Pass
   * `byPerson: false` for a request that the page made by itself: it does not count as activity.
   */
  lentTo(tablet: Tablet, byPerson: boolean): TeamPerson | null;
  end(tablet: Pick<Tablet, "sessionId">): void;
}

interface Lent {
  readonly personId: string;
  readonly brand: string;
  readonly pinMadeAt: number;
  readonly usedAt: number;
}

export function createPins({
  stores,
  writer,
  passwords,
  clock,
}: {
  readonly stores: Pick<Stores, "pins" | "teams">;
  readonly writer: Pick<Writer, "write">;
  readonly passwords: Pick<Passwords, "hash" | "verify">;
  readonly clock: Clock;
}): Pins {
  const lent = new BoundedMap<string, Lent>(MOST_TABLETS);
  const failures = createFailures(clock);
  let standInHash: Promise<string> | null = null;

  const team = (brand: string): TeamPerson[] =>
    stores.teams
      .ofBrand(brand)
      .filter(({ disabledAt }) => disabledAt === null)
      .map(({ userId: id, name, role }) => ({ id, name, role }));

  const check: Pins["check"] = async (tablet, personId, pin) => {
    const { userId, brand } = tablet;
    const person = team(brand).find(({ id }) => id === personId);
    const row = person === undefined ? null : stores.pins.get(personId, brand);
    // Count the try before the comparison, so that simultaneous tries cannot exceed the limit.
    const attempt = failures.count(`${userId} ${brand} ${personId}`);
    standInHash ??= passwords.hash(STAND_IN);
    const isRight = await passwords.verify(pin, row?.hash ?? (await standInHash));
    if (!isRight || row === null || person === undefined) {
      throw refusal("INVALID_INPUT.pin_wrong", { parameter: "pin", say: { left: attempt.left } });
    }
    attempt.forget();
    return person;
  };

  return {
    holders(brand) {
      const holders = stores.pins.holders(brand);
      return team(brand)
        .filter(({ id }) => holders.has(id))
        .sort((one, other) => one.name.localeCompare(other.name));
    },
    has: (userId, brand) => stores.pins.get(userId, brand) !== null,
    async set(userId, brand, pin) {
      requireGood(pin);
      const hash = await passwords.hash(pin);
      await writer.write(() => stores.pins.set({ userId, brand, hash, createdAt: clock() }));
    },
    remove: (userId, brand) => writer.write(() => stores.pins.remove(userId, brand)),
    check,
    async lend(tablet, personId, pin) {
      const person = await check(tablet, personId, pin);
      const pinMadeAt = stores.pins.get(personId, tablet.brand)?.createdAt ?? 0;
      const { sessionId, brand } = tablet;
      lent.set(sessionId, { personId, brand, pinMadeAt, usedAt: clock() });
      return person;
    },
    lentTo(tablet, byPerson) {
      const { sessionId, brand } = tablet;
      const found = lent.get(sessionId);
      if (found === undefined || found.brand !== brand) return null;
      const now = clock();
      const person = team(brand).find(({ id }) => id === found.personId);
      const idle = now - found.usedAt;
      const isSame = stores.pins.get(found.personId, brand)?.createdAt === found.pinMadeAt;
      // A clock set back must not give the person more time.
      if (person === undefined || !isSame || idle > IDLE_MS || idle < 0) {
        lent.delete(sessionId);
        return null;
      }
      if (byPerson) lent.set(sessionId, { ...found, usedAt: now });
      return person;
    },
    end: ({ sessionId }) => void lent.delete(sessionId),
  };
}

/** Refuses sequences such as 1234 or 0000. */
function requireGood(pin: string): void {
  if (!FORM.test(pin)) throw refusal("INVALID_INPUT.pin_form", { parameter: "newPin" });
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0));
  const [first = 0] = steps;
  const isPlain = Math.abs(first) <= 1 && steps.every((step) => step === first);
  if (isPlain) throw refusal("INVALID_INPUT.pin_plain", { parameter: "newPin" });
}

/** Counts wrong PINs. `name` does not contain the session, so that a new sign-in gives no new tries. */
function createFailures(clock: Clock) {
  const known = new BoundedMap<string, { readonly wrong: number; readonly until: number }>(
    MOST_TABLETS,
  );
  return {
    count(name: string): { readonly left: number; forget(): void } {
      const now = clock();
      const { wrong: before, until: waits } = known.get(name) ?? { wrong: 0, until: 0 };
      if (waits > now && waits - now <= LONGEST_WAIT_MS) {
        const seconds = Math.ceil((waits - now) / 1000);
        throw refusal("INVALID_INPUT.pin_wait", { parameter: "pin", say: { seconds } });
      }
      const wrong = before + 1;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - TRIES));
      known.set(name, { wrong, until: wrong < TRIES ? 0 : now + wait });
      return { left: Math.max(0, TRIES - wrong), forget: () => void known.delete(name) };
    },
  };
}
