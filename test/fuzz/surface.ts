// Every path of the product, read from the application itself, so that new paths are fuzzed too. If
// a new group of routes needs an option, this file does not compile until the option is given.
import { DESK_OPERATIONS } from "../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { PAGES } from "../../src/web/dashboard/pages.ts";
import { createHttpApp, type HttpAppOptions } from "../../src/web/http-app.ts";
import { createTestInterface } from "../../src/web/test-interface.ts";

/** Stands for options that only handlers use: the routes are read, and no handler runs. */
const unused: never = new Proxy(() => undefined, { get: () => unused }) as never;

/** Options that enable every group of routes. */
const EVERYTHING: Required<HttpAppOptions> = {
  origin: "http://127.0.0.1:1",
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  version: "0",
  log: unused,
  gate: unused,
  mcp: unused,
  operations: OPERATIONS,
  ready: unused,
  identify: unused,
  counted: null,
  metrics: { text: unused, token: null },
  closing: unused,
  smsHooks: unused,
  oauth: unused,
  oauthLimits: null,
  authPages: unused,
  session: unused,
  dashboard: unused,
  guestPages: unused,
  calendarFeeds: unused,
  testInterface: createTestInterface(unused),
};

/** The paths of the dashboard, for which the router has only the pattern `/b/*`. */
const DESK_PATHS = [
  ...PAGES.map(({ path }) => `/b/:brand${path}`),
  ...[...OPERATIONS, ...DESK_OPERATIONS]
    .filter(({ hints }) => !hints.readOnly)
    .map(({ name }) => `/b/:brand/do/${name}`),
  "/b/:brand/events",
  "/b/:brand/look",
  "/b/:brand/kept/:id",
];

/** Patterns such as "/feeds/:file", each once, and a path that does not exist. */
export const ROUTES: readonly string[] = [
  ...new Set(
    createHttpApp(EVERYTHING)
      .routes.map(({ path }) => path)
      .flatMap((path) => (path === "/b/*" ? DESK_PATHS : [path]))
      .filter((path) => !path.endsWith("*")),
  ),
  "/no/such/path",
];

/** Tools and dashboard operations, by name. */
export const ALL_OPERATIONS = new Map(
  [...OPERATIONS, ...DESK_OPERATIONS].map((operation) => [operation.name, operation]),
);
