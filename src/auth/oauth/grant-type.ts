import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /**
   * How many codes and refresh tokens had been used when the request arrived. This orders the
   * requests; a clock would be too coarse.
   */
  readonly exchangesAtArrival: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** True if the same answer was sent before. Only for the log. */
  readonly replayed?: boolean;
}

/** A refusal is thrown, which undoes its writes. If they must be kept, it is returned instead. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** How many seconds after its first use a refresh token still works, or 0 if it works only once. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
