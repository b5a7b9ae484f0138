// Goal: a secret is shown once, to the session that made it, and again only if its form is sent twice
// within 15 seconds. After five minutes it is forgotten.
import { expect, test } from "bun:test";
import { createShownOnce } from "../../src/web/shown-once.ts";

const time = { now: 0 };
const store = () => {
  time.now = 1000;
  const secrets = createShownOnce(() => time.now);
  secrets.put("ann", "/made", "secret");
  return secrets;
};

test("a secret is shown once, only to the session that made it and on its own page", () => {
  const secrets = store();
  expect(secrets.take("bob", "/made")).toBeNull();
  expect(secrets.take("ann", "/other")).toBeNull();
  expect(secrets.take("ann", "/made")).toBe("secret");
  expect(secrets.take("ann", "/made")).toBeNull();
});

test("a secret is shown again for 15 seconds if the form was sent twice", () => {
  const secrets = store();
  secrets.take("ann", "/made");
  secrets.again("ann", "/made");
  expect(secrets.take("ann", "/made")).toBe("secret");
  time.now += 15_001;
  secrets.again("ann", "/made");
  expect(secrets.take("ann", "/made")).toBeNull();
});

test("a secret is not shown after five minutes", () => {
  const secrets = store();
  time.now += 5 * 60_000 + 1;
  expect(secrets.take("ann", "/made")).toBeNull();
});
