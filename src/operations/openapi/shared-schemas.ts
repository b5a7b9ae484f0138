import { EPOCH_MS, object, type Schema, TEXT, WHOLE } from "./routes.ts";

export const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Refusal: {
    ...object({
      error: { ...TEXT, description: "A short code, for programs." },
      error_description: { ...TEXT, description: "What is wrong and what to do, for people." },
    }),
    additionalProperties: true,
  },
  JsonRpc: object(
    {
      jsonrpc: { const: "2.0" },
      id: { type: ["string", "integer", "null"] },
      method: TEXT,
      params: { type: "object" },
      result: { type: "object" },
      error: object({ code: WHOLE, message: TEXT }),
    },
    ["jsonrpc"],
  ),
  Session: object({
    token: TEXT,
    tokenType: { const: "Bearer" },
    expiresAt: EPOCH_MS,
    user: object({ id: TEXT, email: TEXT, name: TEXT }),
    brands: {
      type: "array",
      items: object({ slug: TEXT, name: TEXT, role: { enum: ["host", "manager", "owner"] } }),
    },
  }),
  Tokens: object(
    {
      access_token: TEXT,
      token_type: { const: "Bearer" },
      expires_in: WHOLE,
      refresh_token: TEXT,
      scope: TEXT,
    },
    ["access_token", "token_type", "expires_in"],
  ),
  ClientMetadata: {
    ...object(
      {
        client_id: TEXT,
        client_name: TEXT,
        redirect_uris: { type: "array", items: TEXT },
        token_endpoint_auth_method: TEXT,
        scope: TEXT,
      },
      [],
    ),
    description: "RFC 7591, section 2. Answers also contain client_id and the fields of RFC 7592.",
    additionalProperties: true,
  },
  Health: object({ status: { const: "ok" }, proof: TEXT }, ["status"]),
  Readiness: object({
    status: { enum: ["ready", "not_ready"] },
    checks: { type: "object", additionalProperties: { type: "boolean" } },
  }),
};
