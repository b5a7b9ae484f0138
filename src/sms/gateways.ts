import { ConfigError, type ConfigKey, environmentName, type SmsConfig } from "../config.ts";
import type { Environment } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import type { SmsProvider } from "../domain/sms-provider.ts";
import type { Log } from "../log.ts";
import { createLogSms } from "./log.ts";
import { standardKey } from "./signed-webhook.ts";
import { createSmsgateSms } from "./smsgate.ts";
import { createTwilioSms } from "./twilio.ts";
import { createWebhookSms } from "./webhook.ts";

export interface GatewayOptions {
  readonly config: SmsConfig;
  readonly environment: Environment;
  readonly log: Log;
  readonly clock: Clock;
  /** Null if gateways cannot reach this server. */
  readonly origin: string | null;
}

export const hookPath = (provider: string): string => `/hooks/sms/${provider}`;

/** In a test database, `sends` only logs texts. Throws ConfigError if a setting is missing. */
export function createGateways(options: GatewayOptions): {
  readonly sends: SmsProvider;
  readonly receives: SmsProvider | null;
} {
  const { config, environment, log } = options;
  const logged = createLogSms(log, environment);
  if (config.smsProvider === "log") return { sends: logged, receives: null };
  const gateway = gatewayOf(config.smsProvider, options);
  return { sends: environment === "test" ? logged : gateway, receives: gateway };
}

function gatewayOf(
  name: Exclude<SmsConfig["smsProvider"], "log">,
  { config, clock, origin }: GatewayOptions,
): SmsProvider {
  const needed = (key: ConfigKey & keyof SmsConfig): string => {
    const value = config[key];
    if (value !== null) return value;
    throw new ConfigError(
      `smsProvider is ${name}, which needs ${key}: set ${environmentName(key)}.`,
      key,
    );
  };
  switch (name) {
    case "twilio":
      return createTwilioSms({
        accountSid: needed("twilioAccountSid"),
        authToken: needed("twilioAuthToken"),
        from: needed("twilioFrom"),
        callback: origin === null ? null : origin + hookPath("twilio"),
      });
    case "webhook": {
      const url = needed("webhookUrl");
      const secret = needed("webhookSecret");
      if (standardKey(secret).length === 0) {
        throw new ConfigError(
          "webhookSecret holds no key: write the key in base64 after whsec_.",
          "webhookSecret",
        );
      }
      return createWebhookSms({ url, secret, clock });
    }
    case "smsgate":
      return createSmsgateSms({
        url: needed("smsgateUrl"),
        user: needed("smsgateUser"),
        password: needed("smsgatePassword"),
        signingKey: needed("smsgateSigningKey"),
      });
  }
}
