import PICO from "@picocss/pico/css/pico.min.css" with { type: "text" };
import HTMX from "htmx.org/dist/htmx.min.js" with { type: "text" };
import { asset } from "../asset.ts";
import ACCESS_STYLE from "../assets/access.css" with { type: "text" };
import ACCESS_SCRIPT from "../assets/access.js" with { type: "text" };
import BOOKING_STYLE from "../assets/booking.css" with { type: "text" };
import BOOKING_SCRIPT from "../assets/booking.js" with { type: "text" };
import CONTRAST_STYLE from "../assets/contrast.css" with { type: "text" };
import DESK_STYLE from "../assets/desk.css" with { type: "text" };
import DESK_SCRIPT from "../assets/desk.js" with { type: "text" };
import DRAFTS_SCRIPT from "../assets/drafts.js" with { type: "text" };
import FLOOR_STYLE from "../assets/floor.css" with { type: "text" };
import FLOOR_SCRIPT from "../assets/floor.js" with { type: "text" };
import HEALTH_STYLE from "../assets/health.css" with { type: "text" };
import INBOX_STYLE from "../assets/inbox.css" with { type: "text" };
import MESSAGES_STYLE from "../assets/messages.css" with { type: "text" };
import MONTH_STYLE from "../assets/month.css" with { type: "text" };
import PLACES_SCRIPT from "../assets/places.js" with { type: "text" };
import PRINT_STYLE from "../assets/print.css" with { type: "text" };
import PRINT_SCRIPT from "../assets/print.js" with { type: "text" };
import RESERVATION_STYLE from "../assets/reservation.css" with { type: "text" };
import SET_UP_STYLE from "../assets/set-up.css" with { type: "text" };
import SET_UP_SCRIPT from "../assets/set-up.js" with { type: "text" };
import SETTINGS_STYLE from "../assets/settings.css" with { type: "text" };
import SHEET_STYLE from "../assets/sheet.css" with { type: "text" };
import TIMELINE_STYLE from "../assets/timeline.css" with { type: "text" };
import WAITLIST_STYLE from "../assets/waitlist.css" with { type: "text" };

/** Pico is in a CSS layer, so that our rules win. */
export const DESK_STYLE_PATH = asset(
  "desk",
  "css",
  [
    `@layer base{${PICO.replace('@charset "UTF-8";', "")}}`,
    DESK_STYLE,
    SHEET_STYLE,
    FLOOR_STYLE,
    TIMELINE_STYLE,
    MONTH_STYLE,
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
);
export const HTMX_PATH = asset("htmx", "js", HTMX);
export const DESK_SCRIPT_PATH = asset(
  "desk",
  "js",
  [DESK_SCRIPT, BOOKING_SCRIPT, DRAFTS_SCRIPT, FLOOR_SCRIPT, PLACES_SCRIPT, ACCESS_SCRIPT].join(
    "\n",
  ),
);
export const PRINT_STYLE_PATH = asset("print", "css", PRINT_STYLE);
export const PRINT_SCRIPT_PATH = asset("print", "js", PRINT_SCRIPT);
export const SET_UP_SCRIPT_PATH = asset("set-up", "js", SET_UP_SCRIPT);
