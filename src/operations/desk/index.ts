import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/** These never appear in tools/list, docs/tools.md or the tools of a key. */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
