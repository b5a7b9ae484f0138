import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /** How many codes and tokens had been exchanged when this request arrived. A timestamp is too coarse. */
  readonly exchangesAtArrival: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** True for an answer repeated in the replay window. Only for the log. */
  readonly replayed?: boolean;
}

/** Throwing an OAuthError undoes the writes; returning it keeps them. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** In seconds. 0: a refresh token works once. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
