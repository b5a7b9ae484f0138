import type { DeskVisit } from "./desk-visit.ts";

const LONGEST_PATH = 1024;

export const pathOf = ({ url }: Pick<DeskVisit, "url">): string => url.pathname + url.search;

/** Where to go after a form: `back` if it is a page of this brand, otherwise Tonight. */
export function backOf(back: string | null, brand: string): string {
  const home = `/b/${brand}`;
  if (back === null || back.length > LONGEST_PATH || !/^\/[\x21-\x7e]*$/.test(back)) return home;
  const base = "http://here.invalid";
  if (!URL.canParse(back, base)) return home;
  const { origin, pathname, search } = new URL(back, base);
  if (origin !== base || !(pathname === home || pathname.startsWith(`${home}/`))) return home;
  // Addresses under /do/ show no page.
  return pathname.startsWith(`${home}/do/`) ? home : pathname + search;
}
