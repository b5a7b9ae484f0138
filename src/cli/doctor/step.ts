import type { RandomBytes } from "../../domain/ids.ts";
import type { Ask } from "./exchange.ts";

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

export interface Step {
  /** Must not change between versions, because programs rely on this name. */
  readonly name: string;
  readonly title: string;
  run(visit: Visit): Promise<Finding>;
}

/** Findings are printed, so they must not contain tokens, codes or secrets. */
export interface Finding {
  readonly status: "ok" | "failed" | "not tried";
  readonly seen: string;
  readonly clients: readonly KnownClient[];
  readonly why: string | null;
  readonly todo: string | null;
}

export interface Visit {
  readonly ask: Ask;
  readonly random: RandomBytes;
  mcp: string;
  challenge: string | null;
  metadataUrl: string | null;
  resource: Readonly<Record<string, unknown>> | null;
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

export const notTried = (seen: string): Finding => ({ ...ok(seen), status: "not tried" });

export const failed = (
  seen: string,
  clients: readonly KnownClient[],
  why: string,
  todo: string,
): Finding => ({ ...ok(seen), status: "failed", clients, why, todo });

/** Makes a server's text safe to print: one line without control characters. */
export function shortened(text: string, length = 160): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}...` : line;
}
