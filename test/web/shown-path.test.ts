// Goal: the log shows a path without its secrets, even if the path is wrong.
import { expect, test } from "bun:test";
import { shownPath } from "../../src/web/shown-path.ts";

const FEED = "W6dnxSD6Dky0boQ8Vclmymjdyyxa_jsX";
const LINK = "zxolJHBAwLX1FvCEPENdJw";
const SETUP = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

test.each([
  [`/feeds/${FEED}.ics`, "/feeds/:token"],
  [`/feed/${FEED}.ics`, "/feed/:token.ics"],
  [`//feeds/${FEED}.ics`, "//feeds/:token.ics"],
  [`/desk/feeds/${FEED}`, "/desk/feeds/:token"],
  [`/r/${LINK}`, "/r/:token"],
  [`/R/${LINK}/calendar.ics`, "/R/:token/calendar.ics"],
  [`/${LINK}`, "/:token"],
  [`/setup/${SETUP}`, "/setup/:token"],
  [`/set-up/${SETUP}`, "/set-up/:token"],
  [`/r%2F${LINK}`, "/r%:token"],
  [`/feeds%2f${FEED}.ics`, "/feeds%:token.ics"],
  [`/x%3Ftoken=${LINK}`, "/x%3Ftoken=:token"],
  [`/mcp ${LINK}`, "/mcp :token"],
  [`/x(${LINK})`, "/x(:token)"],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});

test.each([
  "/b/demo-bistro/reservations/6b00607372f58c05bb08b426",
  "/.well-known/oauth-protected-resource/mcp",
  "/b/demo-bistro/do/remove_from_waitlist",
  "/Some/Path",
])("%s is shown unchanged", (path) => {
  expect(shownPath(path)).toBe(path);
});
