import {
  answer,
  type Described,
  file,
  form,
  json,
  object,
  ref,
  refused,
  TEXT,
} from "./described.ts";

const OAUTH_OFF = refused("OAuth is off: this origin is not encrypted.");
const LIMITED = refused("Too many requests from this address; Retry-After says when.");

/** The four endpoints that take a form (RFC 6749, 7009, 7662, 9126). */
const endpoint = (
  path: string,
  id: string,
  summary: string,
  more: Pick<Described, "body"> & { readonly done: Described["answers"] },
): Described => ({
  method: "POST",
  path,
  id,
  tag: "oauth",
  summary,
  security: ["client"],
  ...(more.body === undefined ? {} : { body: more.body }),
  answers: {
    ...more.done,
    400: refused("The request is not one that can be granted (RFC 6749, section 5.2)."),
    401: refused("The client did not authenticate itself."),
    404: OAUTH_OFF,
    429: LIMITED,
  },
});

const registration = (
  method: "GET" | "PUT" | "DELETE",
  id: string,
  summary: string,
  done: Described["answers"],
): Described => ({
  method,
  path: "/register/:id",
  id,
  tag: "oauth",
  summary,
  security: ["registration"],
  ...(method === "PUT" ? { body: json(ref("ClientMetadata")) } : {}),
  answers: { ...done, 401: refused("Not this client's token."), 404: OAUTH_OFF, 429: LIMITED },
});

const document = (path: string, id: string, summary: string): Described => ({
  method: "GET",
  path,
  id,
  tag: "discovery",
  summary,
  answers: { 200: answer("The document.", json({ type: "object" })), 404: OAUTH_OFF },
});

/** What programs call to find, get, renew and end their access. */
export const OAUTH_ROUTES: readonly Described[] = [
  endpoint("/token", "issueTokens", "Tokens for a code or a refresh token.", {
    body: form(
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
    ),
    done: { 200: answer("The tokens.", json(ref("Tokens"))) },
  }),
  endpoint("/revoke", "revokeToken", "End a token and what hangs on it (RFC 7009).", {
    body: form({ token: TEXT, token_type_hint: TEXT, client_id: TEXT }, ["token"]),
    done: { 200: answer("It is no token any more, whatever it was.") },
  }),
  endpoint("/introspect", "introspectToken", "What a token of this client is (RFC 7662).", {
    body: form({ token: TEXT, token_type_hint: TEXT }, ["token"]),
    done: {
      200: answer("Its state.", json(object({ active: { type: "boolean" } }))),
    },
  }),
  endpoint("/par", "pushAuthorizationRequest", "Leave an authorization request (RFC 9126).", {
    body: form({ client_id: TEXT, response_type: { const: "code" } }, ["response_type"]),
    done: {
      201: answer(
        "What names it at /authorize.",
        json(object({ request_uri: TEXT, expires_in: { type: "integer" } })),
      ),
    },
  }),
  {
    method: "POST",
    path: "/register",
    id: "registerClient",
    tag: "oauth",
    summary: "Register a client (RFC 7591).",
    body: json(ref("ClientMetadata")),
    answers: {
      201: answer("The client as registered.", json(ref("ClientMetadata"))),
      400: refused("The metadata cannot be accepted."),
      404: OAUTH_OFF,
      429: LIMITED,
    },
  },
  registration("GET", "readClient", "A client's own registration (RFC 7592).", {
    200: answer("The client.", json(ref("ClientMetadata"))),
  }),
  registration("PUT", "replaceClient", "Replace a client's metadata (RFC 7592).", {
    200: answer("The client.", json(ref("ClientMetadata"))),
    400: refused("The metadata cannot be accepted."),
  }),
  registration("DELETE", "removeClient", "Take a registration back (RFC 7592).", {
    204: answer("It is gone, with every grant."),
  }),
  document(
    "/.well-known/oauth-protected-resource",
    "resourceMetadata",
    "The protected resource (RFC 9728).",
  ),
  document(
    "/.well-known/oauth-protected-resource/mcp",
    "resourceMetadataOfMcp",
    "The same, where the resource's path comes last.",
  ),
  document(
    "/.well-known/oauth-authorization-server",
    "serverMetadata",
    "The authorization server (RFC 8414).",
  ),
  document(
    "/.well-known/oauth-authorization-server/mcp",
    "serverMetadataOfMcp",
    "The same, for clients that take /mcp for the issuer.",
  ),
  document(
    "/.well-known/openid-configuration",
    "serverMetadataAsProvider",
    "The same, for clients that take us for an OpenID provider.",
  ),
  document("/.well-known/jwks.json", "publicKeys", "The public keys (RFC 7517)."),
];

/** A page of people: opening it shows it, its form acts. */
const page = (path: string, id: string, summary: string): readonly Described[] => {
  const shared = { path, tag: "pages", summary } as const;
  const shown = answer("The page.", file("text/html"));
  const onward = answer("Onward, to the next page or back to the app.");
  return [
    { ...shared, method: "GET", id: `show${id}`, answers: { 200: shown, 303: onward } },
    {
      ...shared,
      method: "POST",
      id: `submit${id}`,
      security: ["browser"],
      body: form({ csrf: TEXT }, []),
      answers: { 200: shown, 303: onward, 403: answer("Not our form.", file("text/html")) },
    },
  ];
};

/** Where people sign in and decide. */
export const PAGE_ROUTES: readonly Described[] = [
  ...page("/authorize", "Authorization", "Where an app sends its user."),
  ...page("/consent", "Consent", "What an app asks for, to allow or refuse."),
  ...page("/sign-in", "SignIn", "Sign in."),
  ...page("/sign-out", "SignOut", "Sign out."),
  ...page("/sign-in/passkey", "PasskeySignIn", "Sign in with a passkey."),
  ...page("/second-factor", "SecondFactor", "Show a second factor after the password."),
  ...page("/account", "Account", "What a user signs in with."),
  ...page("/account/app", "AccountApp", "Set up an authenticator app."),
  ...page("/account/codes", "AccountCodes", "Recovery codes, shown once."),
  ...page("/connected-apps", "ConnectedApps", "The apps that a user connected."),
  ...page("/setup/:token", "Setup", "The first account, by the set-up link."),
  ...page("/join/:token", "Join", "A password for an account, by a link that an owner gave."),
];
