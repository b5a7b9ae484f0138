/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** A data URL, so that no browser asks for /favicon.ico. */
const ICON_HREF = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#1f5a44"/>' +
    '<path d="M7 20a9 9 0 0 1 18 0M5.5 24h21M16 11V8.5M13.8 7.5h4.4" fill="none" ' +
    'stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>',
)}`;

export const Head = ({
  title,
  style,
  scripts = [],
  children,
}: Readonly<{ title: string; style?: string; scripts?: readonly string[]; children?: Child }>) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="format-detection" content="telephone=no" />
    {children}
    <title>{title}</title>
    <link rel="icon" href={ICON_HREF} />
    {style !== undefined && <link rel="stylesheet" href={style} />}
    {scripts.map((script) => (
      <script src={script} defer></script>
    ))}
  </head>
);
