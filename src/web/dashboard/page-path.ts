import type { DeskVisit } from "./desk-visit.ts";

/** Longer than any address of a page. */
const MOST = 1024;

/** The current page with its query: its forms lead back to it. */
export const pathOf = ({ url }: Pick<DeskVisit, "url">): string => url.pathname + url.search;

/** Where a form leads back to: a page of this brand, whatever `back` says. */
export function backOf(back: string | null, brand: string): string {
  const home = `/b/${brand}`;
  if (back === null || back.length > MOST || !/^\/[\x21-\x7e]*$/.test(back)) return home;
  const base = "http://here.invalid";
  if (!URL.canParse(back, base)) return home;
  const { origin, pathname, search } = new URL(back, base);
  if (origin !== base || !(pathname === home || pathname.startsWith(`${home}/`))) return home;
  // Addresses under /do/ only take forms; there is no page to show.
  return pathname.startsWith(`${home}/do/`) ? home : pathname + search;
}
