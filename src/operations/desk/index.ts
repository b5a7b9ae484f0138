import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/**
 * What people do at the desk and no tool offers: never in tools/list, docs/tools.md or the tools of
 * a key. In alphabetical order, as a module lists its exports.
 */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
