// Goal: a secret is shown once to the session that made it, unless its form was sent twice in a
// moment, and is forgotten soon. Method: the store alone, with a clock that the test sets.
import { expect, test } from "bun:test";
import { createShownOnce } from "../../src/web/shown-once.ts";

const time = { now: 0 };
const store = () => {
  time.now = 1000;
  const secrets = createShownOnce(() => time.now);
  secrets.put("ann", "/made", "secret");
  return secrets;
};

test("once, to whoever made it, on its own page", () => {
  const secrets = store();
  expect(secrets.take("bob", "/made")).toBeNull();
  expect(secrets.take("ann", "/other")).toBeNull();
  expect(secrets.take("ann", "/made")).toBe("secret");
  expect(secrets.take("ann", "/made")).toBeNull();
});

test("again when the form was sent twice, for a moment only", () => {
  const secrets = store();
  secrets.take("ann", "/made");
  secrets.again("ann", "/made");
  expect(secrets.take("ann", "/made")).toBe("secret");
  time.now += 15_001;
  secrets.again("ann", "/made");
  expect(secrets.take("ann", "/made")).toBeNull();
});

test("not at all to whoever comes too late", () => {
  const secrets = store();
  time.now += 5 * 60_000 + 1;
  expect(secrets.take("ann", "/made")).toBeNull();
});
