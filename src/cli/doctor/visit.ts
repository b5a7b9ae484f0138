import type { RandomBytes } from "../../domain/ids.ts";
import type { Ask } from "./exchange.ts";
import type { Finding } from "./finding.ts";

/** What the steps have learnt so far; each one fills in what later ones build on. */
export interface Visit {
  readonly ask: Ask;
  readonly random: RandomBytes;
  /** The address of the tools; guessed from the origin where that was all there is. */
  mcp: string;
  /** The header of the refusal; null: there was none. */
  challenge: string | null;
  /** Where the challenge says the resource metadata lies; null: it does not say. */
  metadataUrl: string | null;
  resource: Readonly<Record<string, unknown>> | null;
  /** The first authorization server of the resource, as it is written there. */
  issuer: string | null;
  server: Readonly<Record<string, unknown>> | null;
  client: Registered | null;
  /** Registrations that were made and could not be taken back. */
  leftBehind: number;
}

/** A registration that was made for this visit. */
export interface Registered {
  readonly id: string;
  readonly redirectUri: string;
  /** How to take it back (RFC 7592); null: the server offers no way. */
  readonly management: { readonly url: string; readonly token: string } | null;
}

/** One link of the chain that a client walks. */
export interface Step {
  /** For programs; stays the same between versions. */
  readonly name: string;
  readonly title: string;
  run(visit: Visit): Promise<Finding>;
}
