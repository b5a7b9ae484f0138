import { MINUTE } from "../../../domain/time.ts";
import { gatewayTrouble } from "../../../words/en/host/gateway-faults.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { agoText, type Verdict } from "./verdict.ts";
import { lengthText } from "./words.ts";

const QUEUE_LOOK_MS = 2 * MINUTE;
const QUEUE_ACT_MS = 10 * MINUTE;
export function queue({
  queue: { due, sending, scheduled, held, oldestWaitMs },
}: InstanceFacts): Verdict {
  const oldest = due === 0 ? "" : `, the oldest for ${lengthText(oldestWaitMs)}`;
  const parts = [
    `${due === 0 ? "None" : `${counted(due, "text")} ${due === 1 ? "is" : "are"}`} due${oldest}`,
    ...(sending > 0 ? [`${sending} going out`] : []),
    `${scheduled} planned for later`,
    ...(held > 0 ? [`${held} waiting for a manager`] : []),
  ];
  const seen = `${parts.join(", ")}.`;
  if (oldestWaitMs < QUEUE_LOOK_MS) return { state: "ok", seen };
  const todo =
    "The gateway is slow or accepts no texts: check its app or status page. The texts go out automatically once the gateway works.";
  return { state: oldestWaitMs < QUEUE_ACT_MS ? "look" : "act", seen, todo };
}

export function gateway({
  environment,
  sms: { provider, configured, asked },
}: InstanceFacts): Verdict {
  if (environment === "test") {
    return { state: "ok", seen: "Test data: no texts are really sent." };
  }
  if (provider !== "log") return sentThrough(`Texts go out through ${provider}.`, asked);
  const chosen = configured === "log" ? "No gateway is set up" : `${configured} is not used`;
  return {
    state: "look",
    seen: `${chosen}: texts are only written to the log and reach no guest.`,
    todo: "Call the guests instead, or ask the person who runs the server to set up a gateway: MAITRED_SMS_PROVIDER.",
  };
}

/**
 * The state is `act` only if there were at least two recent attempts and the gateway failed in all of
 * them, because one failure may be chance. A gateway that refuses a text to a wrong number has not failed.
 */
function sentThrough(seen: string, asked: InstanceFacts["sms"]["asked"]): Verdict {
  const troubles = asked.map(({ state, fault }) =>
    state === "accepted" || state === "delivered" ? null : gatewayTrouble(fault ?? ""),
  );
  const [last] = asked;
  const trouble = troubles[0] ?? null;
  if (last === undefined || trouble === null) return { state: "ok", seen };
  return {
    state: troubles.length > 1 && !troubles.includes(null) ? "act" : "look",
    seen: `${seen} The last attempt, ${agoText(last.agoMs)}, did not get through: ${trouble}.`,
    todo: "Texts that were not accepted are tried again. A text that may have gone out is not tried again. It is listed as unsure: call that guest.",
  };
}
