import { statfsSync } from "node:fs";
import { CONFIG_KEYS } from "../config.ts";
import { MINUTE } from "../domain/time.ts";
import { runOwn } from "../instance/own-process.ts";
import { openForReading, problemsOf } from "../storage/inspect.ts";
import { damaged, databaseIn } from "../storage/open-error.ts";
import { createAsk } from "./doctor/exchange.ts";
import type { HereFinding } from "./doctor/here/check.ts";
import { lookHere } from "./doctor/here/look.ts";
import { type Result, walk } from "./doctor/steps.ts";
import { BACKUP_FLAGS, SERVER_FLAGS } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { type Answer, usageError, type Verb, type VerbContext } from "./verb.ts";

/** Hosted clients give up after about this time. */
const TIMEOUT_MS = 10_000;
/** No document or page of a sign-in is longer. */
const MAX_BYTES = 1024 * 1024;

/** A file that takes longer to look through is too large to wait for. */
const LOOK_THROUGH_MS = 10 * MINUTE;

/**
 * `maitred doctor`: looks at the instance of this folder, beside its server or without one.
 * `maitred doctor URL`: walks the chain that a client walks to any MCP server, and names the clients
 * that would fail. Exit code 1 when something failed.
 */
export const doctor: Verb = {
  name: "doctor",
  summary: "Check this instance; with a URL, check how clients connect to an MCP server.",
  positionals: [],
  optional: ["URL"],
  flags: {
    "look-through": { type: "boolean", help: "Only check every page of the database." },
    ...SERVER_FLAGS,
    ...BACKUP_FLAGS,
  },
  asServed: CONFIG_KEYS,
  tellsWarnings: true,
  toleratesFaults: true,
  async run(context) {
    const { flags, positionals, io } = context;
    if (positionals[0] === undefined) {
      return flags.has("look-through") ? lookedThrough(context) : await here(context);
    }
    const mcp = addressOf(positionals[0]);
    const ask = createAsk({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    const visit = await walk({ mcp, ask, random: io.random });
    return answerOf(visit.mcp, visit.results);
  },
};

async function here({ config, io }: VerbContext): Promise<Answer> {
  const folder = folderOf({ config });
  const findings = await lookHere({
    folder,
    config,
    values: config.values,
    now: io.now,
    random: io.random,
    ask: createAsk({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }),
    freeBytes: (path) => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    // In a process of its own: it ends when it is asked to, however large the file.
    lookThrough: async () => {
      const words = ["doctor", "--look-through", "--data", folder];
      await runOwn(words, AbortSignal.timeout(LOOK_THROUGH_MS));
    },
  });
  // A storage that does not answer is not waited for any longer.
  if (findings.some(({ check, status }) => check === "storage" && status === "failed"))
    io.abandon?.();
  return hereAnswer(folder, findings);
}

/** What `doctor` starts as a process of its own. Throws OpenError. */
function lookedThrough({ config }: VerbContext): Answer {
  const path = databaseIn(folderOf({ config }));
  const reader = openForReading(path);
  try {
    const problems = problemsOf(reader);
    if (problems.length > 0) throw damaged(path, problems.join("; "));
    return { json: { database: path, ok: true }, text: `${path} is in order.` };
  } finally {
    reader.close();
  }
}

/** What stands before each line but the titles, which have a state there. */
const MARGIN = " ".repeat(15);

function hereAnswer(folder: string, findings: readonly HereFinding[]): Answer {
  const count = (status: HereFinding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  const ok = count("failed") === 0;
  const verdict = `${count("failed")} failed, ${count("warning")} to look at.`;
  const inColumn = (text: string): string => `${MARGIN}${text.replaceAll("\n", `\n${MARGIN}`)}`;
  const lines = findings.flatMap(({ status, title, seen, todo }) => [
    `${status.padEnd(MARGIN.length)}${title}`,
    inColumn(seen),
    ...(todo === null ? [] : [inColumn(`do: ${todo}`)]),
  ]);
  return {
    json: { folder, ok, findings },
    text: [folder, "", ...lines, "", verdict].join("\n"),
    plain: true,
    exitCode: ok ? 0 : 1,
  };
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  const http = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !http || url.username !== "" || url.password !== "" || url.hash !== "") {
    throw usageError(`doctor takes an http or https address, not ${JSON.stringify(text)}.`);
  }
  return url.href;
}

function answerOf(mcp: string, results: readonly Result[]): Answer {
  const bad = results.filter(({ status }) => status === "failed");
  const left = results.filter(({ status }) => status === "not tried").length;
  const clients = [...new Set(bad.flatMap((result) => result.clients))];
  const verdict =
    bad.length === 0
      ? `No step failed${left === 0 ? "" : `; ${left} not tried`}.`
      : `${bad.length} failed; clients that would fail: ${clients.join(", ") || "none"}.`;
  return {
    json: { mcp, ok: bad.length === 0, clients, steps: results },
    text: [mcp, "", ...results.flatMap(linesOf), "", verdict].join("\n"),
    plain: true,
    exitCode: bad.length === 0 ? 0 : 1,
  };
}

const INDENT = " ".repeat(11);

function linesOf({ status, title, seen, clients, why, todo }: Result): string[] {
  const lines = [`${status.padEnd(9)}  ${title}`, `${INDENT}${seen}`];
  if (clients.length > 0) lines.push(`${INDENT}fails: ${clients.join(", ")}`);
  if (why !== null) lines.push(`${INDENT}why:   ${why}`);
  if (todo !== null) lines.push(`${INDENT}do:    ${todo}`);
  return lines;
}
