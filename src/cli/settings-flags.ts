import { readJsonObject } from "./read-json.ts";
import { type CliIo, type DeclaredFlags, type Flags, textFlag, usageError } from "./verb.ts";

export const SETTINGS_FLAGS: DeclaredFlags = {
  settings: textFlag(
    "FILE",
    "JSON settings to merge into the current ones, from a file or standard input (-).",
  ),
  set: textFlag(
    "KEY=VALUE",
    "One setting, as JSON or text; use dots for nested ones (largeParty.mode=allow).",
    { multiple: true },
  ),
};

export async function settingsEdit(
  flags: Flags,
  io: Pick<CliIo, "readInput">,
): Promise<{ readonly merge?: object; readonly set: Record<string, unknown> }> {
  const source = flags.text("settings");
  const set = Object.fromEntries(flags.list("set").map(parseAssignment));
  if (source === undefined) return { set };
  return { merge: await readJsonObject(source, io, "settings"), set };
}

function parseAssignment(text: string): [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1) throw usageError(`--set takes KEY=VALUE, not ${JSON.stringify(text)}.`);
  return [text.slice(0, at).trim(), parseValue(text.slice(at + 1))];
}

/** Text that is not JSON, such as `17:00`, stays text. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
