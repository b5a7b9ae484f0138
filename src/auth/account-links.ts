import type { Reason } from "../domain/errors.ts";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { NewSecret } from "../operations/define.ts";
import { decidesAbout } from "../operations/team/account-reach.ts";
import { changePassword, type TeamStores } from "../operations/team/team-changes.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { newPasswordProblem, passwordOwner } from "./new-password.ts";
import type { Passwords } from "./passwords.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const JOIN_PATH = "/join/";

export interface NewAccountLink {
  readonly token: string;
  readonly kept: NewSecret;
}

export function makeAccountToken(random: RandomBytes): NewAccountLink {
  const token = Buffer.from(random(TOKEN_BYTES)).toString("base64url");
  return { token, kept: { publicId: "", hash: sha256Hex(token) } };
}

export type OpenedLink =
  | { readonly state: "open"; readonly user: Pick<UserRow, "id" | "name" | "email"> }
  | { readonly state: "expired" | "unknown" };

export type ChosenPassword =
  | { readonly ok: true; readonly user: UserRow }
  | { readonly ok: false; readonly state: "open"; readonly reason: Reason }
  | { readonly ok: false; readonly state: "expired" | "unknown" };

export interface AccountLinks {
  openLink(token: string): OpenedLink;
  choosePassword(token: string, password: string): Promise<ChosenPassword>;
}

interface AccountLinksOptions {
  readonly stores: TeamStores & Pick<Stores, "brands" | "signInThrottle">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly passwords: Pick<Passwords, "hash">;
}

export function createAccountLinks(options: AccountLinksOptions): AccountLinks {
  const { stores, writer, clock, passwords } = options;

  const openLink = (token: string): OpenedLink => {
    const link = TOKEN.test(token) ? stores.accountLinks.find(sha256Hex(token)) : null;
    const user = link === null ? null : stores.users.byId(link.userId);
    if (link === null || user === null || user.disabledAt !== null) return { state: "unknown" };
    // The link stops working if its maker has lost the right to change this account.
    if (!decidesAbout(stores, link.madeBy, user)) return { state: "unknown" };
    return link.expiresAt > clock() ? { state: "open", user } : { state: "expired" };
  };

  return {
    openLink,
    async choosePassword(token, password) {
      const early = openLink(token);
      if (early.state !== "open") return { ok: false, state: early.state };
      const reason = await newPasswordProblem(password, passwordOwner(stores, early.user));
      if (reason !== null) return { ok: false, state: "open", reason };
      const hash = await passwords.hash(password);
      return await writer.write((): ChosenPassword => {
        const link = openLink(token);
        if (link.state !== "open") return { ok: false, state: link.state };
        changePassword(stores, { userId: link.user.id, at: clock() }, hash);
        const user = stores.users.byId(link.user.id);
        return user === null ? { ok: false, state: "unknown" } : { ok: true, user };
      });
    },
  };
}
