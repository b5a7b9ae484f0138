import type { RandomBytes } from "../../domain/ids.ts";
import type { Ask } from "./exchange.ts";

/** The clients that docs/clients.md lists. */
export const KNOWN_CLIENTS = [
  "Claude",
  "Claude Code",
  "ChatGPT",
  "VS Code",
  "Cursor",
  "Codex",
  "Inspector",
  "mcp-remote",
] as const;
export type KnownClient = (typeof KNOWN_CLIENTS)[number];

/** One step that a client takes to connect. */
export interface Step {
  /** For programs; stays the same between versions. */
  readonly name: string;
  readonly title: string;
  run(visit: Visit): Promise<Finding>;
}

/** The result of one step. Holds no token, code or secret, because it is printed. */
export interface Finding {
  readonly status: "ok" | "failed" | "not tried";
  /** What the server answered, or why the step was left out. */
  readonly seen: string;
  /** The known clients that cannot connect because of it. */
  readonly clients: readonly KnownClient[];
  /** Why they cannot. */
  readonly why: string | null;
  readonly todo: string | null;
}

/** What the steps have found so far; later steps build on it. */
export interface Visit {
  readonly ask: Ask;
  readonly random: RandomBytes;
  /** The MCP address; the first step tries /mcp when only an origin was given. */
  mcp: string;
  /** The WWW-Authenticate header of the 401. */
  challenge: string | null;
  /** Where the challenge says the resource metadata is. */
  metadataUrl: string | null;
  resource: Readonly<Record<string, unknown>> | null;
  /** The first authorization server of the resource, as written there. */
  issuer: string | null;
  server: Readonly<Record<string, unknown>> | null;
  /** The client registered for this visit. */
  client: Readonly<Record<string, unknown>> | null;
}

/** The most characters shown of one answer. */
const LONGEST = 500;

export const ok = (seen: string): Finding => ({
  status: "ok",
  seen: shortened(seen, LONGEST),
  clients: [],
  why: null,
  todo: null,
});

/** An earlier step did not find what this one needs. */
export const notTried = (seen: string): Finding => ({ ...ok(seen), status: "not tried" });

export const failed = (
  seen: string,
  clients: readonly KnownClient[],
  why: string,
  todo: string,
): Finding => ({ ...ok(seen), status: "failed", clients, why, todo });

/** Text from a server, safe to print: one line, no control characters. */
export function shortened(text: string, length = 160): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}...` : line;
}
