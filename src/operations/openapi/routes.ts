/** JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Content {
  readonly type?: string;
  readonly schema?: Schema;
}

interface More {
  readonly security?: keyof typeof SECURITY;
  readonly query?: Readonly<Record<string, string>>;
  readonly takes?: Content;
  readonly gives?: Content;
  /** Status on success; default 200. */
  readonly done?: number;
  readonly also?: readonly (keyof typeof STATUSES)[];
}

export type Described = readonly [route: string, operationId: string, summary: string, more: More];

export const TAGS = {
  tools: "The Model Context Protocol: the only way to call the tools.",
  session: "Sign-in of front-of-house apps.",
  oauth:
    "OAuth 2.1 for connected apps. Works over https or on a loopback address; otherwise answers 404.",
  discovery: "What clients read before they have a token.",
  pages: "Pages where people sign in and manage access.",
  guests: "Pages and files behind secret links.",
  hooks: "Reports and guests' replies from SMS gateways.",
  health: "For supervisors and monitoring.",
  test: "Clock and texts of a test database. A live database does not have these routes.",
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
    description: "A client's id and secret (RFC 6749, section 2.3.1); also accepted in the form.",
  },
  registration: {
    type: "http",
    scheme: "bearer",
    description: "The registration access token of one client (RFC 7592).",
  },
  browser: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-maitred",
    description: "The cookie of a signed-in person.",
  },
  metrics: { type: "http", scheme: "bearer", description: "metricsToken of the configuration." },
} as const;

export const STATUSES = {
  202: "Accepted; no body.",
  204: "Done; no body.",
  303: "Done; continue on the next page.",
  304: "Unchanged.",
  400: "The request cannot be read or granted.",
  401: "Credentials are missing or not accepted.",
  403: "Not allowed.",
  404: "Unknown, expired or switched off.",
  413: "The body is larger than 1 MiB.",
  429: "Too many requests; Retry-After says when to try again.",
  503: "Not ready; `checks` in the answer says why.",
} as const;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const object = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  required,
});
export const TEXT: Schema = { type: "string" };
export const WHOLE: Schema = { type: "integer" };
export const EPOCH_MS: Schema = { ...WHOLE, description: "Epoch milliseconds." };
const json = (schema: Schema): Content => ({ type: "application/json", schema });
const form = (properties: Schema, required?: string[]): Content => ({
  type: "application/x-www-form-urlencoded",
  schema: object(properties, required),
});
const file = (type: string): Content => ({ type, schema: TEXT });
const PAGE = file("text/html");
const ANY = json({ type: "object" });
const CLIENT = json(ref("ClientMetadata"));
const RPC = json(ref("JsonRpc"));
const READINESS = json(ref("Readiness"));
const CALENDAR = file("text/calendar");
const CLOCK = json(object({ now: EPOCH_MS }));
const WELL = "/.well-known";
const SAME_RESOURCE = `The same document as ${WELL}/oauth-protected-resource.`;
const SAME_SERVER = `The same document as ${WELL}/oauth-authorization-server.`;
const TOKEN_REQUEST = form(
  {
    grant_type: { enum: ["authorization_code", "refresh_token"] },
    code: TEXT,
    redirect_uri: TEXT,
    code_verifier: TEXT,
    refresh_token: TEXT,
    scope: TEXT,
    resource: TEXT,
    client_id: TEXT,
  },
  ["grant_type"],
);

export const REFUSAL: Content = json(ref("Refusal"));

const FORM = { security: "client", also: [400, 401, 404, 429] } as const;
const REGISTRATION = { security: "registration", also: [401, 404, 429] } as const;
const METADATA = { gives: ANY, also: [404] } as const;
const TEST = { security: "bearer", also: [400, 401] } as const;

