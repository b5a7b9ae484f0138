import { codeFor, families, firstWords, type VerbWords } from "./words.ts";

const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const VALUES = {
  file: " -r -F",
  folder: " -x -a '(__fish_complete_directories)'",
  choice: " -x -a 'CHOICES'",
  any: " -x",
  none: " -f",
};

export function fishScript(verbs: readonly VerbWords[]): string {
  const first = firstWords(verbs).map(
    ({ word, summary }) =>
      `complete -c maitred -n __fish_use_subcommand -f -a ${word} -d ${quoted(summary)}`,
  );
  const second = [...families(verbs)].flatMap(([family, words]) =>
    words.map(
      ({ word, summary }) =>
        `complete -c maitred -n '__maitred_at ${family}' -f -a ${word} -d ${quoted(summary)}`,
    ),
  );
  const rest = verbs.flatMap(({ name, flags, argument }) => {
    const condition = `complete -c maitred -n '__maitred_in ${name}'`;
    const lines = flags.map(
      ({ flag, help, value }) =>
        `${condition} -l ${flag.slice(2)}${codeFor(value, VALUES)} -d ${quoted(help)}`,
    );
    if (argument.kind === "choice")
      return [...lines, `${condition} -f -a ${quoted(argument.choices.join(" "))}`];
    return argument.kind === "file" ? [...lines, `${condition} -F`] : [...lines, `${condition} -f`];
  });
  return `# Completion of maitred for fish. Load it with: maitred completion fish | source
function __maitred_at
    set -l words (commandline -opc)
    test (count $words) -eq 2; and test $words[2] = $argv[1]
end
function __maitred_in
    set -l words (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end
${[...first, ...second, ...rest].join("\n")}
`;
}
