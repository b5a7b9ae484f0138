// Goal: the list of tools and the answer for a full evening take little of a model's context.
import { expect, setDefaultTimeout, test } from "bun:test";
import { HEAVIEST, weigh } from "../support/weight.ts";

setDefaultTimeout(60_000); // for busy machines

test("the list of tools, and one page of a full evening's reservations, are small", async () => {
  const weight = await weigh();
  expect(weight.tools.length).toBeGreaterThan(20);
  for (const [what, most] of Object.entries(HEAVIEST)) {
    const found = weight[what as keyof typeof HEAVIEST];
    expect({ what, isLight: found > 0 && found <= most, found }).toMatchObject({ isLight: true });
  }
});
