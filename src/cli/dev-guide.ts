import type { DevUser } from "./dev-user.ts";

/** What `maitred dev --json` prints. */
export interface DevLine {
  readonly url: string;
  readonly mcp: string;
  readonly pid: number;
  readonly database: string;
  readonly apiKey: string;
  readonly singleBrandKey: string;
  readonly readOnlyKey: string;
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly timeZone: string;
  }[];
  readonly test: string;
  readonly user: DevUser | null;
}

const WAITING_PHONE = "+12125550190";

export function devGuide(line: DevLine): string {
  const { mcp, apiKey, brands, test } = line;
  const list = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "list_brands", arguments: {} };
  const headers = { Authorization: `Bearer ${apiKey}` };
  const reply = { brand: brands[0]?.slug ?? "", from: WAITING_PHONE, body: "YES" };
  const names = brands.map(({ slug, timeZone }) => `${slug} (${timeZone})`).join(", ");
  return `
maitred is ready, with test data: ${names}

  Dashboard     ${line.url}/
  Sign in as    ${line.user === null ? "(the demo account is closed)" : `${line.user.email} ${line.user.password}`}

  MCP address   ${mcp}
  Test key      ${apiKey}
  One brand     ${line.singleBrandKey}
  Read only     ${line.readOnlyKey}
  Database      ${line.database}

Ask maitred something:
  ${curl(mcp, apiKey, JSON.stringify({ ...list, params }))}

Connect an agent:
  Claude Code   claude mcp add --transport http maitred ${mcp} --header "Authorization: Bearer ${apiKey}"
  VS Code       .vscode/mcp.json
    ${JSON.stringify({ servers: { maitred: { type: "http", url: mcp, headers } } })}
  Cursor        .cursor/mcp.json
    ${JSON.stringify({ mcpServers: { maitred: { url: mcp, headers } } })}

See the texts that guests would get, or move the clock by an hour:
  curl -s ${test}/messages -H "Authorization: Bearer ${apiKey}"
  ${curl(`${test}/clock`, apiKey, JSON.stringify({ advance: 3_600_000 }))}

Play a guest. First cancel a reservation of the next dinner: a waiting guest gets an offer by text.
Open the link in that text, or answer YES, NO or STOP from the guest's phone:
  ${curl(`${test}/messages/reply`, apiKey, JSON.stringify(reply))}

To stop maitred, press Ctrl+C.`;
}

const curl = (url: string, key: string, body: string): string =>
  `curl -s ${url} -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${body}'`;
