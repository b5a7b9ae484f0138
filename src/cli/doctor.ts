import { createAsk } from "./doctor/exchange.ts";
import { type Result, walk } from "./doctor/steps.ts";
import { type Answer, type CliIo, type Flags, usageError, type Verb } from "./verb.ts";

/** Hosted clients give up after about this time. */
const TIMEOUT_MS = 10_000;
/** No document or page of a sign-in is longer. */
const MAX_BYTES = 1024 * 1024;

/**
 * `maitred doctor URL`: walks the chain that a client walks to any MCP server, and names the clients
 * that would fail. Exit code 1 when a step failed.
 */
export const doctor: Verb = {
  name: "doctor",
  summary: "Walk the way of a client to an MCP server, and say who would fail and why.",
  positionals: [],
  optional: ["URL"],
  flags: {
    email: { type: "string", value: "EMAIL", help: "Sign in as this user and walk the whole way." },
    "password-stdin": { type: "boolean", help: "Read the user's password from standard input." },
  },
  async run({ flags, positionals, io }) {
    const mcp = addressOf(positionals[0]);
    const account = await accountOf(flags, io);
    const ask = createAsk({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    const visit = await walk({ mcp, ask, account, random: io.random });
    return answerOf(visit.mcp, visit.results);
  },
};

function addressOf(text: string | undefined): string {
  if (text === undefined) {
    throw usageError(
      "doctor needs the address of a server, such as https://book.example.com. " +
        "Looking at the configuration on this machine, without an address, is not possible yet.",
    );
  }
  const url = URL.parse(text);
  const http = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !http || url.username !== "" || url.password !== "" || url.hash !== "") {
    throw usageError(`doctor takes an http or https address, not ${JSON.stringify(text)}.`);
  }
  return url.href;
}

async function accountOf(
  flags: Flags,
  io: CliIo,
): Promise<{ readonly email: string; readonly password: string } | null> {
  const email = flags.text("email");
  if (email === undefined && !flags.has("password-stdin")) return null;
  if (email === undefined || !flags.has("password-stdin")) {
    throw usageError("doctor takes --email and --password-stdin together.");
  }
  const password = (await io.readInput()).replace(/\r?\n$/, "");
  if (password === "") throw usageError("doctor found no password on standard input.");
  return { email, password };
}

function answerOf(mcp: string, results: readonly Result[]): Answer {
  const bad = results.filter(({ status }) => status === "failed");
  const clients = [...new Set(bad.flatMap((result) => result.clients))];
  const verdict =
    bad.length === 0
      ? "No step failed."
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
