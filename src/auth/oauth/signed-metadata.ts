export type Sign = (
  claims: Readonly<Record<string, unknown>>,
  options: { readonly type: string },
) => Promise<string>;

/** No endpoint accepts a token of this type, so signed metadata cannot be used to sign in. */
const TYPE = "metadata+jwt";

/** RFC 8414, section 2.1; RFC 9728, section 2.2. */
export function createSignedMetadata(
  metadata: Readonly<Record<string, unknown>>,
  sign: Sign,
): () => Promise<object> {
  let signed: Promise<object> | null = null;
  const make = async (): Promise<object> => ({
    ...metadata,
    signed_metadata: await sign(metadata, { type: TYPE }),
  });
  return async () => {
    signed ??= make().catch((error: unknown) => {
      signed = null;
      throw error;
    });
    return await signed;
  };
}
