/** @jsxImportSource hono/jsx */
import { SECTION_COLORS } from "../../../domain/floor-records.ts";
import { setSections } from "../../../operations/desk/set-sections.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { doneWords } from "../../../words/en/host/operations.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Reasons } from "../components/reason.tsx";
import type { DeskVisit, Outcome } from "../desk-visit.ts";
import { outcomeOf } from "../do-operation.ts";
import { formState } from "../form-state.ts";
import type { FloorProps } from "./floor-view.ts";

const PREFIX = "server.";

export function Sections({ visit, view }: FloorProps) {
  const form = formState(visit, setSections.name);
  const serverOf = new Map(
    view.sections.flatMap(({ server, tables }) => tables.map((table) => [table, server] as const)),
  );
  return (
    <section class="card stack" aria-labelledby="sections-title">
      <h2 id="sections-title">Sections</h2>
      <ul class="section-list">
        {view.sections.map(({ name, color, server, tables, covers, coversServed, next }) => (
          <li class={`section-${color}`}>
            <strong>
              <bdi>{server || name}</bdi>
            </strong>
            {next && <span class="mark"> gets the next party</span>}
            <span class="soft small">
              {` ${tablesNamed(tables)}: ${counted(covers, "guest")} now, ${coversServed} today`}
            </span>
          </li>
        ))}
      </ul>
      <details class="fold" open={form.typed !== null}>
        <summary>Who serves which table?</summary>
        <OperationForm visit={visit} form={form} action="/floor" formId="sections" class="stack">
          <input type="hidden" name="serviceDate" value={view.date} />
          {form.refused !== null && <Reasons reasons={form.refused.reasons} />}
          <datalist id="servers">
            {[...new Set(serverOf.values())].map((server) => (
              <option value={server} />
            ))}
          </datalist>
          <div class="fields-auto">
            {view.tables.map(({ id, name }) => (
              <div class="field">
                <label for={`server-${id}`}>
                  Table <bdi>{name}</bdi>
                </label>
                <input
                  id={`server-${id}`}
                  name={PREFIX + name}
                  list="servers"
                  maxlength={30}
                  autocomplete="off"
                  dir="auto"
                  value={form.value(PREFIX + name, serverOf.get(name) ?? "")}
                />
              </div>
            ))}
          </div>
          <Button look="quiet">Save the sections</Button>
        </OperationForm>
      </details>
    </section>
  );
}

/** Saves one section per server (a waiter). "Ana" and "ana" are one person. */
export function saveSections(visit: DeskVisit, fields: URLSearchParams): Promise<Outcome> {
  const tables = [...fields].flatMap(([field, server]) =>
    field.startsWith(PREFIX) && server.trim() !== ""
      ? [{ name: field.slice(PREFIX.length), server: server.trim() }]
      : [],
  );
  const byServer = Map.groupBy(tables, ({ server }) => server.toLowerCase());
  const sections = [...byServer.values()].map((own, index) => ({
    name: own[0]?.server ?? "",
    server: own[0]?.server ?? "",
    color: SECTION_COLORS[index % SECTION_COLORS.length],
    tables: own.map(({ name }) => name),
  }));
  const input = { serviceDate: fields.get("serviceDate") ?? "", sections };
  return outcomeOf(setSections, fields, async () => {
    await visit.desk.invoke(setSections, input, visit.caller, {});
    return { flash: { text: doneWords(setSections.name) ?? "", warnings: [] } };
  });
}
