/** What the operating system refused, in words for an operator. */
export interface SystemRefusal {
  readonly code: "PORT_IN_USE" | "CANNOT_LISTEN" | "DISK_FULL" | "UNREADABLE";
  readonly message: string;
}

const FULL = ["ENOSPC", "EDQUOT"];
const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];

/**
 * What the system refused, and what to do next; null where it was something else. `error` as Node's
 * file functions throw it, or our server when it can not listen.
 */
export function systemRefusal(error: unknown): SystemRefusal | null {
  if (!(error instanceof Error)) return null;
  const { code = "", path, message, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return { code: "PORT_IN_USE", message: `${message} Choose another one with --port.` };
  }
  if (syscall === "listen" || syscall === "getaddrinfo") {
    const next =
      code === "EACCES"
        ? "Choose one from 1024 on with --port; a proxy in front can have the other."
        : "Name one that it has with --host, such as 127.0.0.1, or 0.0.0.0 for all of them.";
    return { code: "CANNOT_LISTEN", message: `${message} ${next}` };
  }
  if (FULL.includes(code)) {
    const words = `There is no room left on the disk (${message}). Make room, then try again.`;
    return { code: "DISK_FULL", message: words };
  }
  if (!FORBIDDEN.includes(code)) return null;
  return {
    code: "UNREADABLE",
    message:
      `${path ?? "A file"} can not be used by this account (${message}). Run this as the account ` +
      "that maitred runs as, or give it to the one that you use.",
  };
}
