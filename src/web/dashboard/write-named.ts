import type { Operation } from "../../operations/define.ts";
import { DESK_OPERATIONS } from "../../operations/desk/index.ts";
import { OPERATIONS } from "../../operations/index.ts";

/** The operation of this name, if a form may ask for it. Read-only ones: null. */
export const writeNamed = (name: string): Operation | null =>
  [...OPERATIONS, ...DESK_OPERATIONS].find(
    (operation) => operation.name === name && !operation.hints.readOnly,
  ) ?? null;
