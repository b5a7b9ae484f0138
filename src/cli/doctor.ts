import { statfsSync } from "node:fs";
import { CONFIG_KEYS } from "../config.ts";
import { MINUTE } from "../domain/time.ts";
import { runOwn } from "../instance/own-process.ts";
import { createAsk } from "./doctor/exchange.ts";
import type { HereFinding } from "./doctor/here/check.ts";
import { lookHere } from "./doctor/here/look.ts";
import { walk } from "./doctor/walk.ts";
import { BACKUP_FLAGS, SERVER_FLAGS } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { type Answer, usageError, type Verb, type VerbContext } from "./verb.ts";

/** claude.ai and other hosted clients wait about 10 s for an answer, so doctor waits as long. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

const CHECK_MS = 10 * MINUTE;

export const doctor: Verb = {
  name: "doctor",
  summary: "Check this instance; with a URL, check how clients connect to an MCP server.",
  optional: ["URL"],
  flags: { ...SERVER_FLAGS, ...BACKUP_FLAGS },
  asServed: CONFIG_KEYS,
  tellsWarnings: true,
  toleratesFaults: true,
  run: (context) => (context.positionals[0] === undefined ? here(context) : there(context)),
};

async function here({ config, io }: VerbContext): Promise<Answer> {
  const folder = folderOf({ config });
  const findings = await lookHere({
    folder,
    config,
    now: io.now,
    random: io.random,
    ask: createAsk(LIMITS),
    freeBytes: (path) => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    // In another process, because a check in this process could not be stopped after CHECK_MS.
    checkFile: async () => {
      const words = ["check", "--thorough", "--data", folder];
      await runOwn(words, AbortSignal.timeout(CHECK_MS));
    },
  });
  // Exit without waiting: the backup storage may never answer, and the open request would keep this
  // process alive.
  if (findings.some(({ check, status }) => check === "storage" && status === "failed"))
    io.abandon?.();
  const count = (status: HereFinding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  const lines = findings.flatMap(({ todo, ...finding }) =>
    linesOf(15, finding, [todo === null ? null : `do: ${todo}`]),
  );
  const verdict = `Failed: ${count("failed")}. Warnings: ${count("warning")}.`;
  const ok = count("failed") === 0;
  return answerOf({ folder, ok, findings }, [folder, "", ...lines, "", verdict]);
}

async function there({ positionals: [address = ""], io }: VerbContext): Promise<Answer> {
  const ask = createAsk(LIMITS);
  const { mcp, results: steps } = await walk({ mcp: addressOf(address), ask, random: io.random });
  const bad = steps.filter(({ status }) => status === "failed");
  const left = steps.filter(({ status }) => status === "not tried").length;
  const clients = [...new Set(bad.flatMap((step) => step.clients))];
  const lines = steps.flatMap(({ clients: failing, why, todo, ...step }) =>
    linesOf(11, step, [
      failing.length === 0 ? null : `fails: ${failing.join(", ")}`,
      why === null ? null : `why:   ${why}`,
      todo === null ? null : `do:    ${todo}`,
    ]),
  );
  const ok = bad.length === 0;
  const verdict = ok
    ? `No step failed${left === 0 ? "" : `; ${left} not tried`}.`
    : `Failed: ${bad.length}. Clients that cannot connect: ${clients.join(", ") || "none"}.`;
  return answerOf({ mcp, ok, clients, steps }, [mcp, "", ...lines, "", verdict]);
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  const http = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !http || url.username !== "" || url.password !== "" || url.hash !== "") {
    throw usageError(`doctor takes an http or https address, not ${JSON.stringify(text)}.`);
  }
  return url.href;
}

function linesOf(
  margin: number,
  found: { readonly status: string; readonly title: string; readonly seen: string },
  notes: readonly (string | null)[],
): string[] {
  const indent = " ".repeat(margin);
  const below = [found.seen, ...notes].filter((line) => line !== null);
  return [
    `${found.status.padEnd(margin)}${found.title}`,
    ...below.map((line) => `${indent}${line.replaceAll("\n", `\n${indent}`)}`),
  ];
}

const answerOf = (
  json: { readonly ok: boolean } & Readonly<Record<string, unknown>>,
  lines: readonly string[],
): Answer => ({
  json,
  text: lines.join("\n"),
  plain: true,
  exitCode: json.ok ? 0 : 1,
});
