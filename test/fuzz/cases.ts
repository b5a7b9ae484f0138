import { diceOf } from "./dice.ts";
import { type Case, encoded, isFramed } from "./draft.ts";
import type { House } from "./house.ts";
import { mutated } from "./mutations.ts";
import { inRawShape } from "./raw-shapes.ts";
import { ROUTES } from "./surface.ts";
import { validRequest } from "./valid-requests.ts";

/** More code runs behind this path than behind all others together. */
const MCP = "/mcp";
const MCP_SHARE = 0.2;

/**
 * The request of this seed and index: all paths in turn, some requests correct, most damaged, some
 * not HTTP at all.
 */
export function caseAt(house: House, seed: number, index: number): Case {
  const dice = diceOf(seed, index);
  const route = dice.chance(MCP_SHARE) ? MCP : (ROUTES[index % ROUTES.length] ?? MCP);
  const valid = validRequest(route)(house, dice);
  if (dice.chance(0.15)) {
    return { route, what: "raw", bytes: inRawShape(valid, dice), framed: false };
  }
  const isValid = dice.chance(0.2);
  const draft = isValid ? valid : mutated(valid, dice);
  const what = isValid ? "valid" : "mutated";
  return { route, what, bytes: encoded(draft), framed: isFramed(draft) };
}
