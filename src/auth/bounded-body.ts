/**
 * The bytes of a body, or null when it is longer than `limit` bytes: it is read no further than
 * that, whatever length was declared.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
