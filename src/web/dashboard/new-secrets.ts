import { makeAccountToken } from "../../auth/account-links.ts";
import { makeApiKey } from "../../auth/api-keys.ts";
import type { NewSecret } from "../../operations/define.ts";
import { at, type DeskVisit } from "./desk-visit.ts";

interface SecretWrite {
  make(desk: DeskVisit["desk"]): { readonly secret: string; readonly kept: NewSecret };
  page(answer: Readonly<Record<string, unknown>>): string;
}

const apiKey: SecretWrite = {
  make({ environment, random }) {
    const { key, publicId, secretHash } = makeApiKey(environment, random);
    return { secret: key, kept: { publicId, hash: secretHash } };
  },
  page: ({ id }) => `/access/keys/${String(id)}/made`,
};

const accountLink: SecretWrite = {
  make({ random }) {
    const { token, kept } = makeAccountToken(random);
    return { secret: token, kept };
  },
  page: ({ id }) => `/access/team/${String(id)}/link`,
};

const WRITES: Readonly<Record<string, SecretWrite>> = {
  create_api_key: apiKey,
  rotate_api_key: apiKey,
  add_person: accountLink,
  make_account_link: accountLink,
};

export interface Making {
  readonly kept: NewSecret;
  made(answer: Readonly<Record<string, unknown>>, replayed: boolean): string;
}

export function makingFor(
  operation: string,
  visit: Pick<DeskVisit, "desk" | "signedIn" | "brand" | "secrets">,
): Making | null {
  const write = WRITES[operation];
  if (write === undefined) return null;
  const { secret, kept } = write.make(visit.desk);
  const { sessionId } = visit.signedIn;
  return {
    kept,
    made(answer, replayed) {
      const path = at(visit, write.page(answer));
      if (replayed) visit.secrets.again(sessionId, path);
      else visit.secrets.put(sessionId, path, secret);
      return path;
    },
  };
}
