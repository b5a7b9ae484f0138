// Goal: with a PIN, a colleague uses a tablet under their own name until two minutes pass without a
// request. Nobody can guess a PIN.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createPins, type Pins, type Tablet } from "../../src/auth/pins.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { BISTRO, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, openAccounts } from "../support/accounts.ts";

const MINUTE = 60_000;
const PIN = "4071";

let house: Accounts;
let pins: Pins;
let ids: { jo: string; mara: string; nils: string };

beforeEach(async () => {
  house = await openAccounts();
  const person = async (name: string, role: "host" | "manager"): Promise<string> =>
    (await house.addUser(`${name}@example.com`, { [BISTRO]: role })).id;
  ids = {
    jo: await person("jo", "host"),
    mara: await person("mara", "manager"),
    nils: await person("nils", "host"),
  };
  pins = createPins(house);
  await pins.set(ids.mara, BISTRO, PIN);
});
afterEach(() => house[Symbol.dispose]());

const MARA = "mara@example.com's name";
const tablet = (change: Partial<Tablet> = {}): Tablet => ({
  sessionId: "tablet",
  userId: ids.jo,
  brand: BISTRO,
  ...change,
});
const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (one: unknown) => one,
  );
  return error instanceof DomainError ? error.reasons[0].kind : "none";
};
const guess = (pin = "9999", at = tablet(), person = ids.mara) =>
  kindOf(pins.lend(at, person, pin));

describe("a PIN", () => {
  test.each(["", "123", "12a4", "1234567890123", "12 34", "١٢٣٤"])("%j is refused", async (pin) => {
    expect(await kindOf(pins.set(ids.jo, BISTRO, pin))).toBe("INVALID_INPUT.pin_form");
  });
  test.each(["0000", "1234", "9876", "777777", "345678"])(
    "%j is refused as easily guessed",
    async (pin) => {
      expect(await kindOf(pins.set(ids.jo, BISTRO, pin))).toBe("INVALID_INPUT.pin_plain");
    },
  );
  test("is stored only as a hash", () => {
    const rows = house.database.prepare("SELECT * FROM pin").values();
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.[2])).toStartWith("$argon2id$");
    expect(JSON.stringify(rows)).not.toContain(PIN);
  });
  test("is for one brand, and the brand's tablets list only people with a PIN", () => {
    expect(pins.holders(BISTRO).map(({ name, role }) => [name, role])).toEqual([[MARA, "manager"]]);
    expect(pins.holders(TRATTORIA)).toEqual([]);
    expect(pins.has(ids.mara, TRATTORIA)).toBe(false);
  });
  test("stops working when its user leaves the team of the brand", async () => {
    await house.writer.write(() =>
      house.database.run("DELETE FROM team_member WHERE user_id = ?", [ids.mara]),
    );
    expect(pins.has(ids.mara, BISTRO)).toBe(false);
  });
});

describe("a tablet", () => {
  test("acts in the name of the PIN's user until two minutes pass without a request", async () => {
    expect(await pins.lend(tablet(), ids.mara, PIN)).toMatchObject({ name: MARA, role: "manager" });
    for (let step = 0; step < 5; step += 1) {
      house.at += 2 * MINUTE;
      expect(pins.lentTo(tablet(), true)?.name).toBe(MARA);
    }
    house.at += 2 * MINUTE + 1;
    expect(pins.lentTo(tablet(), true)).toBeNull();
    // Setting the clock back does not restore the name.
    house.at -= MINUTE;
    expect(pins.lentTo(tablet(), true)).toBeNull();
  });
  test("that only refreshes its page loses the name after two minutes", async () => {
    await pins.lend(tablet(), ids.mara, PIN);
    house.at += MINUTE;
    expect(pins.lentTo(tablet(), false)?.name).toBe(MARA);
    house.at += MINUTE + 1;
    expect(pins.lentTo(tablet(), false)).toBeNull();
  });
  test("does not share the name with other tablets or brands, and can give it back", async () => {
    await pins.lend(tablet(), ids.mara, PIN);
    expect(pins.lentTo(tablet({ sessionId: "another" }), true)).toBeNull();
    expect(pins.lentTo(tablet({ brand: TRATTORIA }), true)).toBeNull();
    pins.end(tablet());
    expect(pins.lentTo(tablet(), true)).toBeNull();
  });
  test.each([
    ["the PIN is changed", () => pins.set(ids.mara, BISTRO, "8025")],
    ["the PIN is removed", () => pins.remove(ids.mara, BISTRO)],
    [
      "the account is closed",
      () => house.writer.write(() => house.database.run("UPDATE user SET disabled_at = 1")),
    ],
    [
      "the clock was set back",
      async () => {
        house.at -= MINUTE;
        await Promise.resolve();
      },
    ],
  ])("loses the name as soon as %s", async (_why, change) => {
    await pins.lend(tablet(), ids.mara, PIN);
    house.at += 1;
    await change();
    expect(pins.lentTo(tablet(), true)).toBeNull();
  });
});

describe("a person who guesses", () => {
  test("has five tries per colleague, then waits a minute, and twice as long after each further try, up to an hour", async () => {
    for (let left = 4; left >= 0; left -= 1) expect(await guess()).toBe("INVALID_INPUT.pin_wrong");
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await guess(PIN)).toBe("INVALID_INPUT.pin_wait");
      house.at += minutes * MINUTE - 1;
      expect(await guess(PIN)).toBe("INVALID_INPUT.pin_wait");
      house.at += 1;
      expect(await guess()).toBe("INVALID_INPUT.pin_wrong");
    }
  });
  test("waits even after signing in again; a user of another account does not", async () => {
    for (let tries = 0; tries < 5; tries += 1) await guess();
    expect(await guess(PIN, tablet({ sessionId: "new" }))).toBe("INVALID_INPUT.pin_wait");
    expect(await guess(PIN, tablet({ sessionId: "other", userId: ids.nils }))).toBe("none");
  });
  test("gets no more tries by sending many concurrently", async () => {
    const kinds = await Promise.all(Array.from({ length: 50 }, () => guess()));
    expect(kinds.filter((kind) => kind === "INVALID_INPUT.pin_wrong")).toHaveLength(5);
  });
  test("does not learn who has a PIN, or in which brand", async () => {
    expect(await guess("4071", tablet(), ids.nils)).toBe("INVALID_INPUT.pin_wrong");
    expect(await guess("4071", tablet(), "nobody")).toBe("INVALID_INPUT.pin_wrong");
    expect(await guess(PIN, tablet({ brand: TRATTORIA }))).toBe("INVALID_INPUT.pin_wrong");
  });
  test("gets five tries again after the right PIN", async () => {
    for (let tries = 0; tries < 4; tries += 1) await guess();
    expect(await guess(PIN)).toBe("none");
    for (let tries = 0; tries < 5; tries += 1)
      expect(await guess()).toBe("INVALID_INPUT.pin_wrong");
  });
});
