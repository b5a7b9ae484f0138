import {
  answer,
  type Described,
  EPOCH_MS,
  file,
  form,
  json,
  object,
  ref,
  refused,
  TEXT,
} from "./described.ts";
import { OAUTH_ROUTES, PAGE_ROUTES } from "./oauth-routes.ts";

const UNAUTHORIZED = refused("No token, or none that is accepted.");
const LINK_ENDED = answer("The link is not known, or over.", file("text/html"));

const guestPage = (path: string, id: string, summary: string): readonly Described[] => {
  const shown = answer("The page.", file("text/html"));
  return [
    {
      method: "GET",
      path,
      id: `show${id}`,
      tag: "guests",
      summary,
      answers: { 200: shown, 404: LINK_ENDED },
    },
    {
      method: "POST",
      path,
      id: `answer${id}`,
      tag: "guests",
      summary: `${summary} A button of it.`,
      body: form({ action: TEXT, revision: { type: "integer" } }, ["action", "revision"]),
      answers: { 200: shown, 303: answer("Done; the page shows it."), 404: LINK_ENDED },
    },
  ];
};

const test = (
  method: "GET" | "POST",
  path: string,
  more: Pick<Described, "id" | "summary" | "query" | "body"> & { readonly done: object },
): Described => {
  const { done, ...rest } = more;
  return {
    ...rest,
    method,
    path,
    tag: "test",
    security: ["bearer"],
    answers: {
      200: answer("Done.", json({ ...done })),
      400: refused("It cannot be read."),
      401: UNAUTHORIZED,
    },
  };
};

const TEST_ROUTES: readonly Described[] = [
  test("GET", "/test/clock", {
    id: "readTestClock",
    summary: "The clock.",
    done: object({ now: EPOCH_MS }),
  }),
  test("POST", "/test/clock", {
    id: "moveTestClock",
    summary: "Move the clock; what becomes due is done on the way.",
    body: json({
      ...object({ now: EPOCH_MS, advance: { type: "integer", description: "Milliseconds." } }, []),
      additionalProperties: false,
    }),
    done: object({ now: EPOCH_MS }),
  }),
  test("GET", "/test/messages", {
    id: "listTestMessages",
    summary: "Texts with their links.",
    query: { brand: "Of this brand only.", phone: "To this number only." },
    done: object({ messages: { type: "array", items: { type: "object" } } }),
  }),
  test("POST", "/test/messages/reply", {
    id: "replyToTestMessage",
    summary: "A guest's text, as a gateway would bring it.",
    body: json(object({ brand: TEXT, from: TEXT, body: TEXT })),
    done: object({ handledAs: {} }),
  }),
];

/** Everything that answers over HTTP, in the order in which it is documented. */
export const ROUTES: readonly Described[] = [
  {
    method: "POST",
    path: "/mcp",
    id: "callMcp",
    tag: "tools",
    summary: "One message of the Model Context Protocol.",
    description:
      "`tools/call` takes `params.name` and `params.arguments`; what each tool takes and answers " +
      "(`structuredContent`) stands under components.schemas as `<tool>.input` and `<tool>.output`.",
    security: ["bearer"],
    body: json(ref("JsonRpc")),
    answers: {
      200: answer("The answer, as JSON or as a stream of events.", json(ref("JsonRpc"))),
      202: answer("Taken; there is nothing to answer."),
      401: UNAUTHORIZED,
      403: refused("A page of an origin that is not allowed."),
      413: refused("The body is larger than 1 MiB."),
    },
  },
  {
    method: "POST",
    path: "/session",
    id: "openSession",
    tag: "session",
    summary: "Sign in and get a token.",
    body: json({
      ...object({ email: TEXT, password: TEXT }),
      properties: { email: TEXT, password: TEXT, code: TEXT },
      additionalProperties: false,
    }),
    answers: {
      200: answer("The session.", json(ref("Session"))),
      400: refused("It cannot be read."),
      401: refused(
        "The address or the password is not right, or a second factor is missing or wrong.",
      ),
      429: refused("Too many attempts; Retry-After says when."),
    },
  },
  {
    method: "DELETE",
    path: "/session",
    id: "closeSession",
    tag: "session",
    summary: "End the session of this token.",
    security: ["bearer"],
    answers: { 204: answer("It has ended."), 401: UNAUTHORIZED },
  },
  ...OAUTH_ROUTES,
  ...PAGE_ROUTES,
  {
    method: "GET",
    path: "/assets/:file",
    id: "readAsset",
    tag: "pages",
    summary: "What pages load; its name changes with its content.",
    answers: { 200: answer("The file.", file("text/css")) },
  },
  ...guestPage("/r/:token", "Reservation", "A guest's reservation."),
  ...guestPage("/o/:token", "Offer", "A table on offer."),
  {
    method: "GET",
    path: "/r/:token/calendar.ics",
    id: "reservationFile",
    tag: "guests",
    summary: "A guest's reservation for their calendar.",
    answers: { 200: answer("The file.", file("text/calendar")), 404: LINK_ENDED },
  },
  {
    method: "GET",
    path: "/feeds/:file",
    id: "readCalendarFeed",
    tag: "guests",
    summary: "A brand's reservations for calendar programs.",
    answers: {
      200: answer("The calendar.", file("text/calendar")),
      304: answer("As it was."),
      404: refused("There is no such feed, or it was revoked."),
      429: refused("Read too often; Retry-After says when."),
    },
  },
  {
    method: "POST",
    path: "/hooks/sms/:provider",
    id: "reportText",
    tag: "hooks",
    summary: "What became of a text, or a guest's answer, signed by the gateway.",
    body: { type: "*/*", schema: {} },
    answers: {
      200: answer("On record, in the form the gateway expects."),
      204: answer("On record."),
      400: refused("The signature is right, but the body cannot be read."),
      403: refused("The signature is missing, wrong or out of time."),
      404: refused("No gateway of this name is configured."),
    },
  },
  {
    method: "GET",
    path: "/healthz",
    id: "isAlive",
    tag: "health",
    summary: "Whether the process lives.",
    query: { challenge: "16 to 64 letters, digits, - and _, answered as only this instance can." },
    answers: {
      200: answer("It does.", json(ref("Health"))),
      400: refused("This is no challenge."),
    },
  },
  {
    method: "GET",
    path: "/readyz",
    id: "isReady",
    tag: "health",
    summary: "Whether it can take work.",
    answers: {
      200: answer("It can.", json(ref("Readiness"))),
      503: answer("It cannot; checks says why.", json(ref("Readiness"))),
    },
  },
  {
    method: "GET",
    path: "/metrics",
    id: "readMetrics",
    tag: "health",
    summary: "Figures in Prometheus' form, where switched on.",
    security: ["metrics"],
    answers: {
      200: answer("The figures.", file("text/plain")),
      401: UNAUTHORIZED,
      403: refused("No token is set, and the request is not from this very machine."),
    },
  },
  {
    method: "GET",
    path: "/openapi.json",
    id: "readOpenApi",
    tag: "discovery",
    summary: "This document.",
    answers: { 200: answer("The document.", json({ type: "object" })) },
  },
  {
    method: "GET",
    path: "/",
    id: "readLanding",
    tag: "pages",
    summary: "What this is: a page for browsers, JSON for programs.",
    answers: { 200: answer("It.", json({ type: "object" })) },
  },
  ...TEST_ROUTES,
];
