import { type Flag, type Flags, usageError } from "./verb.ts";

const MOST_S = 3600;

/** How long a client may show one refresh token again. */
export const WINDOW_FLAG: Readonly<Record<string, Flag>> = {
  "replay-window": {
    type: "string",
    value: "SECONDS",
    help: "0-3600: how long it may show a refresh token again; default: by the list of clients known to need it.",
  },
};

/** The flag's seconds; null: `default`, or not given. */
export function chosenWindow(flags: Flags): number | null {
  const text = flags.text("replay-window") ?? "default";
  if (text === "default") return null;
  if (/^\d{1,4}$/.test(text) && Number(text) <= MOST_S) return Number(text);
  throw usageError(`--replay-window takes seconds from 0 to ${MOST_S} or default, not ${text}.`);
}
