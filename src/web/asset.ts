import { createHash } from "node:crypto";
import { compressed } from "./compressed.ts";

const TYPES = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8" };
type Ending = keyof typeof TYPES;

const assets = new Map<string, { readonly ending: Ending; readonly text: string }>();

export function asset(name: string, ending: Ending, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const path = `/assets/${name}.${hash}.${ending}`;
  assets.set(path, { ending, text });
  return path;
}

export const assetPaths = (): string[] => [...assets.keys()];

export function assetAnswer(request: Request): Response {
  const found = assets.get(new URL(request.url).pathname);
  if (found === undefined) return new Response(null, { status: 404 });
  return compressed(request, found.text, {
    keep: true,
    headers: {
      "Content-Type": TYPES[found.ending],
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
