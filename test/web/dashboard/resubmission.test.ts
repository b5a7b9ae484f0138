// Goal: if a host sends a form while signed out, the server keeps the form until the host has
// signed in again. A flood of other forms never makes the server lose it.
import { expect, test } from "bun:test";
import { createResubmissions } from "../../../src/web/dashboard/resubmission.ts";

const form = () => ({
  brand: "bistro",
  path: "/do/add_note",
  fields: new URLSearchParams("note=1"),
});
const HOST = { address: "192.0.2.1", browser: "host" };
const isOurs = () => true;

/** Keeps one form of a host. `keep` keeps a form of another sender. */
function openForms() {
  let now = 0;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const kept = createResubmissions(() => now, random);
  const mine = kept.keep(form(), "token", HOST);
  return {
    mine,
    isKept: (id: string) => kept.find(id, isOurs) !== null,
    keep: (sender: typeof HOST) => kept.keep(form(), "token", sender),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test("a flood from one other address, with a new browser for each form, does not discard the host's form", () => {
  const { mine, isKept, keep } = openForms();
  for (let n = 0; n < 1000; n += 1) keep({ address: "203.0.113.9", browser: `b${n}` });
  expect(isKept(mine)).toBe(true);
});

test("a flood from many addresses, each with more forms than the host, does not discard the host's form", () => {
  const { mine, isKept, keep } = openForms();
  for (let n = 0; n < 3000; n += 1) keep({ address: `203.0.113.${n % 30}`, browser: `b${n}` });
  expect(isKept(mine)).toBe(true);
});

test("a flood from one IPv6 network, with a new address for each form, does not discard the host's form", () => {
  const { mine, isKept, keep } = openForms();
  for (let n = 1; n <= 1000; n += 1) keep({ address: `2001:db8::${n}`, browser: `b${n}` });
  expect(isKept(mine)).toBe(true);
});

test("one other browser at the host's address does not discard the host's form", () => {
  const { mine, isKept, keep } = openForms();
  const ids = Array.from({ length: 300 }, () => keep({ ...HOST, browser: "other" }));
  expect(isKept(mine)).toBe(true);
  expect(ids.filter(isKept)).toEqual(ids.slice(-10));
});

test("a form is discarded after half an hour", () => {
  const { mine, isKept, wait } = openForms();
  wait(30 * 60_000 + 1);
  expect(isKept(mine)).toBe(false);
});
