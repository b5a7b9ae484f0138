import { parseArgs } from "node:util";
import { CONFIG_KEYS, type ConfigKey, flagName } from "../config.ts";
import { anyOf } from "../config-keys.ts";
import { visibleIn } from "../domain/visible-text.ts";
import { LOG_LEVELS } from "../log.ts";
import {
  type DeclaredFlags,
  type Flag,
  Flags,
  switchFlag,
  textFlag,
  usageError,
  type Verb,
} from "./verb.ts";

/** run.ts reads `--json` itself, wherever the flag is on the command line. */
export const COMMON_FLAGS: DeclaredFlags = {
  json: switchFlag("Answer in JSON on standard output."),
  help: switchFlag("Show this help."),
};

export const DATA_FLAG: DeclaredFlags = {
  data: textFlag("DIR", "Folder of the database (default ./data)."),
};

export const SERVER_FLAGS: DeclaredFlags = {
  ...DATA_FLAG,
  port: textFlag("N", "Port to listen on."),
  host: textFlag("ADDRESS", "Address to listen on (default 127.0.0.1)."),
  origin: textFlag("URL", "Public origin, such as https://book.example.com."),
  "trusted-proxies": textFlag("LIST", "Proxies whose forwarding headers are trusted."),
  "allowed-hosts": textFlag("LIST", "Host names to answer to, besides the origin's."),
  "unmended-faults": textFlag("LIST", "Known mistakes of clients that are refused, not corrected."),
  "allowed-origins": textFlag("LIST", "Origins of other sites whose pages may call this server."),
  metrics: textFlag("on|off", "Whether /metrics answers (default off)."),
  "log-level": textFlag("LEVEL", "debug, info, warn or error.", { choices: LOG_LEVELS }),
};

export const BACKUP_FLAGS: DeclaredFlags = {
  "backup-every-hours": textFlag("N", "Hours between backups (default 24); 0: no backups."),
  "backup-at": textFlag(
    "HH:MM",
    "Back up once a day at this time, in the first restaurant's time zone.",
  ),
  "backup-keep": textFlag("N", "How many backups to keep (default 7)."),
  "backup-folder": textFlag("DIR", "Folder for backups (default: backups in the data folder)."),
};

export const argumentsOf = ({ positionals = [], optional = [] }: Verb): readonly string[] => [
  ...positionals,
  ...optional.map((name) => `[${name}]`),
];

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
    // Configuration flags are checked later, because `maitred config` lists all faults together.
    if (!CONFIG_FLAGS.has(name)) requireChoice(name, flag, flags);
  }
  const least = verb.positionals?.length ?? 0;
  const most = least + (verb.optional?.length ?? 0);
  if (parsed.positionals.length < least || parsed.positionals.length > most) {
    const wanted = argumentsOf(verb).join(" ") || "no argument";
    const given = parsed.positionals.map((word) => JSON.stringify(word)).join(" ");
    throw usageError(
      given === ""
        ? `${verb.name} needs ${wanted}. See: maitred help ${verb.name}`
        : `${verb.name} takes ${wanted} besides its flags, not ${given}.`,
    );
  }
  return { flags, positionals: parsed.positionals };
}

function requireChoice(name: string, { choices }: Flag, flags: Flags): void {
  const wrong = [flags.text(name) ?? flags.list(name)]
    .flat()
    .find((value) => choices !== undefined && !choices.includes(value));
  if (wrong === undefined || choices === undefined) return;
  throw usageError(`--${name} takes ${anyOf(choices)}, not ${JSON.stringify(wrong)}.`);
}

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
    const [why] = (error as Error).message.split(/\. To specify|\.?\n/);
    throw usageError(`${verb.name}: ${why}. See: maitred help ${verb.name}`);
  }
  throw usageError(`${verb.name} takes one --${doubled}: run the command once for each value.`);
}

const CONFIG_FLAGS: ReadonlySet<string> = new Set(CONFIG_KEYS.map(flagName));

export const configFlags = (flags: Flags): Partial<Record<ConfigKey, string>> =>
  Object.fromEntries(
    CONFIG_KEYS.flatMap((key) => {
      const value = flags.text(flagName(key));
      return value === undefined ? [] : [[key, value]];
    }),
  );
