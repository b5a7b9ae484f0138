import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import { selected } from "./columns.ts";

export const MESSAGE_COLUMNS = selected(MESSAGE_FIELDS);

/** SQL for the new state. A withdrawn or expired text that may have been sent becomes unknown. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
