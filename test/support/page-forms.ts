// The forms of a page as a browser sees them, and the pages that its links lead to.
import { decoded } from "./html-forms.ts";

/** A field that people type or choose, or a hidden field. */
export interface FormField {
  readonly name: string;
  /** The input's type; `textarea`, `select`. */
  readonly type: string;
  readonly value: string;
  readonly checked: boolean;
}

/**
 * A form and one address to which it can be sent. If its buttons have other addresses, there is a
 * PageForm for each address.
 */
export interface PageForm {
  readonly id: string | null;
  readonly action: string;
  readonly fields: readonly FormField[];
}

const TYPED = ["text", "tel", "email", "number", "date", "time", "search", "password", "textarea"];

/** Whether people type into this field. */
export const isTyped = ({ type }: FormField): boolean => TYPED.includes(type);

interface Found {
  readonly id: string | null;
  readonly method: string;
  readonly actions: Set<string>;
  readonly fields: FormField[];
}

/** Every form of a page that is sent by POST, with all its fields, even those outside the form. */
export async function postedFormsOf(page: string): Promise<readonly PageForm[]> {
  const forms: Found[] = [];
  const strays: { readonly form: string; readonly field: FormField }[] = [];
  let open: Found | null = null;
  let text: { value: string } | null = null;
  let choice: { value: string; chosen: boolean } | null = null;
  const take = (element: HTMLRewriterTypes.Element, field: FormField): void => {
    const form = element.getAttribute("form");
    if (form !== null) strays.push({ form, field });
    else open?.fields.push(field);
  };
  await new HTMLRewriter()
    .on("form", {
      element(element) {
        const form: Found = {
          id: element.getAttribute("id"),
          method: element.getAttribute("method") ?? "get",
          actions: new Set([decoded(element.getAttribute("action") ?? "")]),
          fields: [],
        };
        forms.push(form);
        open = form;
        element.onEndTag(() => {
          open = null;
        });
      },
    })
    .on("input", {
      element(element) {
        const name = element.getAttribute("name");
        if (name === null) return;
        take(element, {
          name,
          type: element.getAttribute("type") ?? "text",
          value: decoded(element.getAttribute("value") ?? ""),
          checked: element.hasAttribute("checked"),
        });
      },
    })
    .on("select", {
      element(element) {
        const name = element.getAttribute("name") ?? "";
        choice = { value: "", chosen: false };
        const field = choice;
        element.onEndTag(() => {
          take(element, { name, type: "select", value: field.value, checked: false });
          choice = null;
        });
      },
    })
    .on("select option", {
      element(element) {
        const isFirst = choice?.value === "" && !choice.chosen;
        const isChosen = element.hasAttribute("selected");
        if (choice === null || !(isFirst || isChosen)) return;
        choice.value = decoded(element.getAttribute("value") ?? "");
        choice.chosen = true;
      },
    })
    .on("textarea", {
      element(element) {
        text = { value: "" };
        const field = text;
        const name = element.getAttribute("name") ?? "";
        element.onEndTag(() => {
          take(element, { name, type: "textarea", value: decoded(field.value), checked: false });
          text = null;
        });
      },
      text(chunk) {
        if (text !== null) text.value += chunk.text;
      },
    })
    .on("button[formaction]", {
      element(element) {
        const form = element.getAttribute("form");
        const owner = form === null ? open : forms.find(({ id }) => id === form);
        owner?.actions.add(decoded(element.getAttribute("formaction") ?? ""));
      },
    })
    .transform(new Response(page))
    .text();
  for (const { form, field } of strays) forms.find(({ id }) => id === form)?.fields.push(field);
  return forms
    .filter(({ method }) => method === "post")
    .flatMap(({ id, actions, fields }) => [...actions].map((action) => ({ id, action, fields })));
}

/** The fields that are sent if nobody changes a field. */
export function untouched({ fields }: PageForm): URLSearchParams {
  const sent = new URLSearchParams();
  for (const { name, type, value, checked } of fields) {
    if ((type === "radio" || type === "checkbox") && !checked) continue;
    sent.append(name, value);
  }
  return sent;
}

/** The addresses below `under` that a page links to. */
export async function linksOf(page: string, under: string): Promise<readonly string[]> {
  const found = new Set<string>();
  await new HTMLRewriter()
    .on("a[href]", {
      element(element) {
        const href = decoded(element.getAttribute("href") ?? "").replace(/#.*$/, "");
        if (href === under || /^[/?]/.test(href.slice(under.length))) {
          if (href.startsWith(under)) found.add(href);
        }
      },
    })
    .transform(new Response(page))
    .text();
  return [...found];
}
