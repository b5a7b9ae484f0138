// Goal: docs/backup.md works from its first command to its last. Method: run all its command blocks
// in order in one shell. A folder stands in for /mnt/usb and a local server for the S3 storage; each
// server of maitred is stopped once it is ready.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { serveS3 } from "../faults/fake-s3.ts";
import { LITESTREAM, olderConfig } from "../faults/litestream.ts";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND } from "../support/product-command.ts";
import { command } from "./command-line.ts";

setDefaultTimeout(60_000); // every command is a process

const ROOT = join(import.meta.dir, "../..");
const guide = readFileSync(join(ROOT, "docs/backup.md"), "utf8");
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

const PRODUCT = COMMAND.map((word) => `"${word}"`).join(" ");
/** Runs maitred. `serve` listens on a free port and is stopped once it is ready. */
const MAITRED = `#!/bin/bash
if [ "$1" != serve ]; then exec ${PRODUCT} "$@"; fi
${PRODUCT} "$@" --port 0 --json | {
  read -r line
  kill -TERM "$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' <<<"$line")"
  cat >/dev/null
}
exit "\${PIPESTATUS[0]}"
`;
/** Runs Litestream. `replicate` ends once the first complete copy has arrived. */
const REPLICATOR = `#!/bin/bash
if [ "$1" != replicate ]; then exec "${LITESTREAM}" "$@"; fi
"${LITESTREAM}" "$@" >/dev/null & pid=$!
until "${LITESTREAM}" snapshots "\${@:2}" "$MAITRED_DATA/maitred.db" | grep -q s3; do sleep 0.1; done
kill -TERM "$pid"
wait "$pid"
exit 0
`;

function program(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

describe("the guide to backups", () => {
  test.skipIf(!existsSync(LITESTREAM))("works from its first command to its last", async () => {
    using folder = temporaryFolder();
    using storage = serveS3();
    const at = (name: string): string => join(folder.path, name);
    for (const name of ["bin", "usb", "house"]) mkdirSync(at(name));
    program(at("bin/maitred"), MAITRED);
    program(at("bin/litestream"), REPLICATOR);
    olderConfig(at("house"));
    const data = ["--data", at("house/data")];
    await command(["init", ...data]);
    const place = ["--time-zone", "Europe/Rome", "--country", "IT"];
    await command(["brand", "create", "--slug", "osteria", "--name", "Osteria", ...place, ...data]);

    const script = blocks
      .join("\n")
      .replaceAll("/mnt/usb", at("usb"))
      .replaceAll("https://storage.example.com", storage.endpoint);
    const child = Bun.spawn(["bash", "-euxo", "pipefail", "-c", script], {
      cwd: at("house"),
      env: { ...process.env, PATH: `${at("bin")}:${process.env["PATH"]}` },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    expect(`${await child.exited}\n${said}`).toStartWith("0\n");

    const homes = ["data", "data-here", "new-house", "saved-house", "second-machine"];
    const brands = homes.map(async (name) => {
      const { json } = await command(["brand", "list", "--json", "--data", at(`house/${name}`)]);
      const found = (json?.["brands"] ?? []) as { slug: string }[];
      return found.map(({ slug }) => slug);
    });
    expect(await Promise.all(brands)).toEqual(homes.map(() => ["osteria"]));
    expect(readdirSync(at("usb"))).toContain("secret.key");
    // Other accounts cannot open the data folders, and no database is left outside them.
    const closed = homes.map((name) => statSync(at(`house/${name}`)).mode & 0o077);
    expect(closed).toEqual(homes.map(() => 0));
    expect(readdirSync(at("house")).filter((name) => name.endsWith(".db"))).toEqual([]);
    expect(readdirSync(at("house/second-machine"))).not.toContain("replica.db");
  });

  test("has a code block for every maitred command that its text names, except init", () => {
    const inline = [...guide.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`(maitred [^`]+)`/g)];
    const verbs = inline.map(([, words = ""]) => words.split(" ")[1] ?? "");
    const run = [...blocks.join("\n").matchAll(/^maitred (\w+)/gm)].map(([, verb = ""]) => verb);
    // `maitred init --new-secret`, for a lost secret, is tested in test/faults/damaged.test.ts.
    run.push("init");
    expect(verbs.filter((verb) => !run.includes(verb))).toEqual([]);
  });
});
