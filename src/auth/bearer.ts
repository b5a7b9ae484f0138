export type Presented =
  | { readonly kind: "none" }
  | { readonly kind: "malformed" }
  | { readonly kind: "token"; readonly token: string };

const MAX_TOKEN = 1024;
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const USUAL = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/;

/** RFC 6750, section 2.1. Several Authorization headers arrive joined by commas and are `malformed`. */
export function presentedToken(header: string | null): Presented {
  const usual = header === null ? undefined : USUAL.exec(header)?.[1];
  if (usual !== undefined) {
    return usual.length <= MAX_TOKEN ? { kind: "token", token: usual } : { kind: "malformed" };
  }
  const text = (header ?? "").trim();
  const [scheme = "", ...rest] = text.split(/ +/);
  if (scheme.toLowerCase() !== "bearer" || rest.length === 0) {
    return /\bbearer\b/i.test(text) && text.includes(",")
      ? { kind: "malformed" }
      : { kind: "none" };
  }
  const [token = ""] = rest;
  const plain = rest.length === 1 && token.length <= MAX_TOKEN && TOKEN.test(token);
  return plain ? { kind: "token", token } : { kind: "malformed" };
}
