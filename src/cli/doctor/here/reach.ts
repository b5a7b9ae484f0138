import {
  IDENTITY_LABEL,
  type InstanceSecret,
  identifierOf,
} from "../../../auth/instance-secret.ts";
import { environmentName } from "../../../config.ts";
import type { Environment } from "../../../domain/caller.ts";
import { probeOf } from "../../../sms/probe.ts";
import { gatewayFault } from "../../gateway-fault.ts";
import { type Exchange, textIn, Unreachable } from "../exchange.ts";
import { broken, doubtful, fine, type Outcome, type Surroundings, skipped } from "./check.ts";

/** An outcome, and by how much our clock is ahead of the one that answered; null: it told no time. */
export interface Reached {
  readonly outcome: Outcome;
  readonly who: string;
  readonly offByMs: number | null;
}

const CHALLENGE_BYTES = 24;

/** Whether the gateway for texts is configured and answers; sends nothing. */
export async function gateway(here: Surroundings, environment: Environment): Promise<Reached> {
  const { values, ask, now } = here;
  const who = values.smsProvider;
  const only = (outcome: Outcome): Reached => ({ outcome, who, offByMs: null });
  if (environment === "test") {
    return only(skipped("These are test data: texts go to the log, whatever is configured."));
  }
  if (who === "log") {
    const seen = "No gateway is configured: texts are written to the log, and reach no guest.";
    return only(doubtful(seen, "Choose one with MAITRED_SMS_PROVIDER: see docs/sms-gateways.md"));
  }
  const fault = gatewayFault(values);
  const withheld = here.config.withheld.find((key) => key === fault?.key);
  if (fault !== null && withheld === undefined) {
    return only(broken(fault.message, "Set it: the server does not start without it."));
  }
  const probe = probeOf(values);
  if (probe === null && withheld !== undefined) {
    const how = `run doctor with ${environmentName(withheld)} set to ask it`;
    return only(skipped(`The server sends through ${who}. Its secret is not known here: ${how}.`));
  }
  if (probe === null) return only(skipped(`${who} has no address to ask.`));
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
        "Look at the address, at name resolution and at the firewall; texts wait meanwhile.",
      ),
    );
  }
}

function judged({ status }: Exchange, showsCredentials: boolean, where: string): Outcome {
  const seen = `${where} answers ${status}`;
  if (!showsCredentials) return fine(`${seen}: it can be reached. Nothing was sent.`);
  if (status === 200) return fine(`${seen}: it can be reached, and takes the credentials.`);
  return status === 401 || status === 403 || status === 404
    ? broken(`${seen}: it does not take the credentials.`, "Look at the account's id and token.")
    : doubtful(`${seen} to a question about the account.`, "Ask again later; see its status page.");
}

/** Whether the public address leads to this very instance. */
export async function publicOrigin(
  here: Surroundings,
  { secret, served }: { readonly secret: InstanceSecret | null; readonly served: boolean },
): Promise<Reached> {
  const { ask, values, now, random } = here;
  const { origin } = values;
  const only = (outcome: Outcome): Reached => ({ outcome, who: origin ?? "", offByMs: null });
  if (origin === null) {
    return only(skipped("No public origin is configured: only this machine reaches the server."));
  }
  if (!served) return only(skipped(`No server runs here that ${origin} could lead to.`));
  const challenge = Buffer.from(random(CHALLENGE_BYTES)).toString("base64url");
  let answer: Exchange;
  try {
    answer = await ask(`${origin}/healthz?challenge=${challenge}`);
  } catch (error) {
    const seen = reasonOf(error);
    return only(
      broken(seen, "Look at the name's address, the certificate, the proxy and the firewall."),
    );
  }
  const expected = secret && identifierOf(secret.derive(IDENTITY_LABEL))(challenge);
  return {
    outcome: identified(answer, origin, expected),
    who: origin,
    offByMs: offByOf(answer, now()),
  };
}

function identified({ status, json }: Exchange, origin: string, expected: string | null): Outcome {
  const proxy = "Point the proxy and the name at the address where this instance listens.";
  if (status !== 200 || textIn(json, "status") !== "ok") {
    return broken(`${origin}/healthz answers ${status}, and not as a maitred does.`, proxy);
  }
  const proof = textIn(json, "proof");
  if (expected === null)
    return skipped(`${origin} answers; without secret.key nobody can tell who.`);
  if (proof === null) {
    return doubtful(
      `${origin} answers as a maitred, but does not prove which one.`,
      "Bring the server there to this version, and let the proxy pass query strings on.",
    );
  }
  return proof === expected
    ? fine(`${origin} leads to this instance.`)
    : broken(`${origin} leads to another instance of maitred.`, proxy);
}

/** By our clock minus theirs; a header of whole seconds, so good to about two. */
function offByOf({ headers }: Exchange, now: number): number | null {
  const theirs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(theirs) ? null : now - theirs;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Unreachable) return error.message.replace(/\?\S*(?=: )/, "");
  throw error;
};
