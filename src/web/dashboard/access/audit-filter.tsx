/** @jsxImportSource hono/jsx */
import { apiKeys } from "../../../operations/access/api-keys.ts";
import type { ListedKey } from "../../../operations/access/key-shape.ts";
import { team } from "../../../operations/access/team.ts";
import { ACTOR_WORDS } from "../../../words/en/host/labels.ts";
import { changeNames, changeWords } from "../../../words/en/host/operations.ts";
import { shownName } from "../../auth-pages/shown-name.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { Choice, Field as Input, type Option, type OptionGroup } from "../components/field.tsx";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";

const FIELDS = {
  from: "from",
  to: "to",
  kind: "kind",
  by: "principal",
  operation: "operation",
  reservation: "reservation",
} as const;
type Field = keyof typeof FIELDS;

export type Wanted = Readonly<Record<Field, string>>;

const NAMES = Object.keys(FIELDS) as Field[];

export const wantedOf = ({ url }: Pick<DeskVisit, "url">): Wanted =>
  Object.fromEntries(
    NAMES.map((name) => [name, url.searchParams.get(name)?.trim() ?? ""]),
  ) as Record<Field, string>;

export const inputOf = (wanted: Wanted): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => (wanted[name] === "" ? [] : [[FIELDS[name], wanted[name]]])),
  );

export function auditPath(
  visit: Pick<DeskVisit, "brand">,
  wanted: Wanted,
  { path = "/access/audit", after }: { readonly path?: string; readonly after?: string } = {},
): string {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
  if (after !== undefined) query.set("after", after);
  const text = query.toString();
  return at(visit, text === "" ? path : `${path}?${text}`);
}

async function actorsOf(visit: DeskVisit): Promise<readonly OptionGroup[]> {
  const { people } = await read(visit, team);
  const { keys } = await read(visit, apiKeys);
  const apps = visit.desk.connectedApps.apps(visit.signedIn);
  return [
    { group: "People", options: people.map(({ id, name }) => ({ value: id, label: name })) },
    {
      group: "Keys",
      options: keys.filter(isNewestOfItsPrincipal).map(({ principal, name, publicId }) => ({
        value: principal,
        label: `${name} (${publicId})`,
      })),
    },
    {
      group: "Apps",
      options: apps.flatMap(({ name, connections }) =>
        connections
          .filter(({ brands }) => brands.includes(visit.brand.slug))
          .map(({ id, givenBy }) => ({
            value: id,
            label: `${shownName(name)}, ${(givenBy ?? visit.signedIn.user).name}`,
          })),
      ),
    },
  ].filter(({ options }) => options.length > 0);
}

/** A key and the keys it replaced share one principal. `keys` has the newest working one before the others. */
const isNewestOfItsPrincipal = (
  { principal }: ListedKey,
  index: number,
  keys: readonly ListedKey[],
): boolean => keys.findIndex((other) => other.principal === principal) === index;

const ANY: Option = { value: "", label: "any" };

const changes = (): readonly Option[] =>
  changeNames()
    .map((value) => ({ value, label: changeWords(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));

const KINDS = Object.entries(ACTOR_WORDS).map(([value, label]) => ({ value, label }));

export async function AuditFilter({ visit, wanted }: PageProps<{ wanted: Wanted }>) {
  const actors = await actorsOf(visit);
  const isSet = NAMES.some((name) => wanted[name] !== "");
  const { by } = wanted;
  const isKnown =
    by === "" || actors.some(({ options }) => options.some((one) => one.value === by));
  const unknown = isKnown ? [] : [{ value: by, label: by }];
  const field = (name: Field) => ({ name, value: wanted[name] });
  return (
    // When the page refreshes, a form with the same id keeps its unsent choices. The id depends on the
    // filter, so a new filter gets a new form.
    <form
      method="get"
      action={at(visit, "/access/audit")}
      id={`filter-${Bun.hash(JSON.stringify(wanted)).toString(36)}`}
      class="card audit-filter"
      hx-morph-skip=""
    >
      <Input {...field("from")} label="From" type="date" />
      <Input {...field("to")} label="To" type="date" />
      <Choice {...field("kind")} label="Who (type)" options={[ANY, ...KINDS]} />
      <Choice {...field("by")} label="Who (name)" options={[ANY, ...unknown, ...actors]} />
      <Choice {...field("operation")} label="Change" options={[ANY, ...changes()]} />
      <Input {...field("reservation")} label="Reservation id" maxlength={24} spellcheck={false} />
      <div class="line buttons">
        <Button>Show</Button>
        {isSet && <ButtonLink href={at(visit, "/access/audit")}>Show all</ButtonLink>}
      </div>
    </form>
  );
}
