import {
  IDENTITY_LABEL,
  type InstanceSecret,
  identifierOf,
} from "../../../auth/instance-secret.ts";
import { environmentName } from "../../../config.ts";
import type { Environment } from "../../../domain/caller.ts";
import { probeOf } from "../../../sms/probe.ts";
import { newestOf } from "../../../storage/backup-files.ts";
import { labelOf } from "../../../storage/s3-storage.ts";
import { placeOf, storageFault, storageFor } from "../../backup-storage.ts";
import { gatewayFault } from "../../config.ts";
import { messageIn, plural } from "../../print.ts";
import { type Exchange, textIn, Unreachable } from "../exchange.ts";
import {
  broken,
  doubtful,
  duration,
  fine,
  type Outcome,
  type Surroundings,
  skipped,
} from "./check.ts";

/**
 * `offByMs`: this machine's clock minus the clock of the server that answered, exact to about two
 * seconds; null if unknown.
 */
export interface Reached {
  readonly outcome: Outcome;
  readonly who: string;
  readonly offByMs: number | null;
}

const CHALLENGE_BYTES = 24;

/** Checks the SMS gateway without sending a text. */
export async function gateway(here: Surroundings, environment: Environment): Promise<Reached> {
  const {
    ask,
    now,
    config: { values, withheld },
  } = here;
  const who = values.smsProvider;
  const only = (outcome: Outcome): Reached => ({ outcome, who, offByMs: null });
  if (environment === "test") {
    return only(skipped("Test data: texts go to the log, even if a gateway is configured."));
  }
  if (who === "log") {
    const seen = "No gateway is configured: texts are written to the log and reach no guest.";
    return only(
      doubtful(seen, "Choose a gateway with MAITRED_SMS_PROVIDER: see docs/sms-gateways.md"),
    );
  }
  const fault = gatewayFault(values);
  const unknown = withheld.find((key) => key === fault?.key);
  if (fault !== null && unknown === undefined) {
    return only(broken(fault.message, "Until this is fixed, maitred serve does not start."));
  }
  const probe = probeOf(values);
  if (probe === null && unknown !== undefined) {
    const how = `to check the gateway, run doctor with ${environmentName(unknown)} set`;
    return only(skipped(`The server sends through ${who}. Its secret is not known here: ${how}.`));
  }
  if (probe === null) return only(skipped(`${who} has no address to check.`));
  const { host } = new URL(probe.url);
  try {
    const { method, headers } = probe;
    const answer = await ask(probe.url, { method, headers });
    const offByMs = offByOf(answer, now());
    return {
      outcome: judged(answer, probe.showsCredentials, `${who} at ${host}`),
      who: host,
      offByMs,
    };
  } catch (error) {
    return only(
      broken(
        reasonOf(error),
        "Check the address, the name resolution and the firewall. Until this works, texts wait.",
      ),
    );
  }
}

function judged({ status }: Exchange, showsCredentials: boolean, where: string): Outcome {
  const seen = `${where} answers ${status}`;
  if (!showsCredentials) return fine(`${seen}: it can be reached. Nothing was sent.`);
  if (status === 200) return fine(`${seen}: it can be reached and accepts the credentials.`);
  return status === 401 || status === 403 || status === 404
    ? broken(`${seen}: it refuses the credentials.`, "Check the account's id and token.")
    : doubtful(
        `${seen} to a request about the account.`,
        "Try again later, and look at the gateway's status page.",
      );
}

export async function publicOrigin(
  here: Surroundings,
  { secret, served }: { readonly secret: InstanceSecret | null; readonly served: boolean },
): Promise<Reached> {
  const { ask, now, random } = here;
  const { origin } = here.config.values;
  const only = (outcome: Outcome): Reached => ({ outcome, who: origin ?? "", offByMs: null });
  if (origin === null) {
    return only(skipped("No public origin is configured: only this machine reaches the server."));
  }
  if (!served) return only(skipped(`No server is running here, so ${origin} was not tried.`));
  const challenge = Buffer.from(random(CHALLENGE_BYTES)).toString("base64url");
  let answer: Exchange;
  try {
    answer = await ask(`${origin}/healthz?challenge=${challenge}`);
  } catch (error) {
    const seen = reasonOf(error);
    return only(broken(seen, "Check the DNS name, the certificate, the proxy and the firewall."));
  }
  const expected = secret && identifierOf(secret.derive(IDENTITY_LABEL))(challenge);
  return {
    outcome: identified(answer, origin, expected),
    who: origin,
    offByMs: offByOf(answer, now()),
  };
}

function identified({ status, json }: Exchange, origin: string, expected: string | null): Outcome {
  const proxy = "Point the proxy and the DNS name at the address where this instance listens.";
  if (status !== 200 || textIn(json, "status") !== "ok") {
    return broken(`${origin}/healthz answers ${status}, but not as maitred does.`, proxy);
  }
  const proof = textIn(json, "proof");
  if (expected === null)
    return skipped(
      `${origin} answers. Whether it is this instance cannot be checked without secret.key.`,
    );
  if (proof === null) {
    return doubtful(
      `${origin} is maitred, but does not prove which instance.`,
      "Upgrade that server, and let the proxy pass on query strings.",
    );
  }
  return proof === expected
    ? fine(`${origin} leads to this instance.`)
    : broken(`${origin} leads to another maitred instance.`, proxy);
}

function offByOf({ headers }: Exchange, now: number): number | null {
  const theirs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(theirs) ? null : now - theirs;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Unreachable) return error.message.replace(/\?\S*(?=: )/, "");
  throw error;
};

export async function backupStorage({ config, now }: Surroundings): Promise<Outcome> {
  const { values } = config;
  const place = placeOf(values);
  if (place === null) return skipped("Not set up: backups stay on this machine.");
  if (config.withheld.some((key) => key === "backupS3Secret")) {
    return skipped(
      `The server copies backups to the bucket ${place.bucket}. Its secret is not known here: to ` +
        "check the bucket, run doctor with MAITRED_BACKUP_S3_SECRET set.",
    );
  }
  const fault = storageFault(values);
  if (fault !== null)
    return broken(fault.message, "Until this is fixed, maitred serve does not start.");
  try {
    const stored = (await storageFor(config)?.list()) ?? [];
    const newest = newestOf(stored, now());
    if (newest === undefined) {
      return broken(
        `${labelOf(place)} holds no backup yet.`,
        "If a server is running, its log says why no backup was uploaded.",
      );
    }
    const age = duration(now() - newest.takenAt);
    return fine(
      `The newest backup, ${newest.name}, is ${age} old. The bucket has ${plural(stored.length, "backup")}.`,
    );
  } catch (error) {
    const seen = messageIn(error);
    return broken(seen, "Until this is fixed, the only backups are those on this machine.");
  }
}
