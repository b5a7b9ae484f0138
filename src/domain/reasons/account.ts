export interface AccountReasons {
  "INVALID_INPUT.email_too_long": { readonly limit: number };
  "INVALID_INPUT.email": { readonly say: { readonly email: string } };
  "INVALID_INPUT.no_name": object;
  "INVALID_INPUT.name_too_long": { readonly limit: number };
  "INVALID_INPUT.password_short": { readonly length: number; readonly limit: number };
  "INVALID_INPUT.password_empty": object;
  "INVALID_INPUT.password_long": { readonly length: number; readonly limit: number };
  "INVALID_INPUT.password_bytes": { readonly length: number; readonly limit: number };
  "INVALID_INPUT.password_is_name": object;
  "INVALID_INPUT.password_common": object;
  "INVALID_INPUT.pin_form": object;
  "INVALID_INPUT.pin_plain": object;
  "INVALID_INPUT.pin_unlike": object;
  "INVALID_INPUT.pin_not_fresh": object;
  "INVALID_INPUT.pin_wrong": { readonly say: { readonly left: number } };
  "INVALID_INPUT.pin_wait": { readonly say: { readonly seconds: number } };
  "INVALID_INPUT.app_code": object;
  "INVALID_INPUT.passkey_no_https": { readonly say: { readonly origin: string } };
  "INVALID_INPUT.passkey_unreadable": object;
  "INVALID_INPUT.passkey_damaged": object;
  "INVALID_INPUT.passkey_elsewhere": {
    readonly say: { readonly answeredFor: string; readonly origin: string };
  };
  "INVALID_INPUT.passkey_not_asked": object;
  "INVALID_INPUT.passkey_too_late": object;
  "INVALID_INPUT.passkey_used": object;
  "INVALID_INPUT.passkey_not_verified": object;
  "INVALID_INPUT.passkey_unknown": object;
  "INVALID_INPUT.passkey_signature": object;
  "INVALID_INPUT.passkey_copied": object;
  "INVALID_INPUT.passkey_other_host": {
    readonly say: { readonly madeFor: string; readonly host: string };
  };
  "INVALID_INPUT.passkey_added": object;
  "INVALID_INPUT.too_many_passkeys": { readonly limit: number };
}
