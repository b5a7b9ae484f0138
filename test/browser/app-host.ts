// A host in the sense of MCP Apps: a program like an assistant, not a person. Its page uses the
// library of the MCP Apps extension, shows a view in a sandboxed frame and forwards the view's calls
// to the product.
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Frame, Page } from "playwright-core";
import { newProfile } from "./chromium.ts";
import { barriersIn, faultsOf, type Look, VIEWS } from "./open-page.ts";

const HOST = "https://host.example";
const MIME_TYPE = "text/html;profile=mcp-app";

type Arguments = Record<string, unknown>;
interface Answer {
  readonly [key: string]: unknown;
  readonly isError?: boolean | undefined;
}

/** A view's call and its answer. */
interface Called {
  readonly name: string;
  readonly arguments?: Arguments;
  readonly answer: Answer;
}

/** A view on the screen, and what it did. */
export interface ShownView extends AsyncDisposable {
  readonly page: Page;
  readonly view: Frame;
  readonly calls: readonly Called[];
  /** What the view told the model. */
  readonly told: readonly string[];
  /** Errors of the page, and every request to another site. */
  readonly faults: readonly string[];
  /** Accessibility problems, on a phone in light and on a tablet in dark. */
  hurdles(): Promise<string[]>;
  /** The view's text above its list. */
  says(): Promise<string>;
}

/** The key that is used, and how the view is shown. */
export interface Host {
  readonly mcp: string;
  readonly key: string;
  /** The key for the view's own calls; default: `key`. */
  readonly keyOfView?: string;
  /** The page's clock, epoch milliseconds. */
  readonly now: number;
  readonly width?: number;
  readonly look?: Look;
}

/** Connects as a client that can show views. */
async function connect({ mcp }: Host, key: string): Promise<Client> {
  const client = new Client(
    { name: "host", version: "1" },
    { capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME_TYPE] } } } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }));
  return client;
}

/** Calls a tool and shows the answer in the tool's view. */
export async function showView(host: Host, tool: string, input: Arguments): Promise<ShownView> {
  const client = await connect(host, host.key);
  const caller = await connect(host, host.keyOfView ?? host.key);
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === tool) ?? {});
  if (uri === undefined) throw new Error(`${tool} has no view.`);
  const [content] = (await client.readResource({ uri })).contents;
  const result = await client.callTool({ name: tool, arguments: input });

  const { width = 820, look = "light" } = host;
  const context = await newProfile({ viewport: { width, height: 900 }, colorScheme: look });
  const page = await context.newPage();
  await page.clock.setFixedTime(host.now);
  const faults = faultsOf(page);
  const calls: Called[] = [];
  const told: string[] = [];
  await page.exposeFunction("callTool", async (call: Omit<Called, "answer">) => {
    const answer: Answer = await caller.callTool(call);
    calls.push({ ...call, answer });
    return answer;
  });
  await page.exposeFunction("tell", (text: string) => void told.push(text));
  const library = await hostLibrary();
  await page.route("**", (route) => {
    const { pathname, origin } = new URL(route.request().url());
    if (origin !== HOST) faults.push(`asked for ${route.request().url()}`);
    const [contentType, body] =
      pathname === "/library.js" ? ["text/javascript", library] : ["text/html", HOST_PAGE];
    return origin === HOST ? route.fulfill({ contentType, body }) : route.abort();
  });
  await page.goto(HOST);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">`;
  const html = (content as { text: string }).text.replace("<head>", `<head>${policy}`);
  await page.evaluate(`showView(${JSON.stringify({ html, input, result, look })})`);
  const view = page.frames()[1];
  if (view === undefined) throw new Error("The view has no frame.");
  return {
    page,
    view,
    calls,
    told,
    faults,
    says: async () => (await view.locator("#status").textContent()) ?? "",
    async hurdles() {
      const found: string[] = [];
      for (const { look: theme, width: px, rules } of VIEWS) {
        await page.setViewportSize({ width: px, height: 900 });
        await page.evaluate(`wear("${theme}")`);
        // Not with `waitForFunction`: it uses `eval`, which the view's policy forbids.
        await view.waitForSelector(`html[style*="color-scheme: ${theme}"]`, { state: "attached" });
        const over = await view.evaluate("document.documentElement.scrollWidth - innerWidth");
        const said = [
          ...(over === 0 ? [] : [`${String(over)} px too wide`]),
          ...(await barriersIn(view, rules)),
        ];
        found.push(...said.map((one) => `${theme}, ${px} px: ${one}`));
      }
      return found;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await client.close();
      await caller.close();
    },
  };
}

let bundled: Promise<string> | undefined;

/** The host's side of the extension, as a module for browsers. */
function hostLibrary(): Promise<string> {
  const path = fileURLToPath(import.meta.resolve("@modelcontextprotocol/ext-apps/app-bridge"));
  bundled ??= Bun.build({ entrypoints: [path], target: "browser", format: "esm" }).then(
    async ({ outputs: [module] }) => (await module?.text()) ?? "",
  );
  return bundled;
}

/** The policy that the extension requires of a host if a view names no domains. */
const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
].join("; ");

const HOST_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Host</title>
<style>body { margin: 0 } iframe { display: block; width: 100%; border: 0 }</style></head>
<body>
<iframe title="View" sandbox="allow-scripts"></iframe>
<script type="module">
import { AppBridge, PostMessageTransport } from "/library.js";
const frame = document.querySelector("iframe");
const capabilities = { serverTools: {}, updateModelContext: { text: {} } };
const bridge = new AppBridge(null, { name: "host", version: "1" }, capabilities);
bridge.oncalltool = (params) => window.callTool(params);
bridge.onupdatemodelcontext = async ({ content }) => {
  await window.tell(content.map(({ text }) => text).join(" "));
  return {};
};
bridge.onsizechange = ({ height }) => { frame.style.height = height + "px"; };
window.wear = (theme) => bridge.setHostContext({ theme });
window.showView = async ({ html, input, result, look }) => {
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
  bridge.setHostContext({ theme: look });
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
</script>
</body>
</html>`;
