import { Question } from "../../domain/ask-person.ts";
import { DomainError } from "../../domain/errors.ts";
import type { SmsProvider } from "../../domain/sms-provider.ts";
import type { Invoke } from "../../operations/invoke.ts";
import type { Metrics } from "./instance-metrics.ts";

export const measuredInvoke =
  (invoke: Invoke, metrics: Pick<Metrics, "called" | "refused">): Invoke =>
  async (operation, ...call) => {
    try {
      const answer = await invoke(operation, ...call);
      metrics.called(operation.name, answer.replayed ? "replayed" : "ok");
      return answer;
    } catch (error) {
      if (error instanceof Question) {
        metrics.called(operation.name, "asked");
        throw error;
      }
      const code = error instanceof DomainError ? error.code : "INTERNAL";
      metrics.called(operation.name, code);
      if (error instanceof DomainError) metrics.refused(error.reasons.map((one) => one.code));
      throw error;
    }
  };

export const measuredGateway = (
  gateway: SmsProvider,
  metrics: Pick<Metrics, "attempted">,
): SmsProvider => ({
  ...gateway,
  async send(message) {
    try {
      const result = await gateway.send(message);
      metrics.attempted(result.status);
      return result;
    } catch (error) {
      metrics.attempted("failed");
      throw error;
    }
  },
});
