/** @jsxImportSource hono/jsx */

import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Language } from "../../domain/languages.ts";
import type { Contact } from "../../domain/settings.ts";
import { Head } from "../head.tsx";
import { ContactLines } from "./contact.tsx";
import { STYLE } from "./style.ts";

export const page = (content: {
  readonly language: Language;
  readonly title: string;
  readonly brandName: string | null;
  readonly notice?: Child;
  readonly contact?: Contact;
  readonly children: Child;
}) => html`<!doctype html>${<Page {...content} />}`;

function Page({
  language,
  title,
  brandName,
  notice = null,
  contact = {},
  children,
}: Parameters<typeof page>[0]) {
  return (
    <html lang={language}>
      <Head title={brandName === null ? title : `${title} - ${brandName}`}>
        <style>{raw(STYLE)}</style>
      </Head>
      <body>
        <main>
          <h1>{title}</h1>
          {brandName !== null && <p class="brand">{brandName}</p>}
          {notice !== null && (
            <p class="notice" role="status">
              {notice}
            </p>
          )}
          {children}
          <ContactLines contact={contact} />
        </main>
      </body>
    </html>
  );
}

/** Needs no CSRF token, because other sites do not know the secret token in the address. */
export function ActionForm({
  action,
  revision,
  look,
  children,
}: Readonly<{ action: string; revision: number; look?: "quiet" | "stop"; children: Child }>) {
  return (
    <form method="post">
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="revision" value={String(revision)} />
      <button type="submit" class={look ?? "main"}>
        {children}
      </button>
    </form>
  );
}
