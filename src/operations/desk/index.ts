import type { Operation } from "../define.ts";

/**
 * What people do at the desk and no tool offers: never in tools/list, in docs/tools.md or among the
 * tools of a key. One line each, in order of name.
 */
export const DESK_OPERATIONS: readonly Operation[] = [];
