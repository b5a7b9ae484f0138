import { SERVER_FLAGS } from "./flags.ts";
import { localUrl } from "./local-url.ts";
import { DEFAULT_PORT } from "./serve.ts";
import { CliError, type Verb } from "./verb.ts";

const TIMEOUT_MS = 3000;

/**
 * `maitred healthcheck`: asks the server on this machine whether it is well; for containers and
 * supervisors.
 */
export const healthcheck: Verb = {
  name: "healthcheck",
  summary: "Ask the server on this machine whether it is well.",
  positionals: [],
  flags: SERVER_FLAGS,
  run: async ({ config }) => {
    const { host, port } = config.values;
    const url = `${localUrl(host, port ?? DEFAULT_PORT)}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      const words = `Nothing answers at ${url}. Start it, or name another with --port or --host.`;
      throw new CliError("UNAVAILABLE", words);
    });
    if (!response.ok) {
      const words = `${url} answers ${response.status}. What is wrong is said by: maitred doctor`;
      throw new CliError("UNAVAILABLE", words);
    }
    return { json: { url, ok: true }, text: `${url} is ready.` };
  },
};