const page = (path: string, id: string, summary: string): Described[] => [
  [`GET ${path}`, `show${id}`, summary, { gives: PAGE, also: [303] }],
  [
    `POST ${path}`,
    `submit${id}`,
    summary,
    { security: "browser", takes: form({ csrf: TEXT }, []), gives: PAGE, also: [303, 403] },
  ],
];

const guestPage = (path: string, id: string, summary: string): Described[] => [
  [`GET ${path}`, `show${id}`, summary, { gives: PAGE, also: [404] }],
  [
    `POST ${path}`,
    `answer${id}`,
    `${summary} Does the same as a button on that page.`,
    { takes: form({ action: TEXT, revision: WHOLE }), gives: PAGE, also: [303, 404] },
  ],
];

export const ROUTES: Readonly<Record<keyof typeof TAGS, readonly Described[]>> = {
  tools: [
    [
      "POST /mcp",
      "callMcp",
      "One message of the Model Context Protocol. `tools/call` takes `params.name` and " +
        "`params.arguments`; components.schemas has each tool's input and output.",
      { security: "bearer", takes: RPC, gives: RPC, also: [202, 401, 403, 413] },
    ],
  ],
  session: [
    [
      "POST /session",
      "openSession",
      "Sign in and get a token.",
      { takes: json(ref("SessionRequest")), gives: json(ref("Session")), also: [400, 401, 429] },
    ],
    [
      "DELETE /session",
      "closeSession",
      "End the session of this token.",
      { security: "bearer", done: 204, also: [401] },
    ],
  ],
  oauth: [
    [
      "POST /token",
      "issueTokens",
      "Get tokens for a code or a refresh token.",
      { ...FORM, takes: TOKEN_REQUEST, gives: json(ref("Tokens")) },
    ],
    [
      "POST /revoke",
      "revokeToken",
      "End a token and everything that depends on it (RFC 7009).",
      { ...FORM, takes: form({ token: TEXT, token_type_hint: TEXT, client_id: TEXT }, ["token"]) },
    ],
    [
      "POST /introspect",
      "introspectToken",
      "The state of a token of this client (RFC 7662).",
      {
        ...FORM,
        takes: form({ token: TEXT, token_type_hint: TEXT }, ["token"]),
        gives: json(object({ active: { type: "boolean" } })),
      },
    ],
    [
      "POST /par",
      "pushAuthorizationRequest",
      "Push an authorization request (RFC 9126).",
      {
        ...FORM,
        takes: form({ client_id: TEXT, response_type: { const: "code" } }, ["response_type"]),
        gives: json(object({ request_uri: TEXT, expires_in: WHOLE })),
        done: 201,
      },
    ],
    [
      "POST /register",
      "registerClient",
      "Register a client (RFC 7591).",
      { takes: CLIENT, gives: CLIENT, done: 201, also: [400, 404, 429] },
    ],
    [
      "GET /register/:id",
      "readClient",
      "A client's own registration (RFC 7592).",
      { ...REGISTRATION, gives: CLIENT },
    ],
    [
      "PUT /register/:id",
      "replaceClient",
      "Replace a client's metadata (RFC 7592).",
      { ...REGISTRATION, takes: CLIENT, gives: CLIENT, also: [400, 401, 404, 429] },
    ],
    [
      "DELETE /register/:id",
      "removeClient",
      "Remove a registration, with every grant (RFC 7592).",
      { ...REGISTRATION, done: 204 },
    ],
  ],
  discovery: [
    [`GET ${WELL}/oauth-protected-resource`, "resourceMetadata", "RFC 9728.", METADATA],
    [`GET ${WELL}/oauth-protected-resource/mcp`, "resourceMetadataOfMcp", SAME_RESOURCE, METADATA],
    [`GET ${WELL}/oauth-authorization-server`, "serverMetadata", "RFC 8414.", METADATA],
    [`GET ${WELL}/oauth-authorization-server/mcp`, "serverMetadataOfMcp", SAME_SERVER, METADATA],
    [`GET ${WELL}/openid-configuration`, "serverMetadataAsProvider", SAME_SERVER, METADATA],
    [`GET ${WELL}/jwks.json`, "publicKeys", "The public keys (RFC 7517).", METADATA],
    ["GET /openapi.json", "readOpenApi", "This document.", { gives: ANY }],
  ],
  pages: [
    ...page("/authorize", "Authorization", "An app sends its user here to get access."),
    ...page("/consent", "Consent", "Allow or refuse what an app asks for."),
    ...page("/sign-in", "SignIn", "Sign in."),
    ...page("/sign-out", "SignOut", "Sign out."),
    ...page("/sign-in/passkey", "PasskeySignIn", "Sign in with a passkey."),
    ...page("/second-factor", "SecondFactor", "Give a second factor after the password."),
    ...page("/account", "Account", "What a user signs in with."),
    ...page("/account/app", "AccountApp", "Set up an authenticator app."),
    ...page("/account/codes", "AccountCodes", "Recovery codes, shown once."),
    ...page("/connected-apps", "ConnectedApps", "The apps that a user connected."),
    ...page("/setup/:token", "Setup", "Make the first account with the set-up link."),
    ...page("/join/:token", "Join", "Choose a password with a link from an owner."),
    ["GET /assets/:file", "readAsset", "A file that pages load.", { gives: file("text/css") }],
    ["GET /", "readLanding", "A page for browsers, JSON for programs.", { gives: ANY }],
  ],
  guests: [
    ...guestPage("/r/:token", "Reservation", "A guest's reservation."),
    ...guestPage("/o/:token", "Offer", "A table on offer."),
    [
      "GET /r/:token/calendar.ics",
      "reservationFile",
      "A guest's reservation for their calendar.",
      { gives: CALENDAR, also: [404] },
    ],
    [
      "GET /feeds/:file",
      "readCalendarFeed",
      "A brand's reservations for calendar programs.",
      { gives: CALENDAR, also: [304, 404, 429] },
    ],
  ],
  hooks: [
    [
      "POST /hooks/sms/:provider",
      "reportText",
      "The state of a text, or a guest's reply, signed by the gateway.",
      { takes: { type: "*/*", schema: {} }, also: [204, 400, 403, 404] },
    ],
  ],
  health: [
    [
      "GET /healthz",
      "isAlive",
      "Whether the process is alive.",
      {
        query: {
          challenge:
            "Text of 16 to 64 letters, digits, `-` or `_`. Only this instance can compute `proof` in the answer from it.",
        },
        gives: json(ref("Health")),
        also: [400],
      },
    ],
    [
      "GET /readyz",
      "isReady",
      "Whether the instance can take work.",
      { gives: READINESS, also: [503] },
    ],
    [
      "GET /metrics",
      "readMetrics",
      "Metrics in the Prometheus format, if switched on.",
      { security: "metrics", gives: file("text/plain"), also: [401, 403] },
    ],
  ],
  test: [
    ["GET /test/clock", "readTestClock", "The clock.", { ...TEST, gives: CLOCK }],
    [
      "POST /test/clock",
      "moveTestClock",
      "Move the clock and run everything that becomes due.",
      { ...TEST, takes: json(object({ now: EPOCH_MS, advance: WHOLE }, [])), gives: CLOCK },
    ],
    [
      "GET /test/messages",
      "listTestMessages",
      "Texts with their links.",
      {
        ...TEST,
        query: { brand: "Only texts of this brand.", phone: "Only texts to this number." },
        gives: json(object({ messages: { type: "array", items: { type: "object" } } })),
      },
    ],
    [
      "POST /test/messages/reply",
      "replyToTestMessage",
      "Simulate a text from a guest.",
      {
        ...TEST,
        takes: json(object({ brand: TEXT, from: TEXT, body: TEXT })),
        gives: json(object({ handledAs: {} })),
      },
    ],
  ],
};
