import { jsonExcess } from "../../domain/json.ts";
import { readBounded } from "../bounded-body.ts";
import { OAuthError } from "./errors.ts";

const MAX_BYTES = 8 * 1024;

/** Accepts any Content-Type, because clients forget to set it. Throws OAuthError or TooManyPieces. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = await readBounded(request.body, MAX_BYTES);
  if (body === null) {
    const description = `The body is larger than ${MAX_BYTES} bytes.`;
    throw new OAuthError("invalid_client_metadata", description, { status: 413 });
  }
  const text = new TextDecoder().decode(body);
  const excess = jsonExcess(text);
  if (excess !== null) {
    throw new OAuthError("invalid_client_metadata", `The body cannot be read: ${excess}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const what = body.length === 0 ? "empty" : "not valid JSON";
    throw new OAuthError(
      "invalid_client_metadata",
      `The body is ${what}; send a JSON object with redirect_uris.`,
    );
  }
}
