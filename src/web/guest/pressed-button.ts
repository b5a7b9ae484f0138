import { GUEST_ACTIONS, type GuestAction } from "../../operations/guest/guest-desk.ts";
import { declaresMoreThan, withBoundedBody } from "../request-body.ts";

/** Two short fields. */
const BODY_LIMIT = 1024;

/** Which button was pressed, on which revision of the view; null: no form of ours. */
export async function pressedButton(
  request: Request,
): Promise<{ readonly action: GuestAction; readonly revision: number } | "too_long" | null> {
  if (declaresMoreThan(request, BODY_LIMIT)) return "too_long";
  const bounded = await withBoundedBody(request, BODY_LIMIT);
  if (bounded === null) return "too_long";
  const type = bounded.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return null;
  const form = new URLSearchParams(await bounded.text());
  const action = GUEST_ACTIONS.find((one) => one === form.get("action"));
  const revision = Number(form.get("revision") ?? Number.NaN);
  return action === undefined || !Number.isSafeInteger(revision) ? null : { action, revision };
}
