import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import { selected } from "./columns.ts";

/** The select list that reads a whole text. */
export const MESSAGE_COLUMNS = selected(MESSAGE_FIELDS);

/** The new state of a withdrawn or expired text; one that may have gone out becomes unknown. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
