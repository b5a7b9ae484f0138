// Goal: MCP's conformance suite finds no failure and no warning in our authorization server.
// Method: where the suite waits for a person, the test opens the address and sends the forms.
import { expect, test } from "bun:test";
import { consentTo } from "../support/browserless-consent.ts";
import { deskWithUser } from "../support/desk-with-user.ts";
import { runAuthorizationSuite } from "./suite.ts";

test("the checks of metadata and of the authorization code grant pass without a warning", async () => {
  await using desk = await deskWithUser();
  const { exitCode, checks, output } = await runAuthorizationSuite({
    issuer: desk.url,
    resource: desk.mcp,
    register: async (redirectUri) => {
      const response = await fetch(`${desk.url}/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "conformance", redirect_uris: [redirectUri] }),
      });
      return ((await response.json()) as { client_id: string }).client_id;
    },
    visit: async (address) => void (await fetch(await consentTo(address, desk.user))),
  });
  if (exitCode !== 0) console.error(output);
  expect(exitCode).toBe(0);
  expect(checks).toEqual([
    "authorization-code-grant / authorization-code-grant: SUCCESS",
    "authorization-server-metadata-endpoint / authorization-server-metadata-cimd: SUCCESS",
    "authorization-server-metadata-endpoint / authorization-server-metadata: SUCCESS",
  ]);
}, 90_000);
