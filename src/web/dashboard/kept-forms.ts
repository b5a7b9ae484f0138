import type { Clock, RandomBytes } from "../../domain/ids.ts";

/** A form that could not be taken when it was sent: its sender was signed out. */
export interface KeptForm {
  readonly brand: string;
  /** Where it was sent, under /b/:brand. */
  readonly path: string;
  readonly fields: URLSearchParams;
}

/** Keeps forms for the browsers that sent them, in memory. */
export interface KeptForms {
  /** The id under which the same browser finds it; `browser`: its secret. */
  keep(form: KeptForm, browser: string): string;
  /** Null: unknown, another browser's, or too old. */
  find(id: string, browsers: readonly string[]): KeptForm | null;
}

const LIFETIME_MS = 30 * 60_000;
/** The one kept first is forgotten first. */
const MOST = 200;
const ID_BYTES = 16;

export function createKeptForms(clock: Clock, random: RandomBytes): KeptForms {
  const kept = new Map<string, KeptForm & { readonly browser: string; readonly until: number }>();
  return {
    keep(form, browser) {
      const id = Buffer.from(random(ID_BYTES)).toString("base64url");
      // Its old token opens nothing any more.
      form.fields.delete("csrf");
      kept.set(id, { ...form, browser, until: clock() + LIFETIME_MS });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
      return id;
    },
    find(id, browsers) {
      const form = kept.get(id);
      if (form === undefined || form.until < clock() || !browsers.includes(form.browser)) {
        return null;
      }
      return form;
    },
  };
}
