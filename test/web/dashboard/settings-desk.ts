import { Database } from "bun:sqlite";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

export const BISTRO = "demo-bistro";
export const at = (section: string): string => `/b/${BISTRO}/settings/${section}`;

/** The settings pages of a restaurant, with a manager in a browser without scripts. */
export interface SettingsDesk extends AsyncDisposable {
  readonly desk: DeskWithUser;
  readonly manager: Visitor;
  settings(): ReturnType<typeof brandOf>["settings"];
  name(): string;
  overrides(): object;
  page(section: string): Promise<string>;
  /** Sends these fields with the hidden fields of their form. Sends no other fields. */
  save(section: string, fields: Record<string, string> | [string, string][]): Promise<Response>;
  /** The audit log's rows of an operation. */
  audits(operation?: string): { actor_kind: string; before: string; after: string }[];
}

const brandOf = ({ server }: DeskWithUser) => {
  const brand = server.stores.brands.get(BISTRO);
  if (brand === null) throw new Error("There is no demo brand");
  return brand;
};

/** Opens the product on November 20, 2026. */
export async function settingsDesk(): Promise<SettingsDesk> {
  const desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  const manager = new Visitor(desk.url);
  await manager.signIn(desk.user);
  const page = async (section: string): Promise<string> => (await manager.get(at(section))).text();
  return {
    desk,
    manager,
    settings: () => brandOf(desk).settings,
    name: () => brandOf(desk).name,
    overrides: () => desk.server.stores.brands.overrides(BISTRO) ?? {},
    page,
    async save(section, fields) {
      const [[first] = [""]] = Array.isArray(fields) ? fields : Object.entries(fields);
      const [part = "", kind = ""] = first.split(".");
      const form = part === "templates" ? `set-templates-${kind}` : `set-${part}`;
      const text = await page(section);
      const { csrf = "" } = hiddenFields(text, "/do/set_settings");
      const { seen = "" } = hiddenFields(text, `id="${form}"`);
      const body = new URLSearchParams({ csrf, back: at(section) });
      if (seen !== "") body.set("seen", seen);
      for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) {
        body.append(`settings.${name}`, value);
      }
      return manager.post(`/b/${BISTRO}/do/set_settings`, body);
    },
    audits(operation = "set_settings") {
      const database = new Database(desk.server.database, { readonly: true });
      const rows = database
        .query<{ actor_kind: string; before: string; after: string }, [string]>(
          "SELECT actor_kind, before, after FROM audit WHERE operation = ?",
        )
        .all(operation);
      database.close();
      return rows;
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

/** The error beside a field. */
export const problemOf = (text: string, name: string): string | undefined =>
  new RegExp(
    `name="settings\\.${name.replaceAll(".", "\\.")}"[^>]*>[\\s\\S]*?<small[^>]*class="problem">([^<]*)`,
  ).exec(text)?.[1];
