import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { waitingFor } from "./record-change.ts";

/** Without a gateway, a promised text is only logged. Answers to pages leave the warning out. */
export const noGatewayWarning = ({ withoutGateway, desk }: OperationContext): readonly Warning[] =>
  withoutGateway === true && desk === undefined
    ? [warning("NO_SMS.no_gateway", { why: "no_gateway" })]
    : [];

/** The waitlist offers freed seats by text, so warn if somebody waits and there is no gateway. */
export const noOffersWarning = (
  seats: { readonly from: number; readonly to: number },
  context: OperationContext,
): readonly Warning[] => {
  const warnings = noGatewayWarning(context);
  return warnings.length > 0 && waitingFor(seats.from, seats.to, context) > 0 ? warnings : [];
};
