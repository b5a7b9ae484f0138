import { DEFAULT_SCOPES, SCOPES } from "../../domain/caller.ts";
import { plainName } from "../../domain/plain-text.ts";
import { CLIENT_AUTH_METHODS, type ClientAuthMethod } from "../../storage/stores.ts";
import { checkDocumentAddress } from "./document-address.ts";
import { OAuthError } from "./errors.ts";
import { checkPublicKeys } from "./public-keys.ts";
import { checkNewRedirectUri, isLoopbackRedirect, type RedirectRule } from "./redirect-uri.ts";

export interface ClientMetadata {
  /** One line without hidden characters. Untrusted: a client can claim any name. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: ClientAuthMethod;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

export type MetadataSource = "registration" | "document";

const MAX_NAME = 100;
/** Names are cut to this length before they are cleaned, because cleaning can take quadratic time. */
const MAX_READ = 1000;
const MAX_REDIRECT_URIS = 50;
const MAX_TEXT = 200;
const MAX_QUOTED = 120;
const GRANT_TYPES = ["authorization_code", "refresh_token"];

type Fields = Readonly<Record<string, unknown>>;
type Note = (sentence: string) => void;

/** Throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591, section 2). */
export function readClientMetadata(
  input: unknown,
  source: MetadataSource,
  rule: RedirectRule,
): ClientMetadata {
  const fields = fieldsOf(input);
  const notes: string[] = [];
  const note: Note = (sentence) => void notes.push(sentence);
  const redirectUris = redirectUrisOf(fields, rule, note);
  const keys = keysOf(fields, note);
  const authMethod =
    source === "registration"
      ? registeredMethod(fields, keys, note)
      : publishedMethod(fields, keys);
  const metadata = {
    grant_types: grantTypesOf(fields, note),
    response_types: ["code"],
    scope: scopeOf(fields),
    application_type: applicationTypeOf(fields, redirectUris),
    ...texts(fields),
    ...links(fields, note),
    ...keys,
  };
  ignored(fields, source, note);
  return { name: nameOf(fields, redirectUris), redirectUris, authMethod, metadata, notes };
}

/** Removes null values, because many clients send null for a field that they do not use. */
function fieldsOf(input: unknown): Fields {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    const what = Array.isArray(input) ? "an array" : input === null ? "null" : `a ${typeof input}`;
    throw invalid(
      `Client metadata is a JSON object such as {"redirect_uris": [...]}, not ${what}.`,
    );
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function redirectUrisOf(
  { redirect_uris: given }: Fields,
  rule: RedirectRule,
  note: Note,
): readonly string[] {
  if (!Array.isArray(given) || given.length === 0) {
    throw redirectError("redirect_uris must be an array with at least one URI.");
  }
  if (given.length > MAX_REDIRECT_URIS) {
    throw redirectError(
      `redirect_uris holds ${given.length} URIs; the limit is ${MAX_REDIRECT_URIS}.`,
    );
  }
  const kept = new Set<string>();
  const dropped: string[] = [];
  for (const uri of given as unknown[]) {
    const checked =
      typeof uri === "string"
        ? checkNewRedirectUri(uri, rule)
        : { ok: false, reason: "it is not a string" };
    if (typeof uri === "string" && checked.ok) kept.add(uri);
    else if ("reason" in checked) dropped.push(`${quoted(uri)}: ${checked.reason}`);
  }
  if (kept.size === 0) {
    throw redirectError(`No redirect URI can be used. ${dropped.slice(0, 3).join("; ")}.`);
  }
  for (const reason of dropped) note(`Redirect URI left out: ${reason}.`);
  return [...kept];
}

function registeredMethod(
  { token_endpoint_auth_method: wished }: Fields,
  keys: Fields,
  note: Note,
): ClientAuthMethod {
  // RFC 7591's default is client_secret_basic. But clients that name no method often fail to store
  // a secret, and PKCE protects them without a secret.
  if (wished === undefined) return "none";
  const method = CLIENT_AUTH_METHODS.find((known) => known === wished);
  if (method === "private_key_jwt") return withKeys(keys);
  if (method !== undefined) return method;
  note(`token_endpoint_auth_method ${quoted(wished)} is not known here; 'none' is used.`);
  return "none";
}

/** Refuses methods with a secret, because the client's metadata document is public. */
function publishedMethod(fields: Fields, keys: Fields): ClientAuthMethod {
  const { token_endpoint_auth_method: one, token_endpoint_auth_methods_supported: several } =
    fields;
  const known = [one, ...(Array.isArray(several) ? (several as unknown[]) : [])];
  const named = known.filter((method) => method !== undefined);
  if (named.length === 0 || named.includes("none")) return "none";
  if (named.includes("private_key_jwt")) return withKeys(keys);
  throw invalid(
    `token_endpoint_auth_method ${quoted(one ?? several)} cannot be used by a client with a ` +
      "metadata document; publish 'none' or 'private_key_jwt'.",
  );
}

function withKeys(keys: Fields): ClientAuthMethod {
  if (Object.keys(keys).length > 0) return "private_key_jwt";
  throw invalid("private_key_jwt needs the public keys: send jwks, or an https jwks_uri.");
}

function keysOf({ jwks, jwks_uri: address }: Fields, note: Note): Fields {
  if (jwks !== undefined) {
    const problem = checkPublicKeys(jwks);
    if (problem !== null) throw invalid(`${problem}.`);
    if (address !== undefined) note("jwks_uri is left out: jwks is given as well.");
    return { jwks };
  }
  if (address === undefined) return {};
  const checked =
    typeof address === "string"
      ? checkDocumentAddress(address)
      : ({ ok: false, reason: "it is not a string" } as const);
  if (checked.ok) return { jwks_uri: address };
  note(`jwks_uri ${quoted(address)} is left out: ${checked.reason}.`);
  return {};
}

function grantTypesOf({ grant_types: given }: Fields, note: Note): readonly string[] {
  if (!Array.isArray(given)) return GRANT_TYPES;
  const unknown = (given as unknown[]).filter((type) => !GRANT_TYPES.includes(type as string));
  if (unknown.length > 0) note(`Grant types left out: ${quoted(unknown)}.`);
  const kept = GRANT_TYPES.filter((type) => given.includes(type));
  if (kept.includes("authorization_code")) return kept;
  if (given.length > 0) note("authorization_code is added: no grant can start without it.");
  return GRANT_TYPES;
}

function scopeOf({ scope }: Fields): string {
  const asked = typeof scope === "string" ? scope.split(/\s+/) : [];
  const known = SCOPES.filter((one) => asked.includes(one));
  return (known.length === 0 ? DEFAULT_SCOPES : known).join(" ");
}

function applicationTypeOf({ application_type: given }: Fields, uris: readonly string[]): string {
  if (given === "native" || given === "web") return given;
  const local = uris.some((uri) => isLoopbackRedirect(uri) || !uri.startsWith("http"));
  return local ? "native" : "web";
}

function nameOf({ client_name: given }: Fields, [uri = ""]: readonly string[]): string {
  const name = typeof given === "string" ? plainName(given.slice(0, MAX_READ), MAX_NAME) : "";
  if (name !== "") return name;
  const { host, protocol } = new URL(uri);
  return plainName(host === "" ? protocol.slice(0, -1) : host, MAX_NAME) || "A client";
}

const texts = (fields: Fields): Fields => {
  const names = ["software_id", "software_version", "token_endpoint_auth_signing_alg"];
  const kept = names.filter((name) => isShort(fields[name]));
  const { contacts } = fields;
  const people = Array.isArray(contacts) ? contacts.filter(isShort).slice(0, 10) : [];
  return {
    ...Object.fromEntries(kept.map((name) => [name, fields[name]])),
    ...(people.length === 0 ? {} : { contacts: people }),
  };
};

const isShort = (value: unknown): boolean => typeof value === "string" && value.length <= MAX_TEXT;

function links(fields: Fields, note: Note): Fields {
  const kept: Record<string, unknown> = {};
  for (const name of ["client_uri", "tos_uri", "policy_uri"]) {
    const address = fields[name];
    if (address === undefined) continue;
    if (typeof address === "string" && /^https:\/\/[\x21-\x7e]{1,2000}$/.test(address)) {
      kept[name] = address;
    } else note(`${name} is left out: it is not an https address.`);
  }
  return kept;
}

function ignored(fields: Fields, source: MetadataSource, note: Note): void {
  if (source === "document") return;
  const chosen = ["client_id", "client_secret", "software_statement"].filter(
    (name) => fields[name] !== undefined,
  );
  for (const name of chosen) note(`${name} is ignored: clients cannot choose it here.`);
}

const quoted = (value: unknown): string =>
  (JSON.stringify(value) ?? String(value)).slice(0, MAX_QUOTED).replace(/"/g, "'");

const invalid = (description: string): OAuthError =>
  new OAuthError("invalid_client_metadata", description);
const redirectError = (description: string): OAuthError =>
  new OAuthError("invalid_redirect_uri", description);
