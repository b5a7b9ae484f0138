import { formatDate } from "../../../domain/time.ts";
import { counted } from "../phrases.ts";

export const leftAsItIs = (name: string): string =>
  `The reservation of ${name} was changed in the meantime and was left as it is.`;

export const notMoved = (name: string, why: string): string => `${name} was not moved. ${why}`;

export const movedUntold = (
  { name, date, time }: Readonly<Record<"name" | "date" | "time", string>>,
  phone: string | null,
): string =>
  `${name} was moved to ${date}, ${time}, and got no text.${phone === null ? "" : ` Call ${phone}.`}`;

interface Done {
  readonly date: string;
  readonly service: string | null;
  readonly closed: boolean;
  readonly changed: boolean;
  readonly concerned: readonly { readonly outcome: string }[];
}

export function closingDone(
  { date, service, closed, changed, concerned }: Done,
  { isReopening }: { readonly isReopening: boolean },
): string {
  if (!changed && concerned.length === 0)
    return "Nothing was changed: everything was already as you chose.";
  const count = (outcome: string): number =>
    concerned.filter((one) => one.outcome === outcome).length;
  const cancelled = count("cancelled");
  const moved = count("moved");
  const kept = count("kept");
  const said = [
    ...(isReopening
      ? ["open again"]
      : closed
        ? ["closed"]
        : service === null
          ? []
          : [`${service} closed`]),
    ...(cancelled === 0 ? [] : [`${counted(cancelled, "party", "parties")} cancelled`]),
    ...(moved === 0 ? [] : [`${counted(moved, "party", "parties")} moved`]),
    ...(kept === 0 ? [] : [`${counted(kept, "party", "parties")} kept`]),
  ];
  return said.length === 0 ? "Nothing was changed." : `${formatDate(date)}: ${said.join(", ")}`;
}
