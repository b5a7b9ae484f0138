import { z } from "zod";
import { localUrl } from "../instance/server.ts";
import { createAsk } from "./doctor/exchange.ts";
import { SERVER_FLAGS } from "./flags.ts";
import { DEFAULT_PORT } from "./serve.ts";
import { CliError, type Verb } from "./verb.ts";

const LIMITS = { timeoutMs: 3000, maxBytes: 64 * 1024 };

const readiness = z.object({
  status: z.enum(["ready", "not_ready"]),
  checks: z.record(z.string(), z.boolean()),
});

export const healthcheck: Verb = {
  name: "healthcheck",
  summary: "Check whether the server on this machine is ready.",
  flags: SERVER_FLAGS,
  asServed: ["host", "port"],
  run: async ({ config }) => {
    const { host, port } = config.values;
    const url = `${localUrl(host, port ?? DEFAULT_PORT)}/readyz`;
    const { json } = await createAsk(LIMITS)(url).catch(() => {
      throw unavailable(
        `Nothing answers at ${url}. Start the server, or name another server with --port or --host.`,
      );
    });
    const said = readiness.safeParse(json);
    if (!said.success) {
      throw unavailable(
        `The server at ${url} is not maitred, or has just started. Name the right server ` +
          "with --port or --host.",
      );
    }
    const red = Object.entries(said.data.checks).filter(([, isGreen]) => !isGreen);
    if (said.data.status !== "ready") {
      const names = red.map(([name]) => name).join(", ");
      throw unavailable(`${url} is not ready: ${names}. To find out why: maitred doctor`);
    }
    return { json: { url, ok: true }, text: `${url} is ready.` };
  },
};

const unavailable = (words: string): CliError => new CliError("UNAVAILABLE", words);
