import type { Config } from "../../config.ts";
import type { ClientRow } from "../../storage/stores.ts";
import {
  type ClientIdDocumentOptions,
  type ClientProblem,
  createClientIdDocuments,
} from "./client-id-document.ts";

export type { ClientProblem } from "./client-id-document.ts";

export interface Clients {
  /** Null if the client is unknown. A revoked client gives a ClientProblem. */
  find(clientId: string): Promise<ClientRow | ClientProblem | null>;
}

export interface ClientsOptions extends ClientIdDocumentOptions, Pick<Config, "clientDocuments"> {}

const MAX_ID = 2048;
const WITHDRAWN: ClientProblem = {
  problem: "This app may no longer connect to this server. Ask the restaurant why.",
};

const UNREAD: ClientProblem = {
  problem:
    "This server does not read client ID documents. Connect the app again, so that it registers here.",
};

export function createClients(options: ClientsOptions): Clients {
  const { stores, clientDocuments } = options;
  const loadDocument = createClientIdDocuments(options);
  return {
    find: async (clientId) => {
      if (clientId.length > MAX_ID) return null;
      const row = stores.oauthClients.byId(clientId);
      if (row !== null && row.revokedAt !== null) return WITHDRAWN;
      if (row !== null && row.kind !== "metadata_document") return row;
      if (!clientId.startsWith("https://")) return null;
      if (!clientDocuments) return UNREAD;
      const found = await loadDocument(clientId, row);
      return isClient(found) && found.revokedAt !== null ? WITHDRAWN : found;
    },
  };
}

export const isClient = (found: ClientRow | ClientProblem | null): found is ClientRow =>
  found !== null && !("problem" in found);
