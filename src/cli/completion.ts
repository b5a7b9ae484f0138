import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { SHELLS, type Shell, type VerbWords, wordsOf } from "./completion/words.ts";
import { zshScript } from "./completion/zsh.ts";
import { usageError, type Verb } from "./verb.ts";

const SCRIPTS: Readonly<Record<Shell, (verbs: readonly VerbWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completion: Verb = {
  name: "completion",
  summary: "Print a completion script for bash, zsh or fish.",
  positionals: ["SHELL"],
  flags: {},
  toleratesFaults: true,
  run: ({ positionals: [name = ""], verbs }) => {
    const shell = SHELLS.find((known) => known === name);
    if (shell === undefined) {
      throw usageError(`completion takes ${SHELLS.join(", ")}, not ${JSON.stringify(name)}.`);
    }
    const script = SCRIPTS[shell](wordsOf(verbs));
    return { json: { shell, script }, text: script, plain: true };
  },
};
