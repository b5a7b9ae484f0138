import { InstanceSecretError } from "../auth/instance-secret.ts";
import { ConfigError, type ConfigKey, type LoadedConfig, loadConfig } from "../config.ts";
import { DomainError } from "../domain/errors.ts";
import { nearestWord } from "../domain/nearest.ts";
import type { StartServer } from "../instance/server.ts";
import { BackupError } from "../storage/backup-error.ts";
import { databaseIn, OpenError } from "../storage/open-error.ts";
import { readServedSettings } from "../storage/served-settings-store.ts";
import { meantPart, quoted } from "../words/en/phrases.ts";
import { sayError } from "../words/render.ts";
import { configFlags, parseVerb } from "./flags.ts";
import { overview, verbHelp } from "./help.ts";
import { folderOf } from "./instance.ts";
import { messageIn, print } from "./print.ts";
import { asServed, parseRecord } from "./served-settings.ts";
import { systemRefusal } from "./system-error.ts";
import { type Answer, CliError, type CliIo, usageError, type Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

/**
 * Exit codes: 0 done, 1 failed, 2 wrong usage. With `--json` an error is `{ "error": { code,
 * message } }` on standard output.
 */
export async function runCommand(
  args: readonly string[],
  io: CliIo,
  start: StartServer,
): Promise<number> {
  const json = args.includes("--json");
  try {
    const answer = await answerTo(args, io, start);
    if (answer === null) return 0;
    print(answer, json, io);
    return answer.exitCode ?? 0;
  } catch (error) {
    if (error instanceof BackupError && error.code === "STORAGE") io.abandon?.();
    const { code, message, exitCode } = describe(error);
    if (json) io.out(`${JSON.stringify({ error: { code, message } })}\n`);
    else io.err(`${message}\n`);
    return exitCode;
  }
}

async function answerTo(
  args: readonly string[],
  io: CliIo,
  start: StartServer,
): Promise<Answer | null> {
  const words = args.filter((word) => word !== "--json");
  const [first] = words;
  if (first === undefined || first === "--help" || first === "-h") return overview();
  if (first === "help") return helpFor(words.slice(1));
  const { verb, rest } = findVerb(first === "--version" || first === "-v" ? ["version"] : words);
  const { flags, positionals } = parseVerb(verb, rest);
  if (flags.has("help")) return verbHelp(verb);
  const tolerant = verb.toleratesFaults === true;
  const loaded = loadConfig({ flags: configFlags(flags), tolerant });
  const config = verb.asServed === undefined ? loaded : besideServer(loaded, verb.asServed);
  if (verb.tellsWarnings !== true && loaded.ignored !== null)
    io.err(`Warning: ${loaded.ignored}\n`);
  if (!tolerant) for (const difference of config.differences) io.err(`Note: ${difference}\n`);
  const asked = { flags, positionals, json: args.includes("--json"), config };
  return await verb.run({ ...asked, io, start, verbs: VERBS });
}

function besideServer(loaded: LoadedConfig, keys: readonly ConfigKey[]): LoadedConfig {
  const record = parseRecord(readServedSettings(databaseIn(folderOf({ config: loaded }))));
  return asServed(loaded, record, keys);
}

function helpFor(words: readonly string[]): Answer {
  if (words.length === 0) return overview();
  return verbHelp(findVerb(words).verb);
}

function findVerb(args: readonly string[]): { verb: Verb; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(" ");
    const verb = VERBS.find((candidate) => candidate.name === name);
    if (verb !== undefined) return { verb, rest: args.slice(length) };
  }
  const [first = "", second = ""] = args;
  const family = VERBS.filter((verb) => verb.name.startsWith(`${first} `));
  if (family.length > 0) {
    const names = family.map((verb) => verb.name.slice(first.length + 1));
    const meant = meantPart(nearestWord(second, names));
    throw usageError(`${first} is followed by one of: ${names.join(", ")}.${meant}`);
  }
  const names = VERBS.flatMap(({ name }) => [name, name.split(" ")[0] ?? name]);
  const nearest = nearestWord(`${first} ${second}`, names) ?? nearestWord(first, names);
  throw usageError(`There is no verb ${quoted(first)}.${meantPart(nearest)} See: maitred help`);
}

const NO_TEMPORARY_FOLDER =
  "SQLite found no writable folder for temporary files. Set the variable SQLITE_TMPDIR to a " +
  "writable folder, such as the data folder.";

function describe(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof CliError) return error;
  if (error instanceof DomainError) {
    return { code: error.code, message: sayError(error, "agent"), exitCode: 1 };
  }
  if (
    error instanceof OpenError ||
    error instanceof BackupError ||
    error instanceof InstanceSecretError
  ) {
    return { code: error.code, message: error.message, exitCode: 1 };
  }
  if (error instanceof ConfigError) {
    return { code: "INVALID_INPUT", message: error.message, exitCode: error.fromFlag ? 2 : 1 };
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = messageIn(error);
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    const words =
      `The database is damaged (${message}). Stop the server, then save what can be read: ` +
      "maitred restore --rescue, with the same --data.";
    return { code: "DAMAGED", message: words, exitCode: 1 };
  }
  if (code === "SQLITE_IOERR_GETTEMPPATH") {
    return { code: "UNWRITABLE", message: NO_TEMPORARY_FOLDER, exitCode: 1 };
  }
  const refusal = systemRefusal(error);
  if (refusal !== null) return { ...refusal, exitCode: 1 };
  return { code: "INTERNAL", message: `Internal error: ${message}`, exitCode: 1 };
}
