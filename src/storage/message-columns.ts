import { MESSAGE_FIELDS } from "../domain/message-fields.ts";
import { selected } from "./columns.ts";

export const MESSAGE_COLUMNS = selected(MESSAGE_FIELDS);

/** The state of a withdrawn or expired text; unknown if the text may have gone out. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
