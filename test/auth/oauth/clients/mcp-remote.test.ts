// Goal: mcp-remote, which connects programs that cannot sign in (docs/clients.md), works without
// changes, with a sign-in or with a key. It remembers the sign-in. Method: start it as Claude
// Desktop does, and use its standard input and output.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { OPERATIONS } from "../../../../src/operations/index.ts";
import { consentTo } from "../../../support/browserless-consent.ts";
import { temporaryFolder } from "../../../support/database.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const PROGRAM = join(import.meta.dir, "../../../../node_modules/mcp-remote/dist/proxy.js");
const SLOW_MS = 30_000;

let desk: DeskWithUser;
let home: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  desk = await deskWithUser();
  home = temporaryFolder();
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** Starts mcp-remote; `signIn` gets each address that it would open in a browser. */
async function started(
  words: readonly string[],
  signIn: (url: string) => Promise<void>,
): Promise<{ readonly client: Client; readonly said: () => string }> {
  const tools = join(home.path, "bin"); // empty, so that mcp-remote finds no browser
  mkdirSync(tools, { recursive: true });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, desk.mcp, ...words],
    env: { HOME: home.path, MCP_REMOTE_CONFIG_DIR: join(home.path, "kept"), PATH: tools },
    stderr: "pipe",
  });
  let said = "";
  let answered = 0;
  transport.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    const urls = said.match(/http:\S+\/authorize\?\S+(?=\n)/g) ?? [];
    for (const url of urls.slice(answered)) void signIn(url);
    answered = urls.length;
  });
  const client = new Client({ name: "an app without sign-in", version: "1" });
  await client.connect(transport, { timeout: SLOW_MS });
  return { client, said: () => said };
}

const brandsSeen = async (client: Client): Promise<unknown> => {
  const { structuredContent } = await client.callTool({ name: "list_brands", arguments: {} });
  const { brands } = structuredContent as { brands: { slug: string }[] };
  return brands.map(({ slug }) => slug);
};

test(
  "a person signs in once, and not again at the next start",
  async () => {
    const signIn = async (url: string): Promise<void> => {
      const callback = await consentTo(url, { ...desk.user, brands: ["demo-bistro"] });
      await fetch(callback);
    };
    const first = await started([], signIn);
    expect((await first.client.listTools()).tools.length).toBe(OPERATIONS.length);
    expect(await brandsSeen(first.client)).toEqual(["demo-bistro"]);
    await first.client.close();
    const again = await started([], () =>
      Promise.reject(new Error("mcp-remote asked for a sign-in again")),
    );
    expect(await brandsSeen(again.client)).toEqual(["demo-bistro"]);
    expect(again.said()).not.toContain("/authorize?");
    await again.client.close();
  },
  SLOW_MS,
);

test(
  "with a key, nobody has to sign in",
  async () => {
    const words = ["--header", `Authorization: Bearer ${desk.apiKey}`];
    const { client, said } = await started(words, () =>
      Promise.reject(new Error("mcp-remote asked for a sign-in")),
    );
    expect(await brandsSeen(client)).toEqual(["demo-bistro", "demo-trattoria"]);
    expect(said()).not.toContain("/authorize?");
    await client.close();
  },
  SLOW_MS,
);
