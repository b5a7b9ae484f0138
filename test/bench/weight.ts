// Measures the size of the tools: the bytes of tools/list over HTTP, and the tokens that a model
// reads of tools/list and of answers about an evening.
import { HEAVIEST, weigh } from "../support/weight.ts";
import type { Part } from "./part.ts";

/** Bytes and tokens, without times. */
export const weight: Part = async () => {
  const { listBytes, listTokens, pageTokens, availabilityTokens, tools } = await weigh();
  const share = (name: string, value: number, most: number) => ({
    name,
    value: value / most,
    goal: "<= 1",
  });
  return {
    ratios: [
      share("tools/list / 42 kB", listBytes, HEAVIEST.listBytes),
      share("what a model reads of tools/list / 6,500 tokens", listTokens, HEAVIEST.listTokens),
      share("a page of a full evening / 2,500 tokens", pageTokens, HEAVIEST.pageTokens),
    ],
    rows: [
      { name: "tools/list", figures: { bytes: listBytes, tokens: listTokens } },
      { name: "list_bookings, a full evening", figures: { tokens: pageTokens } },
      { name: "check_availability, an evening", figures: { tokens: availabilityTokens } },
      ...tools.map(({ name, tokens }) => ({ name: `${name} in the list`, figures: { tokens } })),
    ],
    method:
      "each figure is of one answer over HTTP; tokens are those of o200k_base; for tools/list they are those of names, descriptions and inputs",
  };
};
