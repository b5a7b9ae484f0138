/** An answer as it is kept for retries: the structure as JSON, and the text beside it. */
export interface AnswerParts {
  readonly structured: string;
  readonly text: string;
}

/** Packs an answer (zstd): a page of the database then holds four of them instead of one. */
export function packAnswer({ structured, text }: AnswerParts): Uint8Array {
  // JSON.stringify writes no line break, so the first one ends the structure.
  return Bun.zstdCompressSync(`${structured}\n${text}`, { level: 1 });
}

/** The answer that was packed. Throws on anything else. */
export function unpackAnswer(stored: Uint8Array): AnswerParts {
  const whole = Bun.zstdDecompressSync(stored).toString();
  const end = whole.indexOf("\n");
  return { structured: whole.slice(0, end), text: whole.slice(end + 1) };
}
