import type { NewSecret, OperationContext } from "../define.ts";

/** The secret that the page made for this write. */
export function newSecret({ desk }: Pick<OperationContext, "desk">): NewSecret {
  // No caller can cause it: forms of such operations always bring one.
  if (desk?.secret === undefined) throw new Error("This write needs a secret made by its page");
  return desk.secret;
}
