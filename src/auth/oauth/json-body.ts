import { OAuthError } from "./errors.ts";

const MAX_BYTES = 64 * 1024;

/**
 * The body of a request as JSON, whatever its Content-Type says: clients forget it. Throws
 * OAuthError `invalid_client_metadata` for what is too large or no JSON.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      const description = `The body is larger than ${MAX_BYTES} bytes.`;
      throw new OAuthError("invalid_client_metadata", description, { status: 413 });
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
  } catch {
    const what = length === 0 ? "empty" : "not valid JSON";
    throw new OAuthError(
      "invalid_client_metadata",
      `The body is ${what}; send a JSON object with redirect_uris.`,
    );
  }
}
