import { withoutTokens } from "../../log.ts";

export type OAuthErrorCode =
  // RFC 6749, sections 4.1.2.1 and 5.2
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "temporarily_unavailable"
  // RFC 7591, section 3.2.2
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  // RFC 8707, section 2
  | "invalid_target"
  // RFC 9101, section 7 (a request_uri that is unknown, used or expired)
  | "invalid_request_uri"
  // OpenID Connect Core, section 3.1.2.6
  | "interaction_required"
  // RFC 6750, section 3.1; RFC 7592
  | "invalid_token";

/** Clients see `message`; `detail` is only logged. Neither may hold a secret. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly detail: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: OAuthErrorCode,
    description: string,
    options: {
      readonly status?: number;
      readonly detail?: string;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    // The description may quote a token that a client put into the wrong field.
    super(withoutTokens(description));
    this.code = code;
    this.status = options.status ?? 400;
    this.detail = options.detail ?? null;
    this.headers = options.headers ?? {};
  }
}

export const errorResponse = ({ code, message, status, headers }: OAuthError): Response =>
  Response.json(
    { error: code, error_description: asciiOf(message) },
    { status, headers: { ...headers, "Cache-Control": "no-store", Pragma: "no-cache" } },
  );

/** Replaces characters that `error_description` must not contain (RFC 6749, section 5.2). */
export const asciiOf = (text: string): string =>
  text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
