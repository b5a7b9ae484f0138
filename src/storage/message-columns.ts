import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import { selected } from "./columns.ts";

/** The select list that reads a whole text. */
export const MESSAGE_COLUMNS = selected(MESSAGE_FIELDS);

/** The state of a text that is withdrawn or too late; one that may have gone out stays unknown. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
