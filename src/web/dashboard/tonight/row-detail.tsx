/** @jsxImportSource hono/jsx */
import { NOTES, SHEET_NOTES } from "../../../domain/reservation.ts";
import { addNote } from "../../../operations/add-note.ts";
import type { SheetRow } from "../../../operations/desk/day-sheet.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { Fact } from "../components/fact.tsx";
import { Field } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

export function RowDetail({ row, visit }: PageProps<{ row: SheetRow }>) {
  const id = row.id ?? "";
  const form = formState(visit, addNote.name, id);
  const notes = SHEET_NOTES.filter((field) => row[field] !== "");
  return (
    <div class="detail">
      <dl class="facts">
        {notes.map((field) => (
          <Fact name={NOTES[field].label} lines>
            <bdi>{row[field]}</bdi>
          </Fact>
        ))}
        <Fact name="Phone">{row.phone === null ? "none" : `ends in ${row.phone}`}</Fact>
      </dl>
      <OperationForm visit={visit} form={form} revision={row.revision} class="table-note">
        <input type="hidden" name="field" value="seatingNotes" />
        <Field
          form={form}
          name="note"
          id={`table-${id}`}
          label={visit.brand.settings.tables.mode === "off" ? "Table" : NOTES.seatingNotes.label}
          value={row.seatingNotes}
          placeholder={visit.brand.settings.tables.mode === "off" ? "12, window" : "Window, pram"}
          maxlength={200}
        />
        <Button look="quiet">Save</Button>
      </OperationForm>
      <Reasons reasons={form.others("note")}>
        {form.refused?.code === "REVISION_CONFLICT" && (
          <p>
            The note now says: <bdi>{row.seatingNotes === "" ? "nothing" : row.seatingNotes}</bdi>.
            The field keeps what you wrote.
          </p>
        )}
      </Reasons>
      <p class="line">
        <ButtonLink href={at(visit, `/reservations/${id}`)}>Open, move, cancel</ButtonLink>
        {row.phone !== null && <ButtonLink href={at(visit, `/messages/${id}`)}>Texts</ButtonLink>}
      </p>
    </div>
  );
}
