export interface SystemRefusal {
  readonly code: "PORT_IN_USE" | "CANNOT_LISTEN" | "DISK_FULL" | "UNREADABLE";
  readonly message: string;
}

const FULL = ["ENOSPC", "EDQUOT"];
const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];

/** Null if the error is not about listening on a port, a full disk or missing permission for a file. */
export function systemRefusal(error: unknown): SystemRefusal | null {
  if (!(error instanceof Error)) return null;
  const { code = "", path, message, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return { code: "PORT_IN_USE", message: `${message} Choose another port with --port.` };
  }
  if (syscall === "listen" || syscall === "getaddrinfo") {
    const next =
      code === "EACCES"
        ? "Choose a port of 1024 or higher with --port. A proxy can listen on the lower port."
        : "Use an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all addresses.";
    return { code: "CANNOT_LISTEN", message: `${message} ${next}` };
  }
  if (FULL.includes(code)) {
    const words = `The disk is full (${message}). Free some space, then try again.`;
    return { code: "DISK_FULL", message: words };
  }
  if (!FORBIDDEN.includes(code)) return null;
  return {
    code: "UNREADABLE",
    message:
      `${path ?? "A file"} cannot be used by this account (${message}). Use the account that runs ` +
      "maitred, or make your account the owner of that file.",
  };
}
