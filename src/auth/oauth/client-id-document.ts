import type { Clock } from "../../domain/ids.ts";
import { DAY, HOUR } from "../../domain/time.ts";
import type { Log } from "../../log.ts";
import type { ClientRow, Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { checkDocumentAddress } from "./document-address.ts";
import { OAuthError } from "./errors.ts";
import { freshFor } from "./freshness.ts";
import { KNOWN_DOCUMENTS, type KnownDocument } from "./known-documents.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { type FetchDocument, FetchRefused } from "./safe-fetch.ts";

export interface ClientIdDocumentOptions {
  readonly stores: Pick<Stores, "oauthClients">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchDocument: FetchDocument;
  readonly redirectSchemes: readonly string[];
  readonly knownDocuments?: readonly KnownDocument[];
}

export interface ClientProblem {
  readonly problem: string;
}

const MAX_BYTES = 5 * 1024;
/** While fetching fails for a temporary reason, an expired document is still used for this long. */
const STALE_MS = DAY;
/** How long a built-in copy (KNOWN_DOCUMENTS) is used before the next fetch. */
const KNOWN_FRESH_MS = HOUR;

const UNREACHED =
  "If this keeps happening, give this server https access to that address, " +
  "or start it with MAITRED_CLIENT_DOCUMENTS=off, so that apps register themselves.";

export type LoadClientIdDocument = (
  clientId: string,
  row: ClientRow | null,
) => Promise<ClientRow | ClientProblem>;

/** OAuth Client ID Metadata Document, sections 3 to 5. After a failure, the next call fetches again. */
export function createClientIdDocuments(given: ClientIdDocumentOptions): LoadClientIdDocument {
  const options = { ...given, fetchDocument: limitedFetch(given) };
  const running = new Map<string, Promise<ClientRow | ClientProblem>>();
  return async (clientId, row) => {
    if (row !== null && (row.freshUntil ?? 0) > options.clock()) return row;
    const checked = checkDocumentAddress(clientId);
    if (!checked.ok) return { problem: `The client id cannot be used: ${checked.reason}.` };
    if (checked.url.pathname === "/") {
      return { problem: "The client id cannot be used: it names a host, not a document on it." };
    }
    const shared = running.get(clientId);
    if (shared !== undefined) return await shared;
    const loading = load(options, clientId);
    running.set(clientId, loading);
    try {
      return await loading;
    } finally {
      running.delete(clientId);
    }
  };
}

async function load(
  options: ClientIdDocumentOptions,
  clientId: string,
): Promise<ClientRow | ClientProblem> {
  const { clock, log, fetchDocument } = options;
  try {
    const { text, headers } = await fetchDocument(clientId, { maxBytes: MAX_BYTES });
    return await keep(options, clientId, parse(text), freshFor(headers, clock()));
  } catch (error) {
    if (error instanceof FetchRefused) return await withoutDocument(options, clientId, error);
    if (!(error instanceof OAuthError)) throw error;
    log.info("client_document_refused", { clientId, reason: error.message });
    return { problem: `The document of this client cannot be used: ${error.message}` };
  }
}

async function withoutDocument(
  options: ClientIdDocumentOptions,
  clientId: string,
  refused: FetchRefused,
): Promise<ClientRow | ClientProblem> {
  const { stores, clock, log, knownDocuments = KNOWN_DOCUMENTS } = options;
  const row = stores.oauthClients.byId(clientId);
  const reason = refused.message;
  const failure = { clientId, reason, cause: refused.cause };
  if (row !== null && refused.temporary && clock() < (row.freshUntil ?? 0) + STALE_MS) {
    log.warn("client_document_stale", failure);
    return row;
  }
  const known = knownDocuments.find((document) => document.client_id === clientId);
  if (known !== undefined) {
    log.warn("client_document_from_copy", failure);
    return await keep(options, clientId, known, KNOWN_FRESH_MS);
  }
  log.info("client_document_not_fetched", failure);
  const todo = refused.unreached ? ` ${UNREACHED}` : "";
  return { problem: `The document of this client could not be fetched: ${reason}.${todo}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError("invalid_client_metadata", "It is not JSON.");
  }
}

async function keep(
  { stores, writer, clock, log, redirectSchemes }: ClientIdDocumentOptions,
  clientId: string,
  document: unknown,
  freshMs: number,
): Promise<ClientRow> {
  const { name, redirectUris, authMethod, metadata, notes } = readClientMetadata(
    document,
    "document",
    { redirectSchemes, kept: stores.oauthClients.byId(clientId)?.redirectUris ?? [] },
  );
  const { client_id: named } = document as { readonly client_id?: unknown };
  if (named !== clientId) {
    throw new OAuthError(
      "invalid_client_metadata",
      "Its client_id is not the address of the document.",
    );
  }
  if (notes.length > 0) log.info("client_document_notes", { clientId, notes });
  return await writer.write(() => {
    const now = clock();
    const described = { name, redirectUris, authMethod, metadata, freshUntil: now + freshMs };
    const known = stores.oauthClients.byId(clientId);
    if (known !== null) {
      const row = { ...known, ...described };
      stores.oauthClients.update(row);
      return row;
    }
    const row: ClientRow = {
      ...described,
      id: clientId,
      kind: "metadata_document",
      secretHash: null,
      registrationTokenHash: null,
      replayWindowS: null,
      createdAt: now,
      lastUsedAt: null,
      revokedAt: null,
    };
    stores.oauthClients.makeRoom(now);
    stores.oauthClients.insert(row);
    return row;
  });
}
