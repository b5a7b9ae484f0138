import {
  CLIENT_CAPABILITIES_META_KEY,
  type Resource,
  type Tool,
} from "@modelcontextprotocol/server";
import { ATTENDANCE_WORDS, FLAG_WORDS, STATUS_WORDS } from "../words/en/host/labels.ts";
import AVAILABILITY_STYLE from "./views/availability.css" with { type: "text" };
import AVAILABILITY_SCRIPT from "./views/availability.js" with { type: "text" };
import BRIDGE from "./views/bridge.js" with { type: "text" };
import ELEMENTS from "./views/elements.js" with { type: "text" };
import FLOOR_STYLE from "./views/floor.css" with { type: "text" };
import FLOOR_SCRIPT from "./views/floor.js" with { type: "text" };
import TONIGHT_STYLE from "./views/tonight.css" with { type: "text" };
import TONIGHT_SCRIPT from "./views/tonight.js" with { type: "text" };
import VIEW_STYLE from "./views/view.css" with { type: "text" };

/** MCP Apps, revision 2026-01-26. */
const EXTENSION = "io.modelcontextprotocol/ui";
const MIME_TYPE = "text/html;profile=mcp-app";

const RESOURCE_META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

interface View extends Resource {
  readonly uri: string;
  readonly tool: string;
  readonly html: string;
}

const VIEWS: readonly View[] = [
  {
    uri: "ui://maitred/reservations.html",
    name: "reservations",
    title: "Reservations",
    description: "The reservations of list_bookings, with occupancy and tables.",
    tool: "list_bookings",
    html: page("Reservations", TONIGHT_STYLE + FLOOR_STYLE, FLOOR_SCRIPT + TONIGHT_SCRIPT),
  },
  {
    // ChatGPT looks for this address when its users reserve a table.
    uri: "ui://widget/restaurant-reservation.html",
    name: "restaurant_reservation",
    title: "Free times",
    description: "The free times of check_availability, to choose and book one of them.",
    tool: "check_availability",
    html: page("Free times", AVAILABILITY_STYLE, AVAILABILITY_SCRIPT),
  },
];

/** ChatGPT requires a mark on tools that a view calls. */
const CALLED_BY_VIEWS: ReadonlySet<string> = new Set([
  "list_bookings",
  "list_tables",
  "check_availability",
  "create_booking",
]);

function page(title: string, style: string, script: string): string {
  const words = { status: STATUS_WORDS, attendance: ATTENDANCE_WORDS, flag: FLAG_WORDS };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${VIEW_STYLE}${style}</style>
</head>
<body>
<main>
<h1 id="title">${title}</h1>
<p id="status" role="status">Waiting for the answer.</p>
<div id="view"></div>
</main>
<script>
window.words = ${JSON.stringify(words)};
${BRIDGE}${ELEMENTS}${script}</script>
</body>
</html>
`;
}

export const viewResources = (tools: readonly Tool[]): Resource[] =>
  VIEWS.filter(({ tool }) => tools.some(({ name }) => name === tool)).map(
    ({ tool: _tool, html: _html, ...named }) => ({
      ...named,
      mimeType: MIME_TYPE,
      _meta: RESOURCE_META,
    }),
  );

export function readView(uri: string) {
  const view = VIEWS.find((one) => one.uri === uri);
  if (view === undefined) return null;
  return { contents: [{ uri, mimeType: MIME_TYPE, text: view.html, _meta: RESOURCE_META }] };
}

export function withView(tool: Tool): Tool {
  const uri = VIEWS.find((one) => one.tool === tool.name)?.uri;
  const view = uri === undefined ? {} : { ui: { resourceUri: uri }, "ui/resourceUri": uri };
  const called = CALLED_BY_VIEWS.has(tool.name) ? { "openai/widgetAccessible": true } : {};
  const meta = { ...view, ...called };
  return Object.keys(meta).length === 0 ? tool : { ...tool, _meta: meta };
}

/** True if unknown (no envelope, in MCP's revisions of 2025): clients that show no views ignore `_meta`. */
export function showsViews(envelope: object | undefined): boolean {
  if (envelope === undefined) return true;
  const { [CLIENT_CAPABILITIES_META_KEY]: client } = envelope as Envelope;
  const types = client?.extensions?.[EXTENSION]?.mimeTypes;
  return Array.isArray(types) && types.includes(MIME_TYPE);
}

interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: {
    readonly extensions?: Readonly<Record<string, { readonly mimeTypes?: unknown }>>;
  };
}
