// Goal: the instance secret is made once, is private, and stays the same until the operator asks
// for a new one.
import { expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import {
  createInstanceSecret,
  InstanceSecretError,
  instanceSecretPath,
  instanceSecretWarning,
  loadInstanceSecret,
} from "../../src/auth/instance-secret.ts";
import { temporaryFolder } from "../support/database.ts";

const fresh = { databaseExists: false };
const existing = { databaseExists: true };

test("the first start makes 32 random bytes in a file that only its owner can read, and no other file", () => {
  using folder = temporaryFolder();
  loadInstanceSecret(folder.path, fresh);
  const path = instanceSecretPath(folder.path);
  expect(readFileSync(path)).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(["secret.key"]);
});

test("derived keys are the same after a restart, and differ by purpose and by instance", () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  const first = loadInstanceSecret(folder.path, fresh);
  const again = loadInstanceSecret(folder.path, existing);
  const foreign = loadInstanceSecret(other.path, fresh);
  expect(again.hashPhone("+12125550123")).toBe(first.hashPhone("+12125550123"));
  expect(again.derive("a")).toEqual(first.derive("a"));
  expect(first.derive("a")).not.toEqual(first.derive("b"));
  expect(foreign.hashPhone("+12125550123")).not.toBe(first.hashPhone("+12125550123"));
});

test("a phone's hash is 64 hexadecimal digits and differs from another phone's hash", () => {
  using folder = temporaryFolder();
  const { hashPhone } = loadInstanceSecret(folder.path, fresh);
  expect(hashPhone("+12125550123")).toMatch(/^[0-9a-f]{64}$/);
  expect(hashPhone("+12125550123")).not.toBe(hashPhone("+12125550124"));
});

test("a link's token is short enough for a text, and differs by subject and by instance", () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  const { linkMac } = loadInstanceSecret(folder.path, fresh);
  expect(linkMac("a")).toHaveLength(16);
  expect(loadInstanceSecret(folder.path, existing).linkMac("a")).toEqual(linkMac("a"));
  expect(linkMac("a")).not.toEqual(linkMac("b"));
  expect(loadInstanceSecret(other.path, fresh).linkMac("a")).not.toEqual(linkMac("a"));
});

test.each([0o600, 0o400])("a secret file with mode %o causes no warning", (mode) => {
  using folder = temporaryFolder();
  loadInstanceSecret(folder.path, fresh);
  chmodSync(instanceSecretPath(folder.path), mode);
  expect(instanceSecretWarning(folder.path)).toBeNull();
});

test.each([
  [0o644, "0644"],
  [0o640, "0640"],
  [0o602, "0602"],
])("a secret file with mode %o causes a warning that says what to do", (mode, shown) => {
  using folder = temporaryFolder();
  loadInstanceSecret(folder.path, fresh);
  const path = instanceSecretPath(folder.path);
  chmodSync(path, mode);
  const warning = instanceSecretWarning(folder.path);
  expect(warning).toContain(`${path} has mode ${shown}`);
  expect(warning).toContain(`chmod 600 ${path}`);
  expect(() => loadInstanceSecret(folder.path, existing)).not.toThrow();
});

test("if a database exists but its secret is missing, loading the secret fails; the message says what would be lost and what to do", () => {
  using folder = temporaryFolder();
  const load = () => loadInstanceSecret(folder.path, existing);
  expect(load).toThrow(InstanceSecretError);
  expect(load).toThrow(/sessions[\s\S]*Not lost: reservations/);
  expect(load).toThrow(`maitred init --new-secret --data ${folder.path}`);
  expect(readdirSync(folder.path)).toEqual([]);
});

test("a secret of the wrong length is refused, not padded", () => {
  using folder = temporaryFolder();
  const path = instanceSecretPath(folder.path);
  writeFileSync(path, "short");
  expect(() => loadInstanceSecret(folder.path, existing)).toThrow(/holds 5 bytes/);
  expect(() => loadInstanceSecret(folder.path, existing)).toThrow(
    `--new-secret --data ${folder.path}`,
  );
});

test("a new secret is made on request, but does not replace an existing one", () => {
  using folder = temporaryFolder();
  createInstanceSecret(folder.path);
  const path = instanceSecretPath(folder.path);
  const made = readFileSync(path);
  createInstanceSecret(folder.path);
  expect(readFileSync(path)).toEqual(made);
  rmSync(path);
  createInstanceSecret(folder.path);
  expect(readFileSync(path)).not.toEqual(made);
});

test("whether a database exists is checked only if the secret is missing", () => {
  using folder = temporaryFolder();
  let asked = 0;
  const databaseExists = (): boolean => {
    asked += 1;
    return false;
  };
  const made = loadInstanceSecret(folder.path, { databaseExists });
  const again = loadInstanceSecret(folder.path, { databaseExists });
  expect([asked, again.check]).toEqual([1, made.check]);
});
