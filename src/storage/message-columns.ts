import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import { selected } from "./columns.ts";

export const MESSAGE_COLUMNS = selected(MESSAGE_FIELDS);

/** If a withdrawn or expired text may have been sent, its outcome is unknown. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
