import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { shellQuoted } from "../storage/open-error.ts";

const FILE = "secret.key";
const LENGTH = 32;
const OTHERS = 0o077;
/** 128 bits: impossible to guess, and short enough for a link in a text. */
const MAC_BYTES = 16;

export interface InstanceSecret {
  readonly hashPhone: (phone: string) => string;
  readonly linkMac: (subject: string) => Uint8Array;
  /** 32 hexadecimal digits that identify the secret without revealing it. */
  readonly check: string;
  readonly derive: (label: string) => Uint8Array;
}

export class InstanceSecretError extends Error {
  override readonly name = "InstanceSecretError";
  readonly code: "SECRET_MISSING" | "SECRET_WRONG";

  constructor(message: string, code: "SECRET_MISSING" | "SECRET_WRONG" = "SECRET_MISSING") {
    super(message);
    this.code = code;
  }
}

export const instanceSecretPath = (folder: string): string => join(folder, FILE);

/** Creates the secret at the first start. Throws InstanceSecretError if the file is lost or damaged. */
export function loadInstanceSecret(
  folder: string,
  { databaseExists }: { readonly databaseExists: boolean | (() => boolean) },
): InstanceSecret {
  const path = instanceSecretPath(folder);
  if (!existsSync(path)) {
    const exists = typeof databaseExists === "function" ? databaseExists() : databaseExists;
    if (exists) throw new InstanceSecretError(missing(path));
    createInstanceSecret(folder);
  }
  const secret = readFileSync(path);
  if (secret.length !== LENGTH) throw new InstanceSecretError(damaged(path, secret.length));
  return derivations(secret);
}

export function instanceSecretWarning(folder: string): string | null {
  const path = instanceSecretPath(folder);
  if (process.platform === "win32" || !existsSync(path)) return null;
  const mode = statSync(path).mode & 0o777;
  if ((mode & OTHERS) === 0) return null;
  const shown = mode.toString(8).padStart(4, "0");
  return (
    `${path} has mode ${shown}, so other users of this machine can read it. With the secret, they can open every guest's ` +
    `link. Run: chmod 600 ${shellQuoted(path)}. If somebody may have read it, stop the server, move the file away and make a new ` +
    `secret: maitred init --new-secret --data ${shellQuoted(folder)}`
  );
}

export function createInstanceSecret(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = instanceSecretPath(folder);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeDurably(draft, randomBytes(LENGTH));
    putInPlace(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDurably(path: string, content: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Uses a hard link, which never shows a partial file and never replaces an existing file. */
function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    // Another process was faster, or the file system has no hard links.
    if (!existsSync(path)) renameSync(draft, path);
  }
}

function derivations(secret: Uint8Array): InstanceSecret {
  const derive = (label: string): Uint8Array =>
    new Uint8Array(hkdfSync("sha256", secret, "maitred", label, LENGTH));
  const phoneKey = derive("phone-hash");
  const linkKey = derive("guest-link");
  return {
    derive,
    check: Buffer.from(derive("check")).toString("hex").slice(0, 32),
    hashPhone: (phone) => hmac(phoneKey, phone).toString("hex"),
    linkMac: (subject) => hmac(linkKey, subject).subarray(0, MAC_BYTES),
  };
}

const hmac = (key: Uint8Array, text: string): Buffer =>
  new Bun.CryptoHasher("sha256", key).update(text).digest();

const missing = (path: string): string =>
  [
    `There is a database, but its secret ${path} is missing.`,
    "If you have a backup of that file, put it back (32 bytes, mode 0600) and start again.",
    "Without the secret these are lost: dashboard sessions, links in texts that guests already have, the",
    "list of numbers that asked for no more texts, and authenticator apps (recovery codes and passkeys",
    "still open those accounts).",
    "Not lost: reservations, the waitlist, settings, accounts, connected apps and API keys.",
    `To go on with a new secret: ${renewal(path)}`,
  ].join("\n");

const damaged = (path: string, length: number): string =>
  `${path} holds ${length} bytes where ${LENGTH} are expected. Restore it from a backup, or move it away and ` +
  `run: ${renewal(path)}`;

const renewal = (path: string): string =>
  `maitred init --new-secret --data ${shellQuoted(dirname(path))}`;

export const IDENTITY_LABEL = "identity";

/** Answers the challenge that a command sends to find out whether an address leads to this instance. */
export const identifierOf =
  (key: Uint8Array): ((challenge: string) => string) =>
  (challenge) =>
    createHmac("sha256", key).update(challenge).digest("base64url");
