import { VERSION } from "../version.ts";
import { argumentsOf, COMMON_FLAGS } from "./flags.ts";
import type { Answer, Flag, Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

export function overview(): Answer {
  const width = Math.max(...VERBS.map((verb) => verb.name.length));
  const lines = VERBS.map((verb) => `  ${verb.name.padEnd(width)}  ${verb.summary}`);
  const text = [
    `maitred ${VERSION}: the reservation desk of a restaurant`,
    "",
    "maitred VERB [FLAGS]",
    "",
    ...lines,
    "",
    "maitred help VERB shows a verb's flags. To look around: maitred dev",
  ].join("\n");
  const verbs = VERBS.map(({ name, summary }) => ({ name, summary }));
  return { json: { version: VERSION, verbs }, text, plain: true };
}

export function verbHelp(verb: Verb): Answer {
  const flags = Object.entries({ ...verb.flags, ...COMMON_FLAGS });
  const usage = ["maitred", verb.name, ...argumentsOf(verb), ...requiredOf(verb), "[FLAGS]"];
  const width = Math.max(...flags.map(([name, flag]) => written(name, flag).length));
  const lines = flags.map(([name, flag]) => {
    const repeat = flag.multiple === true ? " May be repeated." : "";
    return `  ${written(name, flag).padEnd(width)}  ${flag.help}${repeat}`;
  });
  const text = [verb.summary, "", usage.join(" "), "", ...lines].join("\n");
  const json = {
    name: verb.name,
    summary: verb.summary,
    positionals: verb.positionals ?? [],
    optional: verb.optional ?? [],
    flags: flags.map(([name, flag]) => ({ name, ...flag })),
  };
  return { json, text, plain: true };
}

const written = (name: string, flag: Flag): string =>
  flag.type === "boolean" ? `--${name}` : `--${name} ${flag.value ?? "VALUE"}`;

const requiredOf = (verb: Verb): string[] =>
  Object.entries(verb.flags)
    .filter(([, flag]) => flag.required === true)
    .map(([name, flag]) => written(name, flag));
