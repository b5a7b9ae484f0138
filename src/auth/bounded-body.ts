/** Reading many tiny pieces takes long. A megabyte normally arrives in fewer than 2,000 pieces. */
const MOST_PIECES = 4096;

export class TooManyPieces extends Error {
  override readonly name = "TooManyPieces";

  constructor() {
    super(`The body comes in more than ${MOST_PIECES} pieces. Send larger pieces.`);
  }
}

/** Null if the body is longer than `limit`. Throws TooManyPieces. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return null;
    if (chunks.length === MOST_PIECES) throw new TooManyPieces();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
