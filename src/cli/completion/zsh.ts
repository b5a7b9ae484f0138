import { codeFor, families, firstWords, type VerbWords } from "./words.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const described = ({ word, summary }: { word: string; summary: string }): string =>
  quoted(`${word}:${summary}`);
const inBrackets = (text: string): string => text.replace(/[[\]\\:]/g, "\\$&");

const ACTIONS = {
  file: ":file:_files",
  folder: ":folder:_files -/",
  choice: ":value:(CHOICES)",
  any: ":value: ",
  none: "",
};

/** The script can be loaded by `compinit` or sourced. */
export function zshScript(verbs: readonly VerbWords[]): string {
  const second = [...families(verbs)].map(
    ([first, words]) =>
      `${first}) if (( CURRENT == 3 )); then seconds=(${words.map(described).join(" ")}); ` +
      `_describe verb seconds; return; fi; verb="$words[2] $words[3]"; skip=2 ;;`,
  );
  const rest = verbs.map(({ name, flags, argument }) => {
    const specs = flags.map(({ flag, help, value }) =>
      quoted(
        `*${flag}${value.kind === "none" ? "" : "="}[${inBrackets(help)}]${codeFor(value, ACTIONS)}`,
      ),
    );
    const last = argument.kind === "none" ? [] : [quoted(`*${codeFor(argument, ACTIONS)}`)];
    return `${quoted(name)}) _arguments ${[...specs, ...last].join(" ")} ;;`;
  });
  return `#compdef maitred
# Completion of maitred for zsh. Load it with: source <(maitred completion zsh)
_maitred() {
  local -a firsts seconds
  local verb="$words[2]" skip=1
  if (( CURRENT == 2 )); then
    firsts=(${firstWords(verbs).map(described).join(" ")})
    _describe verb firsts
    return
  fi
  case "$words[2]" in
    ${second.join("\n    ")}
  esac
  shift $skip words
  (( CURRENT -= skip ))
  case "$verb" in
    ${rest.join("\n    ")}
  esac
}
if [ "$funcstack[1]" = "_maitred" ]; then _maitred "$@"; else compdef _maitred maitred; fi
`;
}
