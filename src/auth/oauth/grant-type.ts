import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

/** A request at the token endpoint whose client is known. */
export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /**
   * How many exchanges had been committed when all of the request had arrived. A clock could not tell the
   * order within a millisecond, nor between two processes; this does.
   */
  readonly seen: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** True: an answer that was given before. */
  readonly replayed?: boolean;
}

/** One `grant_type`. A refusal that leaves a trace in the database is a value, others are thrown. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** Seconds in which a client may show a used refresh token of a grant again; 0: never. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
