import { MINUTE } from "../../../domain/time.ts";
import { LEASE_PATIENCE_MS } from "../../../storage/lease-owner.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { agoText, remedy, STARTING_MS, type Verdict } from "./verdict.ts";
import { lengthText } from "./words.ts";

/** The background loop runs every five seconds. After a minute of silence, it has probably stopped. */
export const LOOP_PATIENCE_MS = MINUTE;
export function writable(facts: InstanceFacts): Verdict {
  if (facts.writable) return { state: "ok", seen: "Reservations are taken and saved." };
  return {
    state: "act",
    seen: "The last change could not be saved: bookings may be refused right now.",
    todo: "Write bookings on paper, and tell the person who runs the server: the disk may be full or read-only.",
    ...remedy("To find out why:", facts, "doctor"),
  };
}

export function loop(facts: InstanceFacts): Verdict {
  const { loop: found, now } = facts;
  const restart =
    "Waiting guests get no offers, and no texts go out. Restart the server, and keep its log.";
  if (found === null) {
    return now - facts.startedAt < STARTING_MS
      ? { state: "ok", seen: "The server has just started." }
      : { state: "act", seen: "No server handles offers, texts and deadlines.", todo: restart };
  }
  const silence = now - found.lastStepAt;
  const who = found.isOurs ? "this server" : "another process";
  const seen = `Handled by ${who}. Last run: ${agoText(silence)}.`;
  const inside = found.process;
  const patience = found.isOurs ? LOOP_PATIENCE_MS : LEASE_PATIENCE_MS;
  if (silence > patience) return { state: "act", seen, inside, todo: restart };
  if (facts.secondServer !== null) {
    return {
      state: "look",
      seen: `${seen} A second server runs on the same data.`,
      inside: `${inside}; second server: ${facts.secondServer}`,
      todo: "Bookings are safe, but only one server sends texts and makes backups. Stop the server that you did not mean to start.",
    };
  }
  return found.isOurs
    ? { state: "ok", seen, inside }
    : { state: "ok", seen: `${seen} If that process stops, this server takes over.`, inside };
}

export function address({ origin, isEncrypted, passkeysElsewhere }: InstanceFacts): Verdict {
  if (isEncrypted && passkeysElsewhere > 0) {
    const [were, doNot] = passkeysElsewhere === 1 ? ["was", "does not"] : ["were", "do not"];
    return {
      state: "look",
      seen: `${origin}. ${counted(passkeysElsewhere, "passkey")} ${were} made for another address and ${doNot} work here.`,
      todo: "The people who made them can sign in with an app code or a recovery code and add new passkeys. People with neither code must ask an owner to remove the second factor under Access, Team.",
    };
  }
  if (isEncrypted) return { state: "ok", seen: origin };
  return {
    state: "look",
    seen: `${origin} is not encrypted: others on the same network can read passwords and names. Apps cannot be connected.`,
    todo: "Use this address only on the restaurant's own network, or serve it over https: docs/operations.md shows how. Then start the server with --origin https://...",
  };
}

export function version({ version: number, now, startedAt }: InstanceFacts): Verdict {
  return { state: "ok", seen: `maitred ${number}, running for ${lengthText(now - startedAt)}.` };
}
