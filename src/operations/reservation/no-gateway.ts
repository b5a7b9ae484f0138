import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { waitingFor } from "./record-change.ts";

export const noGatewayWarning = ({ withoutGateway, desk }: OperationContext): readonly Warning[] =>
  withoutGateway === true && desk === undefined
    ? [warning("NO_SMS.no_gateway", { why: "no_gateway" })]
    : [];

export const noOffersWarning = (
  seats: { readonly from: number; readonly to: number },
  context: OperationContext,
): readonly Warning[] => {
  const warnings = noGatewayWarning(context);
  return warnings.length > 0 && waitingFor(seats.from, seats.to, context) > 0 ? warnings : [];
};
