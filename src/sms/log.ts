import type { Environment } from "../domain/caller.ts";
import { logIdOf } from "../domain/message.ts";
import { segmentsOf } from "../domain/segments.ts";
import type { SmsProvider } from "../domain/sms-provider.ts";
import { type Log, maskPhone } from "../log.ts";

const AT_ONCE = 100;

/** Writes texts to the log only. In a live database, they do not count as delivered. */
export function createLogSms(log: Log, environment: Environment): SmsProvider {
  const pretend = environment === "test";
  return {
    name: "log",
    capabilities: { dedupesById: true, deliveryReports: pretend, inbound: false, atOnce: AT_ONCE },
    send({ id, kind, to, body }) {
      const segments = segmentsOf(body);
      const line = { id, kind, to: maskPhone(to), segments };
      log.info("sms", pretend ? { ...line, body } : line);
      return Promise.resolve({
        status: "accepted",
        providerId: logIdOf(id),
        segments,
        delivered: pretend,
      });
    },
  };
}
