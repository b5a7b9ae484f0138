/** A test compares `docs/clients.md` with these snippets. */
interface Snippet {
  readonly client: string;
  readonly where: string;
  text(url: string, key: string): string;
}

const PACKAGE = "@modelcontextprotocol/client";

const json = (value: object): string => JSON.stringify(value, null, 2);
const bearer = (key: string): string => `Bearer ${key}`;

export const SNIPPETS: readonly Snippet[] = [
  {
    client: "Claude Code",
    where: "In a terminal",
    text: (url, key) =>
      `claude mcp add --transport http maitred ${url} --header "Authorization: ${bearer(key)}"`,
  },
  {
    client: "Claude Desktop",
    where: "In claude_desktop_config.json",
    text: (url, key) =>
      json({
        mcpServers: {
          maitred: {
            command: "npx",
            args: ["mcp-remote", url, "--header", `Authorization: ${bearer(key)}`],
          },
        },
      }),
  },
  {
    client: "VS Code",
    where: "In .vscode/mcp.json",
    text: (url, key) =>
      json({
        servers: { maitred: { type: "http", url, headers: { Authorization: bearer(key) } } },
      }),
  },
  {
    client: "Cursor",
    where: "In .cursor/mcp.json",
    text: (url, key) =>
      json({ mcpServers: { maitred: { url, headers: { Authorization: bearer(key) } } } }),
  },
  {
    client: "Codex",
    where: "In ~/.codex/config.toml",
    text: (url, key) =>
      `[mcp_servers.maitred]\nurl = "${url}"\nhttp_headers = { Authorization = "${bearer(key)}" }`,
  },
  {
    client: "MCP Inspector",
    where: "In a terminal",
    text: (url, key) =>
      `npx -p node@22 -p @modelcontextprotocol/inspector@2.12.0 mcp-inspector --cli ${url} --transport http --method tools/list --header "Authorization: ${bearer(key)}"`,
  },
  {
    client: "curl",
    where: "In a terminal",
    text: (url, key) =>
      `curl -s ${url} -H "Authorization: ${bearer(key)}" -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_brands","arguments":{}}}'`,
  },
  {
    client: "TypeScript",
    where: `With ${PACKAGE}`,
    text: (url, key) => `import { Client, StreamableHTTPClientTransport } from "${PACKAGE}";

const client = new Client({ name: "my-program", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("${url}"), {
    requestInit: { headers: { Authorization: "${bearer(key)}" } },
  }),
);
console.log(await client.callTool({ name: "list_brands", arguments: {} }));
await client.close();`,
  },
];
