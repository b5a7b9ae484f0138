import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

/** A request at the token endpoint from an authenticated client. */
export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /**
   * How many exchanges had been committed when the whole request had arrived. Clocks cannot order
   * requests within a millisecond or between processes; this can.
   */
  readonly seen: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** True: the answer was given before. */
  readonly replayed?: boolean;
}

/** One `grant_type`. Refusals that are recorded in the database are returned, others thrown. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** Seconds in which a client can use a refresh token of a grant again; 0: never. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
