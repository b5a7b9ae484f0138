import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { waitingFor } from "./record-change.ts";

/** For an answer that promises a text. Without a gateway, texts are only logged. Pages say so elsewhere. */
export const noGatewayWarning = ({ withoutGateway, desk }: OperationContext): readonly Warning[] =>
  withoutGateway === true && desk === undefined
    ? [warning("NO_SMS.no_gateway", { why: "no_gateway" })]
    : [];

/** For seats left to the waitlist, which offers them by text. */
export const noOffersWarning = (
  seats: { readonly from: number; readonly to: number },
  context: OperationContext,
): readonly Warning[] =>
  waitingFor(seats.from, seats.to, context) === 0 ? [] : noGatewayWarning(context);
