import type { ClientRow } from "../../storage/oauth-client-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { TokenAnswer } from "./issue-tokens.ts";

export interface TokenRequest {
  readonly form: Form;
  readonly client: ClientRow;
  /**
   * Number of exchanges (codes and refresh tokens used) committed before this request arrived.
   * Clocks cannot order requests within a millisecond or between processes.
   */
  readonly seen: number;
}

export interface TokenOutcome {
  readonly grant: GrantRow;
  readonly answer: TokenAnswer;
  /** The answer was sent before, and is sent again. Only the log uses this. */
  readonly replayed?: boolean;
}

/** Returns refusals that must be committed, and throws others. */
export type GrantType = (request: TokenRequest) => Promise<TokenOutcome | OAuthError>;

/** How many seconds after its first use a refresh token still works; 0: it works only once. */
export type ReplayWindow = (client: ClientRow, grant: GrantRow) => number;
