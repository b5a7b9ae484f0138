import { parseArgs } from "node:util";
import { CONFIG_KEYS, type ConfigKey, flagName } from "../config.ts";
import { visibleIn } from "../domain/visible-text.ts";
import { LOG_LEVELS } from "../log.ts";
import { type Flag, Flags, usageError, type Verb } from "./verb.ts";

/** Flags that every verb takes; the runner itself looks for `--json`, wherever it stands. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  json: { type: "boolean", help: "Answer in JSON on standard output." },
  help: { type: "boolean", help: "Show this text." },
};

/** The folder of the instance, for every verb that works on one. */
export const DATA_FLAG: Readonly<Record<string, Flag>> = {
  data: { type: "string", value: "DIR", help: "Folder of the database (default ./data)." },
};

/** Flags of a verb that answers requests. */
export const SERVER_FLAGS: Readonly<Record<string, Flag>> = {
  ...DATA_FLAG,
  port: { type: "string", value: "N", help: "Port to listen on." },
  host: { type: "string", value: "ADDRESS", help: "Address to listen on (default 127.0.0.1)." },
  origin: {
    type: "string",
    value: "URL",
    help: "Public origin, such as https://book.example.com.",
  },
  "trusted-proxies": {
    type: "string",
    value: "LIST",
    help: "Proxies whose forwarding headers are trusted.",
  },
  "allowed-hosts": { type: "string", value: "LIST", help: "Other host names to answer." },
  "unmended-faults": {
    type: "string",
    value: "LIST",
    help: "Client faults to refuse instead of repairing.",
  },
  "allowed-origins": { type: "string", value: "LIST", help: "Browser origins to accept." },
  metrics: { type: "string", value: "on|off", help: "Whether /metrics answers (default off)." },
  "log-level": {
    type: "string",
    value: "LEVEL",
    choices: LOG_LEVELS,
    help: "debug, info, warn or error.",
  },
};

/** Flags of a server that makes backups. */
export const BACKUP_FLAGS: Readonly<Record<string, Flag>> = {
  "backup-every-hours": {
    type: "string",
    value: "N",
    help: "Hours between backups (default 24); 0: no backups.",
  },
  "backup-at": {
    type: "string",
    value: "HH:MM",
    help: "Back up once a day at this local time, instead of every few hours.",
  },
  "backup-keep": { type: "string", value: "N", help: "How many backups to keep (default 7)." },
  "backup-folder": {
    type: "string",
    value: "DIR",
    help: "Folder for backups (default: backups in the data folder).",
  },
};
/** The arguments of a verb as the help writes them: those that may be left out in brackets. */
export const argumentsOf = ({ positionals, optional = [] }: Verb): readonly string[] => [
  ...positionals,
  ...optional.map((name) => `[${name}]`),
];

/** What the words after the verb's name say. Throws a usage error. */
export function parseVerb(
  verb: Verb,
  args: readonly string[],
): { readonly flags: Flags; readonly positionals: readonly string[] } {
  const declared = { ...verb.flags, ...COMMON_FLAGS };
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, flag]) => [
      name,
      { type: flag.type, multiple: flag.multiple ?? false },
    ]),
  );
  const parsed = parse(verb, args, options);
  const flags = new Flags(withCleanNames(verb, parsed.values));
  if (flags.has("help")) return { flags, positionals: [] };
  for (const [name, flag] of Object.entries(verb.flags)) {
    if (flag.required === true && !flags.has(name)) {
      throw usageError(`${verb.name} needs --${name}.`);
    }
    requireChoice(name, flag, flags);
  }
  const least = verb.positionals.length;
  const most = least + (verb.optional?.length ?? 0);
  if (parsed.positionals.length < least || parsed.positionals.length > most) {
    const wanted = argumentsOf(verb).join(" ") || "no argument";
    throw usageError(
      `${verb.name} takes ${wanted} besides its flags, not ${JSON.stringify(parsed.positionals.join(" "))}.`,
    );
  }
  return { flags, positionals: parsed.positionals };
}

function requireChoice(name: string, { choices }: Flag, flags: Flags): void {
  const wrong = [flags.text(name) ?? flags.list(name)]
    .flat()
    .find((value) => choices !== undefined && !choices.includes(value));
  if (wrong === undefined || choices === undefined) return;
  throw usageError(`--${name} takes ${choices.join(", ")}, not ${wrong}.`);
}

/** Names as they may be kept; other values are paths and words that are checked as they are. */
function withCleanNames<Values extends Readonly<Record<string, unknown>>>(
  { flags }: Verb,
  values: Values,
): Values {
  const named = Object.entries(values).map(([flag, value]) =>
    flags[flag]?.value === "NAME" ? [flag, visibleIn(value)] : [flag, value],
  );
  return Object.fromEntries(named) as Values;
}

function parse(
  verb: Verb,
  args: readonly string[],
  options: Record<string, { type: "string" | "boolean"; multiple: boolean }>,
) {
  let doubled: string | undefined;
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: true,
      tokens: true,
    });
    const given = parsed.tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    doubled = given.find((name, at) => given.indexOf(name) < at && verb.flags[name]?.once);
    if (doubled === undefined) return parsed;
  } catch (error) {
    const why =
      error instanceof Error ? error.message.split(/\. To specify|\.?\n/)[0] : String(error);
    throw usageError(`${verb.name}: ${why}. See: maitred help ${verb.name}`);
  }
  throw usageError(`${verb.name} takes one --${doubled}: run it once for each.`);
}

/** The flags that are configuration, by configuration key. */
export const configFlags = (flags: Flags): Partial<Record<ConfigKey, string>> =>
  Object.fromEntries(
    CONFIG_KEYS.flatMap((key) => {
      const value = flags.text(flagName(key));
      return value === undefined ? [] : [[key, value]];
    }),
  );
