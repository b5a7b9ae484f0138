import { networkOf } from "../../auth/attempt-limit.ts";
import type { Clock, RandomBytes } from "../../domain/ids.ts";
import { MINUTE } from "../../domain/time.ts";

/**
 * A form that arrived when its sender was no longer signed in. After signing in, the sender checks the
 * form and sends it again.
 */
export interface Resubmission {
  readonly brand: string;
  /** The path after /b/:brand. The whole path if the form creates a restaurant. */
  readonly path: string;
  readonly fields: URLSearchParams;
}

export interface FormSender {
  readonly address: string;
  readonly browser: string;
}

export interface Resubmissions {
  /** Returns an id for `find`. `token`: the CSRF token. A form without a token is not kept. */
  keep(form: Resubmission, token: string | null, sender: FormSender): string;
  /** Null if the form is unknown or expired, or if `isOurs` refuses its CSRF token. */
  find(id: string, isOurs: (token: string) => boolean): Resubmission | null;
}

const LIFETIME_MS = 30 * MINUTE;
const MOST_PER_BROWSER = 10;
const MOST_PER_ADDRESS = 50;
/** Above this total, the IP address (IPv6: the /64 network) with the most forms loses its oldest form. */
const MOST = 500;
const ID_BYTES = 16;

interface Kept extends Pick<Resubmission, "brand" | "path">, FormSender {
  /** The fields, form-encoded: thousands of parsed fields would take ten times the memory. */
  readonly text: string;
  readonly token: string;
  readonly until: number;
}

export function createResubmissions(clock: Clock, random: RandomBytes): Resubmissions {
  const kept = new Map<string, Kept>();
  const dropOldest = (found: (form: Kept) => boolean): void => {
    const oldest = [...kept].find(([, form]) => found(form));
    if (oldest !== undefined) kept.delete(oldest[0]);
  };
  const bound = ({ address, browser }: FormSender): void => {
    const counts = (key: keyof FormSender) => Map.groupBy(kept.values(), (form) => form[key]);
    const ofBrowser = counts("browser").get(browser) ?? [];
    if (ofBrowser.length > MOST_PER_BROWSER) dropOldest((form) => form.browser === browser);
    const byAddress = counts("address");
    const ofAddress = byAddress.get(address) ?? [];
    if (ofAddress.length > MOST_PER_ADDRESS) dropOldest((form) => form.address === address);
    if (kept.size <= MOST) return;
    const [largest] = [...byAddress].toSorted(([, one], [, other]) => other.length - one.length);
    dropOldest((form) => form.address === largest?.[0]);
  };
  return {
    keep({ brand, path, fields }, token, { address: sentFrom, browser }) {
      const address = networkOf(sentFrom);
      const id = Buffer.from(random(ID_BYTES)).toString("base64url");
      if (token === null) return id;
      fields.delete("csrf");
      const until = clock() + LIFETIME_MS;
      kept.set(id, { brand, path, text: fields.toString(), token, until, address, browser });
      bound({ address, browser });
      return id;
    },
    find(id, isOurs) {
      const form = kept.get(id);
      if (form === undefined || form.until < clock() || !isOurs(form.token)) return null;
      return { brand: form.brand, path: form.path, fields: new URLSearchParams(form.text) };
    },
  };
}
