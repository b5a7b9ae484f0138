// Stand-ins for the programs that the guides' commands call. The shell finds them first on its
// PATH.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./guides.ts";

const READY = 'until grep -q "mcp" "$RUN/ready"; do kill -0 "$!"; sleep 0.05; done';

/** `maitred`: `serve` runs in the background, and a second `serve` replaces the first server. */
const MAITRED = `#!/bin/bash
set -e
if [ "$1" != serve ]; then exec "$PROGRAM" "$@"; fi
if [ -f "$RUN/pid" ]; then
  kill -TERM "$(cat "$RUN/pid")" 2>/dev/null && tail --pid="$(cat "$RUN/pid")" -s 0.05 -f /dev/null
fi
: > "$RUN/ready"
"$PROGRAM" "$@" --json > "$RUN/ready" 2>> "$RUN/log" &
echo $! > "$RUN/pid"
${READY} || { cat "$RUN/ready" "$RUN/log"; exit 1; }
`;
/** `systemctl`: starts and stops the same server. */
const SYSTEMCTL = `#!/bin/bash
set -e
case "$1" in
  daemon-reload) ;;
  enable | start) maitred serve ;;
  stop) kill -TERM "$(cat "$RUN/pid")"; tail --pid="$(cat "$RUN/pid")" -s 0.05 -f /dev/null; rm "$RUN/pid" ;;
  *) exit 1 ;;
esac
`;
/** The shell function `demo`: starts a demo and exports its address and key. */
const DEMO = `
demo() {
  "$PROGRAM" dev --json --port 0 > "$RUN/demo" 2> "$RUN/demo-log" &
  echo $! > "$RUN/demo-pid"
  until grep -q mcp "$RUN/demo"; do kill -0 "$(cat "$RUN/demo-pid")"; sleep 0.05; done
  export TEST_URL=$(jq -r .url < "$RUN/demo") TEST_KEY=$(jq -r .apiKey < "$RUN/demo")
}
`;
/** The part of jq that the guides use: a path into JSON, and log lines of one level. */
const JQ = `
const text = await Bun.stdin.text();
const filter = process.argv.at(-1);
const [, level] = /^select\\(\\.level == "(\\w+)"\\)$/.exec(filter) ?? [];
if (level !== undefined) {
  for (const line of text.split("\\n").filter((one) => one.startsWith("{"))) {
    if (JSON.parse(line).level === level) console.log(line);
  }
} else {
  const steps = filter.match(/[\\w]+/g) ?? [];
  console.log(steps.reduce((value, step) => value[step], JSON.parse(text)));
}
`;

/** Writes the programs into folders below `folder`, and returns what a shell has to run first. */
export function setStage(folder: string, program: string): string {
  const at = (name: string): string => join(folder, name);
  for (const name of ["bin", "units", "run", "home"]) mkdirSync(at(name));
  for (const name of ["docs", "Dockerfile", "LICENSE"]) {
    symlinkSync(join(ROOT, name), join(at("home"), name));
  }
  writeFileSync(at("run/jq.js"), JQ);
  const programs: Record<string, string> = {
    maitred: MAITRED,
    systemctl: SYSTEMCTL,
    // An HTTP error makes the guide's command fail.
    curl: `#!/bin/sh\nexec "${Bun.which("curl")}" --fail-with-body "$@"\n`,
    // Ignores the options for systemd and runs the command of maitred.
    "systemd-run":
      '#!/bin/bash\nwhile [ "$1" != /usr/local/bin/maitred ]; do shift; done\nshift\nexec maitred "$@"\n',
    sudo: '#!/bin/sh\nexec "$@"\n',
    journalctl: '#!/bin/sh\ncat "$RUN/log" 2>/dev/null || true\n',
    jq: `#!/bin/sh\nexec "${process.execPath}" "$RUN/jq.js" "$@"\n`,
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(at(`bin/${name}`), text);
    chmodSync(at(`bin/${name}`), 0o755);
  }
  return `export PROGRAM="${program}" RUN="${at("run")}" BIN="${at("bin")}" PATH="${at("bin")}:$PATH"\n${DEMO}`;
}
