/** Where an app that shows codes is set up. */
export const APP_PATH = "/account/app";
/** Where recovery codes are shown, once. */
export const CODES_PATH = "/account/codes";

/** A page of somebody's own account, with where they were going. */
export const accountAt = (path: string, next: string): string =>
  `${path}?next=${encodeURIComponent(next)}`;

/** What a form of these pages is bound to: this action, on this passkey. */
export const purposeOf = (action: string, id: string): string => `account ${action} ${id}`;
