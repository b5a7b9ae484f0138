import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/**
 * The desk's operations that are not tools: never in tools/list, docs/tools.md or the tools of a
 * key. In alphabetical order, in which a module lists its exports.
 */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
