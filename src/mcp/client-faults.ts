import { isRecord } from "../domain/json.ts";

export interface Received {
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export type DeclaredArguments = (tool: string) => ReadonlySet<string> | undefined;

export interface ClientFault {
  readonly name: string;
  readonly why: string;
  readonly issue: string;
  mend(received: Received, declared: DeclaredArguments): Received | null;
}

const VERSION_HEADER = "mcp-protocol-version";
const VERSION_META = "io.modelcontextprotocol/protocolVersion";
const LEGACY = "2025-11-25";
const MODERN = "2026-07-28";
const BOTH_TYPES = "application/json, text/event-stream";
const N8N_ADDITIONS = ["toolCallId", "sessionId", "action", "chatInput"];

/** Corrected in this order. Each correction can be switched off by the fault's name. */
export const CLIENT_FAULTS: readonly ClientFault[] = [
  {
    name: "repeated-version-header",
    why: "Claude Code sets the version header twice; the joined value names no known version.",
    issue: "https://github.com/lowdefy/lowdefy/pull/2345",
    mend: ({ headers, body }) => {
      const versions = (headers.get(VERSION_HEADER) ?? "").split(",").map((part) => part.trim());
      const [version = ""] = versions;
      if (versions.length < 2 || versions.some((other) => other !== version)) return null;
      return { headers: withHeader(headers, VERSION_HEADER, version), body };
    },
  },
  {
    name: "version-header-behind-meta",
    why: "Claude's connectors send the old version in the header and the new one in the body.",
    issue: "https://github.com/anthropics/claude-code/issues/93290",
    mend: ({ headers, body }) => {
      if (headers.get(VERSION_HEADER) !== LEGACY || claimedVersion(body) !== MODERN) return null;
      return { headers: withHeader(headers, VERSION_HEADER, MODERN), body };
    },
  },
  {
    name: "narrow-accept",
    why: "Many clients of 2025 send Accept: */* or application/json alone; the SDK refuses both.",
    issue: "https://github.com/modelcontextprotocol/typescript-sdk/issues/1944",
    mend: ({ headers, body }) => {
      if (claimedVersion(body) !== undefined) return null;
      const accept = headers.get("accept") ?? "";
      if (accept.includes("application/json") && accept.includes("text/event-stream")) return null;
      return { headers: withHeader(headers, "accept", BOTH_TYPES), body };
    },
  },
  {
    name: "n8n-extra-arguments",
    why: "n8n adds its own fields to every tool's arguments; our tools refuse unknown fields.",
    issue: "https://github.com/n8n-io/n8n/issues/21500",
    mend: ({ headers, body }, declared) => {
      if (body["method"] !== "tools/call" || !isRecord(body["params"])) return null;
      const { name, arguments: given } = body["params"];
      const known = typeof name === "string" ? declared(name) : undefined;
      if (known === undefined || !isRecord(given)) return null;
      const extra = N8N_ADDITIONS.filter((key) => Object.hasOwn(given, key) && !known.has(key));
      if (extra.length === 0) return null;
      const kept = Object.entries(given).filter(([key]) => !extra.includes(key));
      const params = { ...body["params"], arguments: Object.fromEntries(kept) };
      return { headers, body: { ...body, params } };
    },
  },
];

export const CLIENT_FAULT_NAMES: readonly string[] = CLIENT_FAULTS.map((fault) => fault.name);

export function mendClientFaults(
  received: Received,
  declared: DeclaredArguments,
  enabled: ReadonlySet<string>,
): { readonly received: Received; readonly mended: readonly string[] } {
  let current = received;
  const mended: string[] = [];
  for (const fault of CLIENT_FAULTS) {
    if (!enabled.has(fault.name)) continue;
    const better = fault.mend(current, declared);
    if (better === null) continue;
    current = better;
    mended.push(fault.name);
  }
  return { received: current, mended };
}

function withHeader(headers: Headers, name: string, value: string): Headers {
  const copy = new Headers(headers);
  copy.set(name, value);
  return copy;
}

function claimedVersion(body: Readonly<Record<string, unknown>>): unknown {
  const params = body["params"];
  const meta = isRecord(params) ? params["_meta"] : undefined;
  return isRecord(meta) ? meta[VERSION_META] : undefined;
}
