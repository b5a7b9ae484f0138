/** A JSON Schema, draft 2020-12, or a reference to one. */
export type Schema = Readonly<Record<string, unknown>>;

/** One thing that an address answers, before it is written as OpenAPI has it. */
export interface Described {
  /** Upper case. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the router has it, such as `/register/:id`. */
  readonly path: string;
  /** The operationId: unique. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** What it asks for; left out: nothing. Several: any one of them. */
  readonly security?: readonly (keyof typeof SECURITY)[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Content;
  /** By status. */
  readonly answers: Readonly<Record<number, Content & { readonly description: string }>>;
}

/** Left out: no body. */
export interface Content {
  readonly type?: string;
  readonly schema?: Schema;
}

export const TAGS = {
  tools: "The Model Context Protocol: the only road to the tools.",
  session: "Sign-in of front-of-house apps.",
  oauth: "OAuth 2.1 for connected apps. On an origin that is not encrypted these answer 404.",
  discovery: "What clients read before they have a token.",
  pages: "Pages for people who sign in and decide.",
  guests: "Pages and files behind links that only their owner has.",
  hooks: "Where gateways for texts report.",
  health: "For supervisors and monitoring.",
  test: "Clock and texts of a test database; a live one has none of it.",
} as const;

export const SECURITY = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An API key, a session's token or an access token.",
  },
  client: {
    type: "http",
    scheme: "basic",
    description: "A client's id and secret (RFC 6749, section 2.3.1); also in the form itself.",
  },
  registration: {
    type: "http",
    scheme: "bearer",
    description: "The registration access token of one client (RFC 7592).",
  },
  browser: { type: "apiKey", in: "cookie", name: "__Host-maitred", description: "Set by sign-in." },
  metrics: { type: "http", scheme: "bearer", description: "metricsToken of the configuration." },
} as const;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const object = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  required,
});
export const TEXT: Schema = { type: "string" };
export const EPOCH_MS: Schema = { type: "integer", description: "Epoch milliseconds." };
const JSON_TYPE = "application/json";
export const json = (schema: Schema): Required<Content> => ({ type: JSON_TYPE, schema });
export const form = (properties: Schema, required: readonly string[]): Required<Content> => ({
  type: "application/x-www-form-urlencoded",
  schema: object(properties, [...required]),
});
export const file = (type: string): Required<Content> => ({ type, schema: TEXT });
export const answer = (description: string, content: Content = {}) => ({ description, ...content });
/** A refusal as every address writes it. */
export const refused = (description: string) => answer(description, json(ref("Refusal")));
