/** @jsxImportSource hono/jsx */
import { at, type DeskVisit, isManagedHere, type PageProps } from "../desk-visit.ts";

/** A test instance needs no gateway, because it simulates one. */
export const isWithoutGateway = ({ desk }: Pick<DeskVisit, "desk">): boolean =>
  desk.sms.provider === "log" && desk.environment === "live";

export const NoGateway = ({ visit }: PageProps) => (
  <>
    Texts are not sent until an SMS gateway is set up:{" "}
    {isManagedHere(visit) ? (
      <>
        see <a href={at(visit, "/settings/texts")}>Settings, Texts</a>.
      </>
    ) : (
      "ask a manager."
    )}
  </>
);
