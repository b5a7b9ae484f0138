/** @jsxImportSource hono/jsx */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { Mark } from "../../auth-pages/page.tsx";
import { DESK_STYLE_PATH, SET_UP_SCRIPT_PATH } from "../assets.ts";
import { lookOf } from "../theme.ts";

/** A page of the dashboard that is about no restaurant yet: the same looks without the places. */
export const frame = (request: Request, title: string, children: Child) =>
  html`<!doctype html>${(
    <Frame request={request} title={title}>
      {children}
    </Frame>
  )}`;

function Frame({
  request,
  title,
  children,
}: Readonly<{ request: Request; title: string; children: Child }>) {
  const look = lookOf(request);
  return (
    <html lang="en" data-theme={look === "auto" ? undefined : look}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{`${title} - maitred`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={DESK_STYLE_PATH} />
        <script src={SET_UP_SCRIPT_PATH} defer></script>
      </head>
      <body>
        <div class="set-up">
          <header>
            <Mark />
          </header>
          <main id="main">{children}</main>
        </div>
      </body>
    </html>
  );
}
