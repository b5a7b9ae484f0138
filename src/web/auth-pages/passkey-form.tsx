/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { asset } from "../asset.ts";
import SCRIPT from "../assets/passkey.js" with { type: "text" };
import { CsrfField } from "../csrf-field.tsx";
import { pageHeaders } from "../page-headers.ts";

export const PASSKEY_SCRIPT_PATH = asset("passkey", "js", SCRIPT);

export const PASSKEY_HEADERS = pageHeaders(
  ["script-src 'self'", "style-src 'self'", "img-src data:"],
  "no-referrer",
);

/** Hidden until the script knows that the browser supports passkeys. */
export const PasskeyForm = ({
  action,
  does,
  options,
  csrf,
  button,
  quiet = false,
  children,
}: {
  readonly action: string;
  readonly does: "get" | "create";
  readonly options: string;
  readonly csrf: string;
  readonly button: string;
  readonly quiet?: boolean;
  readonly children?: Child;
}) => (
  <form
    method="post"
    action={action}
    class="stack"
    data-passkey={does}
    data-options={options}
    hidden
  >
    <CsrfField token={csrf} />
    <input type="hidden" name="response" value="" />
    {children}
    <button type="submit" class={quiet ? "quiet" : undefined}>
      {button}
    </button>
    <p class="problem" data-told role="alert"></p>
  </form>
);
