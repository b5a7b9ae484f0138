/** The clients that a server for people's assistants should work with, as docs/clients.md lists them. */
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

/** Characters of what is shown of one step, however much a server has to say. */
const LONGEST = 500;

/** What one step found out. Holds no token, code or secret: it is printed and passed on. */
export interface Finding {
  readonly status: "ok" | "failed" | "not tried";
  /** What was seen, or why the step was left out. */
  readonly seen: string;
  /** The known clients that fail because of it; empty: none of them, or nothing is wrong. */
  readonly clients: readonly KnownClient[];
  /** Why they fail, or what else it harms. */
  readonly why: string | null;
  /** What to do about it. */
  readonly todo: string | null;
}

/** The step went as a client needs it. */
export const ok = (seen: string): Finding => ({
  status: "ok",
  seen: shortened(seen, LONGEST),
  clients: [],
  why: null,
  todo: null,
});

/** The step lacks something that an earlier one, or the person who asks, did not provide. */
export const notTried = (seen: string): Finding => ({ ...ok(seen), status: "not tried" });

/** The step went wrong. */
export const failed = (
  seen: string,
  more: {
    readonly clients: readonly KnownClient[];
    readonly why: string;
    readonly todo: string;
  },
): Finding => ({ status: "failed", seen: shortened(seen, LONGEST), ...more });

/** Text from a server, fit for a terminal: one line, without what a terminal would obey. */
export function shortened(text: string, length = 160): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}...` : line;
}
