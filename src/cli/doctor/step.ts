import type { RandomBytes } from "../../domain/ids.ts";
import type { Ask } from "./exchange.ts";

/** Those of docs/clients.md. */
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

/** One step of connecting, as clients do it. */
export interface Step {
  /** For programs: the same in every version. */
  readonly name: string;
  readonly title: string;
  run(visit: Visit): Promise<Finding>;
}

/** Holds no token, code or secret, because it is printed. */
export interface Finding {
  readonly status: "ok" | "failed" | "not tried";
  /** What the server answered, or why the step was not tried. */
  readonly seen: string;
  /** Known clients that fail because of this. */
  readonly clients: readonly KnownClient[];
  /** Why they fail. */
  readonly why: string | null;
  readonly todo: string | null;
}

/** Each step adds what it found for later steps. */
export interface Visit {
  readonly ask: Ask;
  readonly random: RandomBytes;
  /** The MCP address; the first step may add /mcp to an origin. */
  mcp: string;
  /** The WWW-Authenticate header of the 401. */
  challenge: string | null;
  /** The address of the resource metadata in the challenge. */
  metadataUrl: string | null;
  resource: Readonly<Record<string, unknown>> | null;
  /** The resource's first authorization server, as written there. */
  issuer: string | null;
  server: Readonly<Record<string, unknown>> | null;
  client: Readonly<Record<string, unknown>> | null;
}

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

/** Makes text from a server safe to print: one line without control characters. */
export function shortened(text: string, length = 160): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}...` : line;
}
