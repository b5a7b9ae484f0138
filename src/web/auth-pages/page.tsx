/** @jsxImportSource hono/jsx */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { asset } from "../asset.ts";
import STYLE from "../assets/auth.css" with { type: "text" };
import { Head } from "../head.tsx";

const STYLE_PATH = asset("auth", "css", STYLE);

export interface Content {
  readonly title: string;
  readonly heading?: Child;
  readonly notice?: string | null;
  readonly alert?: string | null;
  readonly wide?: boolean;
  readonly script?: string | null;
  readonly aside?: Child;
  readonly children: Child;
}

export const page = (content: Content) => html`<!doctype html>${<Page {...content} />}`;

function Page({ title, heading = title, notice, alert, wide, script, aside, children }: Content) {
  return (
    <html lang="en">
      <Head title={`${title} - maitred`} style={STYLE_PATH} scripts={script ? [script] : []} />
      <body>
        <div class={wide === true ? "frame wide" : "frame"}>
          <header class="top">
            <Mark />
            {aside}
          </header>
          <main>
            <h1>{heading}</h1>
            {notice && (
              <p class="notice" role="status">
                {notice}
              </p>
            )}
            {alert && (
              <p class="notice alert" role="alert">
                {alert}
              </p>
            )}
            {children}
          </main>
        </div>
      </body>
    </html>
  );
}

export const Mark = () => (
  <div class="mark">
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
      <path
        d="M4 16a8 8 0 0 1 16 0M2.5 19.5h19M12 8V6.2M10.6 5h2.8"
        stroke-width="2"
        stroke-linecap="round"
      />
    </svg>
    <span>maitred</span>
  </div>
);

/** Without `bdi`, right-to-left letters in a name could reorder the text around it. */
export const Name = ({ children }: { readonly children: Child }) => <bdi>{children}</bdi>;

export function Field({
  label,
  name,
  type,
  value,
  hint,
  problem,
  autocomplete,
  ...rest
}: Readonly<{
  label: string;
  name: string;
  type: "email" | "password" | "text";
  value?: string;
  hint?: string;
  problem?: string | undefined;
  autocomplete: string;
  autofocus?: boolean;
}>) {
  const note = problem ?? hint;
  const noteId = `${name}-note`;
  return (
    <div>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        autocomplete={autocomplete}
        required
        aria-invalid={problem === undefined ? undefined : "true"}
        aria-describedby={note === undefined ? undefined : noteId}
        {...rest}
      />
      {note !== undefined && (
        <p id={noteId} class={problem === undefined ? "hint" : "problem"}>
          {note}
        </p>
      )}
    </div>
  );
}
