/** A field of a form. A checkbox is sent only if it is `checked`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly checked: boolean;
}

/** A button that submits a form. */
export interface Button {
  readonly name: string;
  readonly value: string;
  /** The text that people read on the button. */
  readonly label: string;
}

export interface Form {
  /** The form's address, relative to the page. Empty: the page itself. */
  readonly action: string;
  readonly method: "get" | "post";
  readonly fields: readonly Field[];
  readonly buttons: readonly Button[];
}

type Growing<T> = T extends readonly (infer Item)[] ? Item[] : T;
type Draft<T> = { -readonly [Key in keyof T]: Growing<T[Key]> };
type Element = HTMLRewriterTypes.Element;

/** The forms of a page with their fields and buttons, in the page's order. */
export function formsIn(html: string): Form[] {
  const forms: Draft<Form>[] = [];
  let form: Draft<Form> | undefined;
  let button: Draft<Button> | undefined;
  const rewriter = new HTMLRewriter();
  rewriter.on("form", {
    element(element) {
      const method = attribute(element, "method").toLowerCase() === "post" ? "post" : "get";
      form = { action: attribute(element, "action"), method, fields: [], buttons: [] };
      forms.push(form);
      element.onEndTag(() => {
        form = undefined;
      });
    },
  });
  rewriter.on("input[type=submit]", {
    element(element) {
      const value = attribute(element, "value");
      form?.buttons.push({ name: attribute(element, "name"), value, label: value });
    },
  });
  rewriter.on("input:not([type=submit])", {
    element: (element) => void form?.fields.push(fieldOf(element)),
  });
  rewriter.on("button:not([type=button])", {
    element(element) {
      button = { ...named(element), label: "" };
      form?.buttons.push(button);
    },
    text(chunk) {
      if (button !== undefined) button.label += decoded(chunk.text);
    },
  });
  rewriter.transform(html);
  return forms;
}

const named = (element: Element): { name: string; value: string } => ({
  name: attribute(element, "name"),
  value: attribute(element, "value"),
});

const fieldOf = (element: Element): Field => {
  const type = attribute(element, "type").toLowerCase() || "text";
  const { name, value } = named(element);
  const ticks = type === "checkbox" || type === "radio";
  return {
    name,
    type,
    value: ticks && !element.hasAttribute("value") ? "on" : value,
    checked: element.hasAttribute("checked"),
  };
};

const attribute = (element: Element, name: string): string =>
  decoded(element.getAttribute(name) ?? "");

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Decodes the character references that our pages use, and leaves others as they are. */
export const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/**
 * The fields that a form sends: its own and the pressed button's. `values` replaces values of the
 * form's own fields, by name.
 */
export function submission(
  form: Form,
  button: Button | undefined,
  values: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const sent = new URLSearchParams();
  for (const { name, type, value, checked } of form.fields) {
    if (name === "") continue;
    const ticks = type === "checkbox" || type === "radio";
    if (ticks && !checked) continue;
    sent.append(name, values[name] ?? value);
  }
  if (button !== undefined && button.name !== "") sent.append(button.name, button.value);
  return sent;
}
