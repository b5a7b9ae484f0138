import type { SmsConfig } from "../config.ts";
import { basicAuthorization } from "./gateway-call.ts";

/** A request that tests whether a gateway can be reached and sends nothing. */
export interface Probe {
  readonly url: string;
  readonly method: "GET" | "HEAD";
  readonly headers: Readonly<Record<string, string>>;
  /** True: the answer shows whether the credentials are right; false: any answer will do. */
  readonly showsCredentials: boolean;
}

/** The probe of the configured gateway; null if there is none or it lacks a key. */
export function probeOf(
  config: SmsConfig,
  { twilioOrigin = "https://api.twilio.com" }: { readonly twilioOrigin?: string } = {},
): Probe | null {
  const { twilioAccountSid, twilioAuthToken, webhookUrl, smsgateUrl } = config;
  const knock = (url: string | null): Probe | null =>
    url === null
      ? null
      : { url: `${new URL(url).origin}/`, method: "HEAD", headers: {}, showsCredentials: false };
  switch (config.smsProvider) {
    case "log":
      return null;
    case "webhook":
      return knock(webhookUrl);
    case "smsgate":
      return knock(smsgateUrl);
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
