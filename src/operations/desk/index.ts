import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/** Not tools: not in tools/list, and API keys cannot call them. */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
