import { shownPhone } from "../../../domain/phone-text.ts";
import { findGuests } from "../../../operations/desk/find-guests.ts";
import { type DeskVisit, read } from "../desk-visit.ts";

/**
 * Copies details of a known guest into the typed booking form. The form's field `takeOver` says which
 * details: "RESERVATION_ID" for name, phone and e-mail, or "RESERVATION_ID:FIELD" for one note.
 */
export async function takenOver(
  visit: DeskVisit,
  typed: URLSearchParams,
): Promise<URLSearchParams> {
  const [id = "", field] = (typed.get("takeOver") ?? "").split(":");
  const after = new URLSearchParams(typed);
  after.delete("takeOver");
  const known = id === "" ? null : visit.desk.stores.reservations.get(id);
  if (known === null || known.brand !== visit.brand.slug) return after;
  const { guests } = await read(visit, findGuests, { name: known.name, phone: known.phone ?? "" });
  const guest = guests.find(({ name, phone }) =>
    known.phone === null ? name === known.name : phone === known.phone,
  );
  if (guest === undefined) return after;
  if (field === undefined) {
    const { name, phone, email } = guest;
    const { defaultCountry } = visit.brand.settings;
    after.set("name", name);
    after.set("phone", phone === null ? "" : shownPhone(phone, defaultCountry));
    after.set("email", email ?? typed.get("email") ?? "");
    return after;
  }
  const text = guest.notes.find((one) => one.field === field)?.text ?? "";
  const written = typed.get(field)?.trim() ?? "";
  if (!written.includes(text)) after.set(field, written === "" ? text : `${written}\n${text}`);
  return after;
}
