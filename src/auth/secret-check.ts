import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { type InstanceSecret, InstanceSecretError } from "./instance-secret.ts";

/**
 * Throws InstanceSecretError if the secret changed and `renew` is false: with another secret, guests'
 * links and stored opt-outs would stop working.
 */
export async function bindSecret(
  { stores, writer }: { readonly stores: Pick<Stores, "instance">; readonly writer: Writer },
  secret: Pick<InstanceSecret, "check">,
  { renew = false }: { readonly renew?: boolean } = {},
): Promise<void> {
  const known = stores.instance.secretCheck();
  if (known === secret.check) return;
  if (known !== null && !renew) throw new InstanceSecretError(WRONG_SECRET, "SECRET_WRONG");
  await writer.write(() => stores.instance.setSecretCheck(secret.check));
}

export const WRONG_SECRET = [
  "secret.key is not the one that this database was used with.",
  "Replace it by the right secret.key. Look in the data folder that the database came from, and in",
  "your copies. If the right file is lost, move the wrong one away and run",
  "maitred init --new-secret with the same --data.",
].join("\n");
