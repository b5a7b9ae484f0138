import { codeFor, families, firstWords, type VerbWords } from "./words.ts";

const REPLIES = {
  file: "_maitred_paths -f",
  folder: "_maitred_paths -d",
  choice: '_maitred_words "CHOICES"',
  any: ":",
  none: ":",
};

/** Works with bash 3.2 of macOS, and without bash-completion. */
export function bashScript(verbs: readonly VerbWords[]): string {
  const firsts = firstWords(verbs)
    .map(({ word }) => word)
    .join(" ");
  const second = [...families(verbs)].map(
    ([first, words]) => `${first}) seconds="${words.map(({ word }) => word).join(" ")}" ;;`,
  );
  const values = verbs.flatMap(({ name, flags }) =>
    flags
      .filter(({ value }) => value.kind !== "none")
      .map(({ flag, value }) => `"${name} ${flag}") ${codeFor(value, REPLIES)}; return ;;`),
  );
  const rest = verbs.map(({ name, flags, argument }) => {
    const words = flags.map(({ flag }) => flag).join(" ");
    return `"${name}") flags="${words}"; argument() { ${codeFor(argument, REPLIES)}; } ;;`;
  });
  return `# Completion of maitred for bash. Load it with: source <(maitred completion bash)
_maitred_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_maitred_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$current"))
  compopt -o filenames 2>/dev/null || true
}
_maitred() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local first="\${COMP_WORDS[1]}" seconds="" verb flags=""
  COMPREPLY=()
  # Bash splits --flag=value into three words.
  if [ "$current" = = ]; then current=""
  elif [ "$previous" = = ] && [ "$COMP_CWORD" -gt 2 ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    _maitred_words "${firsts}"
    return
  fi
  if [ "$first" = help ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      _maitred_words "${firsts}"
      return
    fi
    first="\${COMP_WORDS[2]}"
  fi
  case "$first" in
    ${second.join("\n    ")}
  esac
  verb="$first"
  if [ -n "$seconds" ]; then
    if [ "$previous" = "$first" ]; then _maitred_words "$seconds"; return; fi
    verb="$first \${COMP_WORDS[2]}"
  fi
  case "$verb $previous" in
    ${values.join("\n    ")}
  esac
  argument() { :; }
  case "$verb" in
    ${rest.join("\n    ")}
  esac
  case "$current" in
    -*) _maitred_words "$flags" ;;
    *) argument; if [ "\${#COMPREPLY[@]}" -eq 0 ]; then _maitred_words "$flags"; fi ;;
  esac
  unset -f argument
}
complete -F _maitred maitred
`;
}
