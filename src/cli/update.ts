import { z } from "zod";
import { COMMIT, SHORT_COMMIT, VERSION } from "../version.ts";
import { createAsk } from "./doctor/exchange.ts";
import { CliError, switchFlag, textFlag, usageError, type Verb } from "./verb.ts";

const TIMEOUT_MS = 10_000;
/** Large, because GitHub's answer lists all files of a release. */
const MAX_BYTES = 1_048_576;

const VERSION_SHAPE = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,60})?)(?:\+[\w.-]{0,60})?$/;
const versionText = z.string().regex(VERSION_SHAPE);
const page = z.url({ protocol: /^https?$/ }).optional();
/** Our own format, or the answer of `releases/latest` at GitHub or Forgejo. */
const release = z.union([
  z.object({ version: versionText, url: page.catch(undefined) }),
  z
    .object({ tag_name: versionText, html_url: page.catch(undefined) })
    .transform((found) => ({ version: found.tag_name, url: found.html_url })),
]);

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

export const update: Verb = {
  name: "update",
  summary: "Check for a newer version.",
  flags: {
    check: switchFlag("Ask the release address for the newest version. Downloads nothing."),
    "release-url": textFlag("URL", "Address that answers with the newest version as JSON."),
  },
  run: async ({ flags, config }) => {
    if (!flags.has("check")) {
      throw usageError("update needs --check.");
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

/** Throws CliError. */
export async function latestRelease(
  address: string,
  timeoutMs = TIMEOUT_MS,
): Promise<{ readonly version: string; readonly url: string | null }> {
  const headers = { accept: "application/json", "user-agent": `maitred/${VERSION}` };
  const ask = createAsk({ timeoutMs, maxBytes: MAX_BYTES });
  const { status, json } = await ask(address, { headers, redirect: "follow" }).catch(
    (error: Error) => {
      throw unavailable(`${error.message}. Try again later, or check the release address.`);
    },
  );
  if (status !== 200) {
    throw unavailable(`${address} answered ${status}. Check the release address.`);
  }
  const found = release.safeParse(json);
  if (!found.success) {
    throw unavailable(
      `${address} names no version. It should answer with JSON such as {"version":"0.2.0"}.`,
    );
  }
  return {
    version: found.data.version.replace(VERSION_SHAPE, "$1"),
    url: found.data.url ?? null,
  };
}

const unavailable = (words: string): CliError => new CliError("UNAVAILABLE", words);
