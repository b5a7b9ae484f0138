import type { Operation } from "../../operations/define.ts";
import { DESK_OPERATIONS } from "../../operations/desk/index.ts";
import { OPERATIONS } from "../../operations/index.ts";

/** Null if the name is unknown or the operation only reads. */
export const writeNamed = (name: string): Operation | null =>
  [...OPERATIONS, ...DESK_OPERATIONS].find(
    (operation) => operation.name === name && !operation.hints.readOnly,
  ) ?? null;
