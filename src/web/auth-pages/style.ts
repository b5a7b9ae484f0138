import { createHash } from "node:crypto";
import STYLE from "../assets/auth.css" with { type: "text" };

/** Another stylesheet has another address, so that browsers may keep each for good. */
export const STYLE_PATH = `/assets/auth.${createHash("sha256").update(STYLE).digest("hex").slice(0, 12)}.css`;

/** The stylesheet, as the file that `style-src 'self'` asks for. */
export const styleAnswer = (): Response =>
  new Response(STYLE, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
