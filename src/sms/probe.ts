import type { SmsConfig } from "../config.ts";
import { basicAuthorization } from "./gateway-call.ts";

export interface Probe {
  readonly url: string;
  readonly method: "GET" | "HEAD";
  readonly headers: Readonly<Record<string, string>>;
  /** True if the answer shows whether the credentials are right. */
  readonly showsCredentials: boolean;
}

/** Null if no gateway is configured, or if a setting that the probe needs is missing. */
export function probeOf(
  config: SmsConfig,
  { twilioOrigin = "https://api.twilio.com" }: { readonly twilioOrigin?: string } = {},
): Probe | null {
  const { twilioAccountSid, twilioAuthToken, webhookUrl, smsgateUrl } = config;
  const headOf = (url: string | null): Probe | null =>
    url === null
      ? null
      : { url: `${new URL(url).origin}/`, method: "HEAD", headers: {}, showsCredentials: false };
  switch (config.smsProvider) {
    case "log":
      return null;
    case "webhook":
      return headOf(webhookUrl);
    case "smsgate":
      return headOf(smsgateUrl);
    case "twilio":
      if (twilioAccountSid === null || twilioAuthToken === null) return null;
      return {
        url: `${twilioOrigin}/2010-04-01/Accounts/${encodeURIComponent(twilioAccountSid)}.json`,
        method: "GET",
        headers: { authorization: basicAuthorization(twilioAccountSid, twilioAuthToken) },
        showsCredentials: true,
      };
  }
}
