import { type Config, ConfigError } from "../config.ts";
import { createLog } from "../log.ts";
import { createGateways } from "../sms/gateways.ts";

/** Why the chosen gateway for texts could not be built; null: it can. Nothing is sent. */
export function gatewayFault(config: Config): ConfigError | null {
  const clock = (): number => 0;
  const log = createLog({ level: "error", now: clock, write: () => undefined });
  try {
    createGateways({ config, environment: "live", log, clock, origin: config.origin });
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
