// Goal: after a restore with the same secret, authenticator apps, recovery codes and passkeys still
// work. A restore into a folder with another secret is refused with an explanation, and a new secret
// comes with a warning that authenticator apps stop working. Method: the commands over real folders,
// with an app and a passkey written in code.
import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { createKnownBrowsers } from "../../src/auth/known-browsers.ts";
import { createPasskeys } from "../../src/auth/passkeys.ts";
import { createSecondFactors } from "../../src/auth/second-factors.ts";
import { newUser } from "../../src/operations/team/team-changes.ts";
import { ISSUER, random } from "../support/accounts.ts";
import { authenticator, codeAt } from "../support/authenticator.ts";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, SYSTEM_NOW } from "./command-line.ts";

const BROWSER = "the secret of a browser";
const EMAIL = "ada@example.com";

/** The second-factor checks of an instance in a folder. */
function factorsIn(folder: string, at: number) {
  const desk = openDesk(folder, at);
  const { derive } = loadInstanceSecret(folder, { databaseExists: true });
  const knownBrowsers = createKnownBrowsers(derive("known-browser"), random);
  const clock = () => desk.at;
  const made = { ...desk, clock, random, derive, origin: ISSUER };
  return {
    desk,
    factors: createSecondFactors({ ...made, knownBrowsers, asks: () => false }),
    passkeys: createPasskeys(made),
    user: () => desk.stores.users.byEmail(EMAIL) ?? newUser(ADA, at, random),
    [Symbol.dispose]: () => desk[Symbol.dispose](),
  };
}
const ADA = { email: EMAIL, name: "Ada", passwordHash: null, ownsInstance: true };

/** A backup of an instance in which a user has an app, recovery codes and a passkey. */
async function backedUp() {
  const folder = temporaryFolder();
  const [data, copy] = [join(folder.path, "data"), join(folder.path, "copy.db")];
  await command(["init", "--data", data]);
  const device = authenticator();
  let secret = "";
  let codes: readonly string[] = [];
  {
    using house = factorsIn(data, SYSTEM_NOW);
    const { desk, factors, passkeys } = house;
    const user = newUser(ADA, SYSTEM_NOW, random);
    await desk.writer.write(() => desk.stores.users.insert(user));
    const owner = { user, teams: [], sessionId: "" };
    const shown = factors.newTotp(user);
    secret = shown.secret;
    const added = await factors.addTotp(owner, shown.sealed, codeAt(secret, desk.at));
    codes = added.ok ? (added.codes ?? []) : [];
    const options = (await passkeys.enrolOptions(user, BROWSER)) ?? "";
    await passkeys.enrol(owner, "Phone", device.create(options, { origin: ISSUER }), [BROWSER]);
  }
  await command(["backup", copy, "--data", data]);
  const at = (name: string) => join(folder.path, name);
  return {
    data,
    copy,
    at,
    device,
    secret,
    codes,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const LATER = SYSTEM_NOW + 60_000;
async function passkeyOpens(
  { passkeys }: ReturnType<typeof factorsIn>,
  device: ReturnType<typeof authenticator>,
): Promise<boolean> {
  const options = (await passkeys.signInOptions(BROWSER)) ?? "";
  return (await passkeys.signIn(device.get(options, { origin: ISSUER }), [BROWSER])).ok;
}

describe("a restored instance", () => {
  test("accepts codes of apps, recovery codes and passkeys if its secret is the same", async () => {
    using house = await backedUp();
    const fresh = house.at("new");
    mkdirSync(fresh);
    copyFileSync(join(house.data, "secret.key"), join(fresh, "secret.key"));
    expect((await command(["restore", house.copy, "--data", fresh])).exitCode).toBe(0);
    using restored = factorsIn(fresh, LATER);
    const user = restored.user();
    const typed = [codeAt(house.secret, LATER), house.codes[0] ?? ""];
    for (const code of typed)
      expect(await restored.factors.check(user, code)).toEqual({ ok: true });
    expect(restored.factors.held(user.id).appWorks).toBe(true);
    expect(await passkeyOpens(restored, house.device)).toBe(true);
  });

  test("comes with a warning that its second factors are those of the backup", async () => {
    using house = await backedUp();
    const { err: out } = await command(["restore", house.copy, "--data", house.data]);
    expect(out).toContain("Second factors that were added after");
  });

  test("is refused, with an explanation, if the folder has another secret", async () => {
    using house = await backedUp();
    using other = await backedUp();
    const { exitCode, err } = await command(["restore", house.copy, "--data", other.data]);
    expect(exitCode).toBe(1);
    expect(err).toContain("secret.key is not the one that this database was used with");
  });

  test("gets a warning if its secret is new: apps stop working, but recovery codes and passkeys still work", async () => {
    using house = await backedUp();
    const lost = house.at("lost");
    const refused = await command(["restore", house.copy, "--data", lost]);
    expect(refused.err).toContain("authenticator apps");
    const renewed = await command(["restore", house.copy, "--data", lost, "--new-secret"]);
    expect(renewed.err).toContain("authenticator apps");
    expect(renewed.err).toContain("opt-outs from texts are forgotten");
    using restored = factorsIn(lost, LATER);
    const user = restored.user();
    expect(restored.factors.held(user.id).appWorks).toBe(false);
    const code = codeAt(house.secret, LATER);
    expect(await restored.factors.check(user, code)).toMatchObject({ ok: false });
    expect(await restored.factors.check(user, house.codes[0] ?? "")).toEqual({ ok: true });
    expect(await passkeyOpens(restored, house.device)).toBe(true);
  });
});

test("renewing the secret of an instance (init --new-secret) warns that authenticator apps stop working", async () => {
  using house = await backedUp();
  renameSync(join(house.data, "secret.key"), house.at("away.key"));
  const { err: out } = await command(["init", "--new-secret", "--data", house.data]);
  expect(out).toContain("authenticator apps");
});
