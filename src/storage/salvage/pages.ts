import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Value, valuesOf, varintAt } from "./record.ts";

// The format of SQLite's pages: https://www.sqlite.org/fileformat2.html#b_tree_pages

export interface TreePage {
  readonly tree: "rows" | "keys";
  readonly children: readonly number[];
  readonly rows: readonly Row[];
  readonly unreadableRows: number;
}

export interface Row {
  readonly rowid: number;
  readonly values: readonly Value[];
}

const FILE_HEADER = 100;
const INNER_KEYS = 2;
const INNER_ROWS = 5;
const LEAF_KEYS = 10;
const LEAF_ROWS = 13;

/** Reads a database file without SQLite. The file must not change meanwhile. */
export class Pages implements Disposable {
  readonly #file: number;
  readonly #size: number;
  readonly #usable: number;
  readonly count: number;
  readonly overflow = new Set<number>();

  constructor(path: string) {
    this.#file = openSync(path, "r");
    const header = new DataView(this.#read(0, FILE_HEADER).buffer);
    const size = header.getUint16(16);
    this.#size = size === 1 ? 65_536 : size;
    this.#usable = this.#size - header.getUint8(20);
    this.count = Math.floor(fstatSync(this.#file).size / this.#size);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  /** Null if the page is damaged, or if it is not a page of a table or an index. */
  tree(number: number): TreePage | null {
    try {
      return this.#tree(number);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  freePages(): Set<number> {
    const found = new Set<number>();
    try {
      let trunk = this.#page(1).getUint32(32);
      while (trunk !== 0 && !found.has(trunk)) {
        found.add(trunk);
        const page = this.#page(trunk);
        const count = page.getUint32(4);
        for (let leaf = 0; leaf < count; leaf += 1) found.add(page.getUint32(8 + 4 * leaf));
        trunk = page.getUint32(0);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    return found;
  }

  #tree(number: number): TreePage {
    const page = this.#page(number);
    const start = number === 1 ? FILE_HEADER : 0;
    const type = page.getUint8(start);
    if (![INNER_KEYS, INNER_ROWS, LEAF_KEYS, LEAF_ROWS].includes(type)) {
      throw new RangeError(`page ${number} is not a page of a table or an index`);
    }
    const isInner = type === INNER_KEYS || type === INNER_ROWS;
    const tree = type === INNER_ROWS || type === LEAF_ROWS ? "rows" : "keys";
    const cells = page.getUint16(start + 3);
    const children: number[] = [];
    const rows: Row[] = [];
    let unreadableRows = 0;
    for (let cell = 0; cell < cells; cell += 1) {
      const at = page.getUint16(start + (isInner ? 12 : 8) + 2 * cell);
      if (isInner) children.push(page.getUint32(at));
      if (type === INNER_ROWS) continue;
      try {
        rows.push(this.#row(page, isInner ? at + 4 : at, tree));
      } catch {
        unreadableRows += 1;
      }
    }
    if (isInner) children.push(page.getUint32(start + 8));
    return { tree, children, rows, unreadableRows };
  }

  #row(page: DataView, at: number, tree: TreePage["tree"]): Row {
    const size = varintAt(page, at);
    const rowid = tree === "rows" ? varintAt(page, size.next) : { value: 0, next: size.next };
    const payload = this.#payload(page, rowid.next, size.value, tree);
    return { rowid: rowid.value, values: valuesOf(payload) };
  }

  #payload(page: DataView, at: number, size: number, tree: TreePage["tree"]): Uint8Array {
    const most = tree === "rows" ? this.#usable - 35 : share(this.#usable, 64);
    if (size <= most) return bytesOf(page, at, size);
    if (size > this.count * this.#size) throw new RangeError("a record is longer than the file");
    const least = share(this.#usable, 32);
    const wanted = least + ((size - least) % (this.#usable - 4));
    const local = wanted <= most ? wanted : least;
    const whole = new Uint8Array(size);
    whole.set(bytesOf(page, at, local));
    let filled = local;
    let next = page.getUint32(at + local);
    while (filled < size) {
      const more = this.#page(next);
      const length = Math.min(size - filled, this.#usable - 4);
      whole.set(bytesOf(more, 4, length), filled);
      this.overflow.add(next);
      filled += length;
      next = more.getUint32(0);
    }
    return whole;
  }

  #page(number: number): DataView {
    if (number < 1 || number > this.count) throw new RangeError(`there is no page ${number}`);
    return new DataView(this.#read((number - 1) * this.#size, this.#size).buffer);
  }

  #read(from: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    readSync(this.#file, bytes, 0, length, from);
    return bytes;
  }
}

const share = (usable: number, of: number): number => Math.floor(((usable - 12) * of) / 255) - 23;

const bytesOf = (page: DataView, at: number, length: number): Uint8Array =>
  new Uint8Array(page.buffer, at, length);
