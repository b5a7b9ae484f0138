import { generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate and its key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a certificate for host names, valid from yesterday until a week from now by the system
 * clock. It has only the fields of RFC 5280 that TLS clients read.
 */
export function selfSigned(...hosts: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const name = sequence(set(sequence(oid("550403"), utf8(hosts[0] ?? "test"))));
  const validity = sequence(time(Date.now() - DAY_MS), time(Date.now() + 7 * DAY_MS));
  const alternatives = sequence(...hosts.map((host) => tagged(0x82, Buffer.from(host))));
  const extensions = sequence(
    sequence(oid("551d11"), octets(alternatives)),
    // Marked as a certificate authority, because clients are told to trust it as one.
    sequence(oid("551d13"), tagged(0x01, Buffer.from([0xff])), octets(sequence(TRUE))),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(
    0x03,
    Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]),
  );
  return {
    cert: pem("CERTIFICATE", sequence(body, algorithm, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}

const DAY_MS = 86_400_000;

function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 128 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const TRUE = tagged(0x01, Buffer.from([0xff]));
const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (part: Uint8Array): Buffer => tagged(0x31, part);
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, "hex"));
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
const octets = (content: Uint8Array): Buffer => tagged(0x04, content);

/** The format `YYMMDDHHMMSSZ`. */
const time = (instant: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(instant).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));

const pem = (label: string, der: Buffer): string => {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
};
