// Opens and uses the dashboard's access pages (people, keys, connected apps).
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

export const BISTRO = "demo-bistro";
export const TRATTORIA = "demo-trattoria";
export const at = (path = "", brand = BISTRO): string => `/b/${brand}/access${path}`;

/** A user on the access pages, with a browser without scripts. */
export function accessOf(visitor: Visitor, brand = BISTRO) {
  const page = async (path = ""): Promise<string> => (await visitor.get(at(path, brand))).text();
  return {
    page,
    /** Sends the form of an operation as the page shows it, with these fields filled in. */
    async send(
      from: string,
      operation: string,
      filled: Readonly<Record<string, string | readonly string[]>> = {},
    ): Promise<Response> {
      const hidden = hiddenFields(await page(from), `/do/${operation}`);
      const csrf = hiddenFields(await page(from), "/look")["csrf"] ?? "";
      const body = new URLSearchParams({ csrf, back: at(from, brand), ...hidden });
      for (const [name, value] of Object.entries(filled)) {
        body.delete(name);
        for (const one of [value].flat()) body.append(name, one);
      }
      return visitor.post(`/b/${brand}/do/${operation}`, body);
    },
  };
}

/** Starts the product and signs its owner in. */
export async function openAccess(): Promise<{
  readonly desk: DeskWithUser;
  readonly owner: Visitor;
  readonly access: ReturnType<typeof accessOf>;
}> {
  const desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  const owner = new Visitor(desk.url);
  await owner.signIn(desk.user);
  return { desk, owner, access: accessOf(owner) };
}

/** The error beside the field with this id. */
export const problemAt = (text: string, id: string): string | undefined =>
  new RegExp(`id="${id}-note" class="problem">([^<]*)`).exec(text)?.[1];

/** The value that the page offers to copy. */
export const shownAt = (text: string, id: string): string | undefined =>
  new RegExp(`<pre id="${id}">([^<]*)</pre>`).exec(text)?.[1];
