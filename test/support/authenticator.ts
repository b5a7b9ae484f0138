// A passkey authenticator in code, which signs correct and incorrect answers, and an authenticator
// app, which shows codes.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app with this secret shows at an instant. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** How to answer. The optional fields replace what a correct authenticator sends. */
export interface Answering {
  readonly origin: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly verified?: boolean;
  readonly challenge?: string;
  readonly userHandle?: string;
}

/** The passkey options in a page. */
interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");
const sha256 = (text: string | Uint8Array): Buffer => createHash("sha256").update(text).digest();

/** The head of a CBOR data item (RFC 8949, section 3). */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** One passkey (ES256). */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(20);
  let userHandle = "";
  const clientData = (type: string, asked: Asked, { origin, challenge }: Answering): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: challenge ?? asked.challenge, origin, crossOrigin: false }),
    );
  const authData = (rpId: string, { counter = 0, verified = true }: Answering, more: Buffer) => {
    const flags = 0x01 | (verified ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0);
    const tail = Buffer.alloc(5);
    tail[0] = flags;
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail, more]);
  };
  return {
    id: base64url(id),
    /** The result of `navigator.credentials.create`. */
    create(options: string, how: Answering): string {
      const asked = JSON.parse(options) as Asked;
      userHandle = asked.user?.id ?? "";
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData(how.rpId ?? asked.rp?.id ?? "", how, attested))],
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", asked, how)),
        attestationObject: base64url(attestation),
      };
      return JSON.stringify({
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response,
      });
    },
    /** The result of `navigator.credentials.get`. */
    get(options: string, how: Answering): string {
      const asked = JSON.parse(options) as Asked;
      const client = clientData("webauthn.get", asked, how);
      const data = authData(how.rpId ?? asked.rpId ?? "", how, Buffer.alloc(0));
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: how.userHandle ?? userHandle,
      };
      return JSON.stringify({
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response,
      });
    },
  };
}
