// Goal: the same letters are the same password, hashes have the configured cost, and both
// implementations of Argon2id verify each other's hashes. Method: the real implementations. To get
// the built-in one, a test lets the import of the native one fail.
import { describe, expect, test } from "bun:test";
import {
  createPasswords,
  type PasswordCost,
  passwordCost,
  passwordProblem,
} from "../../src/auth/passwords.ts";
import { said } from "../support/said.ts";

const CHEAP: PasswordCost = { memoryKiB: 64, passes: 1 };
const unloadable = () => Promise.reject(new Error("libgcc_s.so.1: cannot open shared object file"));
const native = createPasswords({ cost: CHEAP });
const builtIn = createPasswords({ cost: CHEAP, load: unloadable });
const KINDS = [
  ["native", native],
  ["built-in", builtIn],
] as const;
const PASSWORD = "correct horse battery";

describe.each(KINDS)("%s Argon2id:", (_name, passwords) => {
  test("a hash is an Argon2id string of the configured cost, different each time", async () => {
    const hashes = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    for (const phc of hashes) expect(phc).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1] ?? "");
  });

  test.each(KINDS)(
    "verifies a hash of the %s implementation, and accepts no other password",
    async (_other, other) => {
      const phc = await other.hash(PASSWORD);
      expect(await passwords.verify(PASSWORD, phc)).toBe(true);
      for (const wrong of [
        "",
        "correct horse batterz",
        `${PASSWORD} `,
        PASSWORD.toUpperCase(),
        phc,
      ])
        expect(await passwords.verify(wrong, phc)).toBe(false);
    },
  );

  test("the same letters are the same password in every Unicode form", async () => {
    const phc = await passwords.hash("crème brûlée");
    expect(await passwords.verify("creme brulee", phc)).toBe(false);
    expect(await passwords.verify("crème brûlée".normalize("NFD"), phc)).toBe(true);
  });

  test.each([
    "",
    "garbage",
    "plain text of the password",
    "$argon2id$v=19$m=64,t=1,p=1$",
    "$argon2id$v=19$m=64,t=1,p=1$AAAA$BBBB",
    "$argon2i$v=19$m=64,t=1,p=1$zKNLbwDiEgnQQf6Wc+AOnA$TWVvdw",
    "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
    "$argon2id$v=19$m=99999999999,t=1,p=1$zKNLbwDiEgnQQf6Wc+AOnA$TWVvdw",
  ])("no password matches %j, which is not a valid hash", async (phc) => {
    expect(await passwords.verify(PASSWORD, phc)).toBe(false);
    expect(await passwords.verify(phc, phc)).toBe(false);
  });
});

test("the package @node-rs/argon2 counts as missing if its native part is missing", async () => {
  const load = () => Promise.resolve({} as typeof import("@node-rs/argon2"));
  const half = createPasswords({ cost: CHEAP, load });
  expect(await native.verify(PASSWORD, await half.hash(PASSWORD))).toBe(true);
});

test("an import that fails is tried only once, however many passwords are checked", async () => {
  let loads = 0;
  const passwords = createPasswords({
    cost: CHEAP,
    load: () => {
      loads += 1;
      return unloadable();
    },
  });
  const phc = await passwords.hash(PASSWORD);
  await Promise.all([1, 2, 3].map(() => passwords.verify(PASSWORD, phc)));
  expect(loads).toBe(1);
});

test("a hash of another cost, or an invalid one, has to be made again", async () => {
  const [here, elsewhere] = [{ memoryKiB: 128, passes: 2 }, CHEAP].map((cost) =>
    createPasswords({ cost }),
  );
  const phc = (await here?.hash(PASSWORD)) ?? "";
  expect([here?.needsRehash(phc), elsewhere?.needsRehash(phc)]).toEqual([false, true]);
  expect(elsewhere?.needsRehash("garbage")).toBe(true);
});

test("a live instance hashes at the recommended cost, a test instance with less than 1 MiB of memory", () => {
  // OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
  expect(passwordCost("live")).toEqual({ memoryKiB: 19_456, passes: 2 });
  expect(passwordCost("test").memoryKiB).toBeLessThan(1024);
});

describe("a password at sign-in", () => {
  test.each([
    ["one letter (as some older accounts have)", "x"],
    ["only spaces", "        "],
    ["1024 letters", "x".repeat(1024)],
    ["1024 characters that JavaScript counts as two each", "🍝".repeat(1024)],
  ])("of %s is accepted", (_what, password) => {
    expect(passwordProblem(password)).toBeNull();
  });

  test.each([
    ["no letters", "", "empty"],
    ["1025 letters", "x".repeat(1025), "1025 characters; the limit is 1024"],
  ])("of %s is refused with the reason", (_what, password, reason) => {
    expect(said(passwordProblem(password))).toContain(reason);
  });
});
