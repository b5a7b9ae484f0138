import type { ReasonSentences } from "../../catalogue.ts";
import { counted } from "../phrases.ts";

export const account = {
  "INVALID_INPUT.email_too_long": ({ limit }) =>
    `An e-mail address has at most ${limit} characters.`,
  "INVALID_INPUT.email": ({ say }) =>
    `${JSON.stringify(say.email)} is not an e-mail address. An example is ada@example.com.`,
  "INVALID_INPUT.no_name": "A name is needed.",
  "INVALID_INPUT.name_too_long": ({ limit }) => `A name has at most ${limit} characters.`,
  "INVALID_INPUT.password_short": ({ length, limit }) =>
    `The password has ${length} characters; it needs at least ${limit}.`,
  "INVALID_INPUT.password_empty": "The password is empty.",
  "INVALID_INPUT.password_long": ({ length, limit }) =>
    `The password has ${length} characters; the limit is ${limit}.`,
  "INVALID_INPUT.password_bytes": ({ length, limit }) =>
    `The password has ${length} bytes; the limit is ${limit}.`,
  "INVALID_INPUT.password_is_name":
    "The password is a name or an address that others know. Choose several words instead.",
  "INVALID_INPUT.password_common":
    "The password, or most of it, is among the most guessed passwords. " +
    "Choose several words that do not belong together.",
  "INVALID_INPUT.pin_form": "A PIN has four to twelve digits and nothing else.",
  "INVALID_INPUT.pin_plain":
    "That PIN is easy to guess. Choose digits that are neither all the same nor in a row.",
  "INVALID_INPUT.pin_unlike": "The two PINs differ. Type the same PIN twice.",
  "INVALID_INPUT.pin_not_fresh":
    "To set a PIN, sign out and in again first. You must have signed in within the last 15 minutes.",
  "INVALID_INPUT.pin_wrong": ({ say: { left } }) =>
    left === 0
      ? "That is not the PIN of this person. Wait before you try again."
      : `That is not the PIN of this person. ${counted(left, "try", "tries")} left.`,
  "INVALID_INPUT.pin_wait": ({ say: { seconds } }) =>
    `Too many wrong PINs. Try again in ${seconds < 120 ? counted(seconds, "second") : `${Math.ceil(seconds / 60)} minutes`}.`,
  "INVALID_INPUT.app_code":
    "That is not the code that the app shows now. Type the newest code. If that code is refused too, check the phone's clock.",
  "INVALID_INPUT.passkey_no_https": ({ say }) =>
    `Passkeys need https, or http://localhost; this server is reached at ${say.origin}.`,
  "INVALID_INPUT.passkey_unreadable":
    "The browser sent something other than a passkey answer. Reload the page and try again.",
  "INVALID_INPUT.passkey_damaged":
    "The browser's answer is for another address, or damaged. Reload the page and try again.",
  "INVALID_INPUT.passkey_elsewhere": ({ say }) =>
    `The passkey answered for ${say.answeredFor}, but this is ${say.origin}. Open ${say.origin} and try again.`,
  "INVALID_INPUT.passkey_not_asked":
    "The passkey's answer belongs to another page or browser. Reload the page and try again.",
  "INVALID_INPUT.passkey_too_late":
    "The passkey took longer than ten minutes to answer. Press the button again.",
  "INVALID_INPUT.passkey_used": "The passkey's answer was used before. Press the button again.",
  "INVALID_INPUT.passkey_not_verified":
    "The passkey did not verify you by fingerprint, face or PIN. Set that up on the device, or use another passkey.",
  "INVALID_INPUT.passkey_unknown":
    "This passkey is not known here: it was removed, or its account is closed. Sign in another way.",
  "INVALID_INPUT.passkey_signature":
    "The passkey's answer does not match the passkey that was added here. Sign in another way.",
  "INVALID_INPUT.passkey_copied":
    "This passkey may be a copy: its use counter did not go up. Sign in another way, then remove this passkey and add a new one.",
  "INVALID_INPUT.passkey_other_host": ({ say }) =>
    `This passkey was made for ${say.madeFor}, but this server is now ${say.host}. Sign in another way, then add a new passkey.`,
  "INVALID_INPUT.passkey_added": "This passkey has already been added.",
  "INVALID_INPUT.too_many_passkeys": ({ limit }) =>
    `There are ${limit} passkeys already. First remove a passkey.`,
} satisfies Partial<ReasonSentences>;
