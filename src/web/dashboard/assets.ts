import { createHash } from "node:crypto";
import PICO from "@picocss/pico/css/pico.min.css" with { type: "text" };
import HTMX from "htmx.org/dist/htmx.min.js" with { type: "text" };
import ACCESS_STYLE from "../assets/access.css" with { type: "text" };
import ACCESS_SCRIPT from "../assets/access.js" with { type: "text" };
import BOOKING_STYLE from "../assets/booking.css" with { type: "text" };
import BOOKING_SCRIPT from "../assets/booking.js" with { type: "text" };
import CONTRAST_STYLE from "../assets/contrast.css" with { type: "text" };
import DESK_STYLE from "../assets/desk.css" with { type: "text" };
import DESK_SCRIPT from "../assets/desk.js" with { type: "text" };
import DRAFTS_SCRIPT from "../assets/drafts.js" with { type: "text" };
import HEALTH_STYLE from "../assets/health.css" with { type: "text" };
import INBOX_STYLE from "../assets/inbox.css" with { type: "text" };
import MESSAGES_STYLE from "../assets/messages.css" with { type: "text" };
import PRINT_STYLE from "../assets/print.css" with { type: "text" };
import PRINT_SCRIPT from "../assets/print.js" with { type: "text" };
import RESERVATION_STYLE from "../assets/reservation.css" with { type: "text" };
import SET_UP_STYLE from "../assets/set-up.css" with { type: "text" };
import SET_UP_SCRIPT from "../assets/set-up.js" with { type: "text" };
import SETTINGS_STYLE from "../assets/settings.css" with { type: "text" };
import SHEET_STYLE from "../assets/sheet.css" with { type: "text" };
import WAITLIST_STYLE from "../assets/waitlist.css" with { type: "text" };
import { compressed } from "./compressed.ts";

interface Asset {
  readonly type: string;
  readonly text: string;
}

/** The base lies in a layer of its own: whatever we say wins over it, however it is said. */
const STYLE: Asset = {
  type: "text/css; charset=utf-8",
  text: [
    `@layer base{${PICO.replace('@charset "UTF-8";', "")}}`,
    DESK_STYLE,
    SHEET_STYLE,
    INBOX_STYLE,
    BOOKING_STYLE,
    RESERVATION_STYLE,
    WAITLIST_STYLE,
    MESSAGES_STYLE,
    SETTINGS_STYLE,
    ACCESS_STYLE,
    HEALTH_STYLE,
    SET_UP_STYLE,
    CONTRAST_STYLE,
  ].join("\n"),
};
const SCRIPT_TYPE = "text/javascript; charset=utf-8";

const assets = new Map<string, Asset>();

/** Another content has another address, so that browsers may keep each for good. */
function place(name: string, ending: string, asset: Asset): string {
  const hash = createHash("sha256").update(asset.text).digest("hex").slice(0, 12);
  const path = `/assets/${name}.${hash}.${ending}`;
  assets.set(path, asset);
  return path;
}

export const DESK_STYLE_PATH = place("desk", "css", STYLE);
export const HTMX_PATH = place("htmx", "js", { type: SCRIPT_TYPE, text: HTMX });
export const DESK_SCRIPT_PATH = place("desk", "js", {
  type: SCRIPT_TYPE,
  text: [DESK_SCRIPT, BOOKING_SCRIPT, DRAFTS_SCRIPT, ACCESS_SCRIPT].join("\n"),
});
export const PRINT_STYLE_PATH = place("print", "css", {
  type: STYLE.type,
  text: PRINT_STYLE,
});
export const PRINT_SCRIPT_PATH = place("print", "js", { type: SCRIPT_TYPE, text: PRINT_SCRIPT });
export const SET_UP_SCRIPT_PATH = place("set-up", "js", { type: SCRIPT_TYPE, text: SET_UP_SCRIPT });

/** Where the files that pages ask for lie. */
export const ASSET_PATHS: readonly string[] = [...assets.keys()];

/** One of them, small as the browser can take it. */
export function assetAnswer(request: Request): Response {
  const asset = assets.get(new URL(request.url).pathname);
  if (asset === undefined) return new Response(null, { status: 404 });
  return compressed(request, asset.text, {
    keep: true,
    headers: {
      "Content-Type": asset.type,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
