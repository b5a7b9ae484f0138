import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /** Codes and refresh tokens used so far. Clocks would be too coarse to order the requests. */
  readonly exchangesAtArrival: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** True: the same answer was sent before. Only for the log. */
  readonly replayed?: boolean;
}

/** Returns a refusal if its writes must be committed, and throws any other refusal. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** How many seconds after its first use a refresh token still works; 0: it works only once. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
