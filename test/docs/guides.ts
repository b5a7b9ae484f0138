// The guides whose commands are run, what each needs before, and the commands that cannot run.
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** A document whose shell blocks are run from the first to the last, in one shell. */
export interface Guide {
  readonly file: string;
  /** What the reader has done before, as shell commands. */
  readonly before: string;
  /** What must be true afterwards, as shell commands that fail otherwise. */
  readonly after: string;
  /** Replacements for what the guide leaves to the reader. */
  readonly instead?: readonly (readonly [shown: string, run: string])[];
}

/** What most readers have done before; runs once, in a folder of its own. */
export const HOUSE_MADE = `
maitred init
maitred brand create --slug bistro --name "Chez Ana" --time-zone Europe/Paris --country FR
maitred key create --name "Booking agent" --brand bistro
`;
/** A copy of that folder for one guide. */
const HOUSE = `
cp -a "$HOUSE" data
`;
const ANA = `
export PASSWORD="correct horse battery"
maitred user create --email ana@example.com --name Ana --role owner --password-stdin <<< "$PASSWORD"
`;

export const GUIDES: readonly Guide[] = [
  {
    file: "README.md",
    before: "",
    after: `maitred brand list --json | grep -q bistro`,
    instead: [["$KEY", "$(maitred key create --name curl --brand bistro --json | jq -r .key)"]],
  },
  {
    file: "docs/settings.md",
    before: HOUSE,
    after: `maitred brand show bistro --json | grep -q '"seats":38'`,
  },
  {
    file: "docs/operations.md",
    before: `
cp "$BIN/maitred" maitred-0.1.0-linux-x64
sha256sum maitred-0.1.0-linux-x64 > SHA256SUMS
`,
    after: `
test -f data/secret.key
maitred user list --json | grep -q luca@example.com
`,
  },
  {
    file: "docs/sms-gateways.md",
    before: HOUSE,
    after: "! maitred brand show bistro --json | grep -q smsCountries",
  },
  {
    file: "docs/configuration.md",
    before: "",
    after: "test ! -e data",
  },
  {
    file: "docs/clients.md",
    before: `
${HOUSE}${ANA}
maitred serve
export KEY=$(maitred key create --name curl --brand bistro --json | jq -r .key)
demo
`,
    after: `maitred key list --json | grep -q "Phone agent"`,
  },
  {
    file: "docs/security.md",
    before: `${HOUSE}${ANA}`,
    after: `test -f old-secret.key && test -f data/secret.key`,
  },
  {
    file: "docs/data.md",
    before: `
${HOUSE}
cat > reservations.csv <<END
Guest;Covers;Date;Time;Mobile
Lea Blanc;4;$(date -d yesterday +%F);12:30;+33612345678
Noé Roux;2;$(date -d tomorrow +%F);7:30 PM;+33698765432
END
maitred import reservations.csv --brand bistro
mkdir second-house
maitred serve
`,
    after: `
head -n 1 everything.jsonl | grep -q maitred
maitred brand list --json --data second-house | grep -q bistro
grep -q service_date november.csv && grep -q earliest_time waitlist.csv
grep -q '"cancelled":1' receipt.json
if grep -q -e 33612345678 -e 33698765432 data/maitred.db data/maitred.db-wal; then exit 1; fi
`,
    instead: [["FEED_ID", '"$(maitred feed list --json | jq -r ".feeds[0].id")"']],
  },
  {
    file: "docs/upgrading.md",
    before: `
${HOUSE}
maitred backup
cp "$BIN/maitred" maitred-0.2.0-linux-x64
systemctl start maitred
`,
    after: `maitred brand list --json | grep -q bistro`,
  },
];

/** Guides whose blocks another test runs. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/backup.md": "test/cli/backup-guide.test.ts",
};

/** Lines that no test can run here, and why. Each must still be in a guide. */
export const NOT_RUN: readonly { readonly line: RegExp; readonly reason: string }[] = [
  { line: /^npm install && npm start$/, reason: "test/cli/dev.test.ts runs what it starts" },
  { line: /^npm install && npm test$/, reason: "it runs these tests" },
  { line: /^(?:MAITRED_NAME=\S+ )?docker compose /, reason: "no Docker; see test/container" },
  {
    line: /\bmaitred update --check\b/,
    reason: "the guide's address does not exist; test/cli/update.test.ts uses one that does",
  },
  { line: /^docker build /, reason: "no Docker; see test/container" },
  { line: /^sudo systemd-run /, reason: "no systemd" },
];

/** Names in guides that a test must not touch, with their replacements. */
export const placeholders = (at: { folder: string; port: string }): [string, string][] => [
  ["https://book.example.com", `http://127.0.0.1:${at.port}`],
  ["127.0.0.1:8484", `127.0.0.1:${at.port}`],
  ["/usr/local/bin/", `${at.folder}/bin/`],
  ["/etc/systemd/system/", `${at.folder}/units/`],
  ["KEY_ID", '"$(maitred key list --json | jq -r ".keys[0].id")"'],
  ["BEFORE.db", '"$(ls data/backups | tail -n 1)"'],
];
