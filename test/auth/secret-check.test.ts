// Goal: maitred notices that a database is used with another instance's secret, because with that
// secret it would not find the opt-outs.
import { describe, expect, test } from "bun:test";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { bindSecret } from "../../src/auth/secret-check.ts";
import { openTestDatabase, temporaryFolder } from "../support/database.ts";

function secret(): { check: string } {
  using folder = temporaryFolder();
  return loadInstanceSecret(folder.path, { databaseExists: false });
}
const said = (bound: Promise<void>): Promise<string> =>
  bound.then(
    () => "bound",
    (error: { code?: string }) => error.code ?? "failed",
  );

describe("a database", () => {
  test("is tied to the first secret that is used with it", async () => {
    using house = openTestDatabase();
    const [own, foreign] = [secret(), secret()];
    expect(house.stores.instance.secretCheck()).toBeNull();
    expect(await said(bindSecret(house, own))).toBe("bound");
    expect(await said(bindSecret(house, own))).toBe("bound");
    expect(await said(bindSecret(house, foreign))).toBe("SECRET_WRONG");
    expect(house.stores.instance.secretCheck()).toBe(own.check);
  });

  test("accepts another secret on request", async () => {
    using house = openTestDatabase();
    const [lost, fresh] = [secret(), secret()];
    await bindSecret(house, lost);
    expect(await said(bindSecret(house, fresh, { renew: true }))).toBe("bound");
    expect(await said(bindSecret(house, lost))).toBe("SECRET_WRONG");
  });
});

test("a secret's check value is the same each time its file is loaded, and differs from another secret's", () => {
  using folder = temporaryFolder();
  const first = loadInstanceSecret(folder.path, { databaseExists: false });
  const again = loadInstanceSecret(folder.path, { databaseExists: true });
  expect(again.check).toBe(first.check);
  expect(first.check).toMatch(/^[0-9a-f]{32}$/);
  expect(secret().check).not.toBe(first.check);
});
