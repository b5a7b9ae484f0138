import type { Clock, RandomBytes } from "../../domain/ids.ts";

/** A form that could not be taken when it was sent: its sender was signed out. */
export interface KeptForm {
  readonly brand: string;
  /** Where it was sent, under /b/:brand. */
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** Keeps forms for those who filled them in, in memory. */
export interface KeptForms {
  /**
   * The id under which it is found. `token`: the one of its page, which says in which browser and to
   * whom that was shown; null: none, and nobody finds it.
   */
  keep(form: KeptForm, token: string | null): string;
  /** Null: unknown, too old, or shown to somebody else, as `isOurs` says of its token. */
  find(id: string, isOurs: (token: string) => boolean): KeptForm | null;
}

const LIFETIME_MS = 30 * 60_000;
/** The one kept first is forgotten first. */
const MOST = 200;
const ID_BYTES = 16;

interface Kept extends Pick<KeptForm, "brand" | "path"> {
  /** As it was sent: taken apart, thousands of fields weigh ten times as much. */
  readonly text: string;
  readonly token: string;
  readonly until: number;
}

export function createKeptForms(clock: Clock, random: RandomBytes): KeptForms {
  const kept = new Map<string, Kept>();
  return {
    keep({ brand, path, fields }, token) {
      const id = Buffer.from(random(ID_BYTES)).toString("base64url");
      if (token === null) return id;
      // The page that shows it again has one of its own.
      fields.delete("csrf");
      kept.set(id, { brand, path, text: fields.toString(), token, until: clock() + LIFETIME_MS });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
      return id;
    },
    find(id, isOurs) {
      const form = kept.get(id);
      if (form === undefined || form.until < clock() || !isOurs(form.token)) return null;
      return { brand: form.brand, path: form.path, fields: new URLSearchParams(form.text) };
    },
  };
}
