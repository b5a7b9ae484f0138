import { z } from "zod";
import { COMMIT, SHORT_COMMIT, VERSION } from "../version.ts";
import { CliError, switchFlag, textFlag, usageError, type Verb } from "./verb.ts";

const PATIENCE_MS = 10_000;
/** GitHub's answer about a release lists all its files. */
const MOST_BYTES = 1_048_576;

const VERSION_SHAPE = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,60})?)(?:\+[\w.-]{0,60})?$/;
const versionText = z.string().regex(VERSION_SHAPE);
const page = z.url({ protocol: /^https?$/ }).optional();
/** An answer of our own, or of GitHub's and Forgejo's `releases/latest`. */
const release = z.union([
  z.object({ version: versionText, url: page.catch(undefined) }),
  z
    .object({ tag_name: versionText, html_url: page.catch(undefined) })
    .transform((found) => ({ version: found.tag_name, url: found.html_url })),
]);

/** `maitred version`. */
export const version: Verb = {
  name: "version",
  summary: "Show the version.",
  flags: {},
  run: () => ({
    json: { version: VERSION, commit: COMMIT, bun: Bun.version },
    text: `maitred ${VERSION} (${SHORT_COMMIT})`,
    plain: true,
  }),
};

/** `maitred update --check`: says whether there is a newer version. Downloads nothing. */
export const update: Verb = {
  name: "update",
  summary: "Check for a newer version.",
  flags: {
    check: switchFlag("Ask the release address; downloads nothing."),
    "release-url": textFlag("URL", "Address that names the newest version, as JSON."),
  },
  run: async ({ flags, config }) => {
    if (!flags.has("check")) {
      throw usageError("update takes --check: it says whether there is a newer version.");
    }
    const { releaseUrl } = config.values;
    if (releaseUrl === null) {
      throw new CliError(
        "NOT_CONFIGURED",
        "No release address is set. Set MAITRED_RELEASE_URL or pass --release-url.",
      );
    }
    const latest = await latestRelease(releaseUrl);
    const newer = Bun.semver.order(latest.version, VERSION) > 0;
    const here = `this is ${VERSION}`;
    const where = latest.url === null ? "" : ` ${latest.url}`;
    return {
      json: { version: VERSION, commit: COMMIT, latest: latest.version, newer, url: latest.url },
      text: newer
        ? `maitred ${latest.version} is available, ${here}.${where}`
        : `No newer version: ${here}, the newest is ${latest.version}.`,
      plain: true,
    };
  },
};

/** Asks the release address for the newest version. Throws CliError. */
export async function latestRelease(
  address: string,
  patienceMs = PATIENCE_MS,
): Promise<{ readonly version: string; readonly url: string | null }> {
  const text = await answerOf(address, AbortSignal.timeout(patienceMs));
  const found = release.safeParse(parsed(text));
  if (!found.success) {
    throw unavailable(
      `${address} names no version. It should answer with JSON such as {"version":"0.2.0"}.`,
    );
  }
  const { version, url = null } = found.data;
  return { version: version.replace(VERSION_SHAPE, "$1"), url };
}

async function answerOf(address: string, signal: AbortSignal): Promise<string> {
  try {
    const headers = { accept: "application/json", "user-agent": `maitred/${VERSION}` };
    const response = await fetch(address, { signal, headers });
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable(`${address} answered ${response.status}. Check the release address.`);
    }
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST_BYTES) throw unavailable(`${address} sent too long an answer.`);
    }
    return text;
  } catch (error) {
    if (error instanceof CliError) throw error;
    const slow = signal.aborted ? "did not answer in time" : "cannot be reached";
    throw unavailable(`${address} ${slow}. Try again later, or check the release address.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const unavailable = (words: string): CliError => new CliError("UNAVAILABLE", words);
