import type { Operation } from "../define.ts";
import * as all from "./all.ts";

/** These operations are not tools: tools/list does not show them, and API keys cannot call them. */
export const DESK_OPERATIONS: readonly Operation[] = Object.values(all);
