import type { Pages, Row } from "./pages.ts";

/** Of a table or an index. */
export interface Tree {
  readonly name: string;
  readonly root: number;
  readonly kind: "rows" | "keys";
}

export interface Remains {
  readonly tree: Tree;
  /** Pages with rows, in the order of their keys. */
  readonly pages: readonly number[];
  /** Pages that cannot be read, or only in part. */
  readonly damaged: number;
}

/** Follows every tree from its root, then finds the pages below damaged ones. */
export function remainsOf(
  pages: Pages,
  trees: readonly Tree[],
): { readonly remains: readonly Remains[]; readonly cutOff: readonly CutOff[] } {
  const seen = new Set<number>();
  const remains = trees.map((tree) => follow(pages, tree, seen));
  // An intact file has no such pages.
  if (remains.every(({ damaged }) => damaged === 0)) return { remains, cutOff: [] };
  const free = pages.freePages();
  const cutOff: CutOff[] = [];
  for (let number = 2; number <= pages.count; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = pages.tree(number);
    const first = page?.rows[0];
    if (page !== null && first !== undefined) cutOff.push({ number, kind: page.tree, first });
  }
  // Overflow pages can look like anything. Only now are all of them known.
  return { remains, cutOff: cutOff.filter(({ number }) => !pages.overflow.has(number)) };
}

/** A page with rows that no tree reached. */
export interface CutOff {
  readonly number: number;
  readonly kind: Tree["kind"];
  readonly first: Row;
}

function follow(pages: Pages, tree: Tree, seen: Set<number>): Remains {
  const found: number[] = [];
  let damaged = 0;
  const visit = (number: number): void => {
    const page = seen.has(number) ? null : pages.tree(number);
    seen.add(number);
    if (page === null || page.tree !== tree.kind) {
      damaged += 1;
      return;
    }
    if (page.unreadable > 0) damaged += 1;
    for (const child of page.children) visit(child);
    if (page.rows.length > 0) found.push(number);
  };
  visit(tree.root);
  return { tree, pages: found, damaged };
}
