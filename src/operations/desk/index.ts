import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/**
 * The desk's operations that are not tools: they never appear in tools/list, docs/tools.md or the
 * tools of a key.
 */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
