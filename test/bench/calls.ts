// Starts the product in a separate process, as deployed, and calls it.
import type { DevLine } from "../../src/cli/dev-guide.ts";

/** Calls a tool over HTTP. Returns true if the call succeeded. */
export async function post(
  mcp: string,
  token: string,
  name: string,
  input: object,
): Promise<boolean> {
  const params = { name, arguments: input };
  const response = await fetch(mcp, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return response.ok && !(await response.text()).includes('"isError":true');
}

/** Starts the product on a folder that may contain a database already. */
export async function startProduct(
  folder: string,
): Promise<{ readonly line: DevLine; stop(): Promise<void> }> {
  const args = ["src/main.ts", "dev", "--json", "--data", folder, "--log-level", "error"];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  return {
    line: JSON.parse(new TextDecoder().decode(value)) as DevLine,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
