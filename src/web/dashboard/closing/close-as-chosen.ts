import { shownPhone } from "../../../domain/phone-text.ts";
import { formatDate, isLocalDate } from "../../../domain/time.ts";
import { type Closing, closeWithParties } from "../../../operations/desk/close-with-parties.ts";
import { closingDone, movedUntold } from "../../../words/en/host/closing.ts";
import { at, type DeskVisit, type Outcome } from "../desk-visit.ts";
import { outcomeOf } from "../do-operation.ts";

/** A choice such as "move to 1764180000000" names the new start in epoch milliseconds. */
export const MOVE_TO = "move to ";

export const closingPath = (
  visit: Pick<DeskVisit, "brand">,
  date: string,
  service: string | null = null,
): string =>
  at(
    visit,
    `/close?${new URLSearchParams({ date, ...(service !== null && { service }) }).toString()}`,
  );

export const closeAsChosen = (visit: DeskVisit, fields: URLSearchParams): Promise<Outcome> =>
  outcomeOf(closeWithParties, fields, async () => {
    const { structured } = await visit.desk.invoke(
      closeWithParties,
      inputOf(fields),
      visit.caller,
      {},
    );
    const { warnings, ...closing } = structured as unknown as Closing;
    const isReopening = fields.get("reopen") === "true";
    const text = closingDone(closing, { isReopening });
    const told = [...warnings.map(({ message }) => message), ...untold(visit, closing)];
    return { flash: { text, warnings: told } };
  });

function untold(
  { desk, brand }: DeskVisit,
  { concerned }: Pick<Closing, "concerned">,
): readonly string[] {
  return concerned
    .filter(({ outcome, text }) => outcome === "moved" && text !== "planned")
    .map((party) => {
      const phone = desk.stores.reservations.get(party.id)?.phone ?? null;
      const shown = phone === null ? null : shownPhone(phone, brand.settings.defaultCountry);
      return movedUntold(party, shown);
    });
}

function inputOf(fields: URLSearchParams): object {
  const date = fields.get("date") ?? "";
  const all = fields.get("all") ?? "";
  const parties = fields.getAll("party").map((one) => {
    const [id = "", revision, ...choice] = one.split(" ");
    const chosen = all === "" ? choice.join(" ") : all;
    return {
      id,
      revision: Number(revision),
      choice: chosen.startsWith(MOVE_TO)
        ? { moveTo: Number(chosen.slice(MOVE_TO.length)) }
        : chosen,
    };
  });
  return {
    date: isLocalDate(date) ? formatDate(date) : date,
    ...textIn(fields, "service"),
    ...textIn(fields, "note"),
    keepHours: fields.get("keepHours") === "true",
    reopen: fields.get("reopen") === "true",
    parties,
  };
}

function textIn(fields: URLSearchParams, name: string): object {
  const text = fields.get(name)?.trim() ?? "";
  return text === "" ? {} : { [name]: text };
}
