/** @jsxImportSource hono/jsx */
import { MINUTE } from "../../domain/time.ts";
import { type RecentChange, recentChanges } from "../../operations/desk/recent-changes.ts";
import { UNDO_MINUTES } from "../../operations/undo-last-change.ts";
import { sayReason } from "../../words/render.ts";
import { OperationForm } from "./components/button.tsx";
import { Concerned } from "./components/concerned.tsx";
import { Icon } from "./components/icon.tsx";
import {
  at,
  type DeskVisit,
  type Flash,
  type PageProps,
  type RefusedForm,
  read,
} from "./desk-visit.ts";
import { changeOf } from "./done-flash.ts";
import { shortWhen } from "./when.ts";

/** A hidden field of the forms in the toast. The toast itself shows why such a form was refused. */
const FROM_TOAST = "toast";

export const isOfToast = ({ typed }: RefusedForm): boolean => typed.has(FROM_TOAST);

const Told = ({ who, text }: { readonly who: string | undefined; readonly text: string }) =>
  who === undefined ? (
    <p>{`${text.charAt(0).toUpperCase()}${text.slice(1)}`}</p>
  ) : (
    <p>
      <bdi>{who}</bdi>
      {`: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}
    </p>
  );

export async function toastOf(visit: DeskVisit) {
  const { flash, refused } = visit;
  if (refused !== null) return <Refused visit={visit} refused={refused} />;
  const [latest] = (await read(visit, recentChanges)).changes;
  if (flash === null && latest === undefined) return null;
  const told = flash ?? (latest === undefined ? null : changeOf(latest));
  const undone = latest !== undefined && (flash === null || flash.reservation?.id === latest.id);
  const undo = undone ? latest : null;
  return (
    <div
      class="toast"
      id="toast"
      role="status"
      data-id={undo === null ? `done-${flash?.at}` : `${undo.id}-${undo.at}`}
      data-ends={undo === null ? undefined : String(undo.at + UNDO_MINUTES * MINUTE)}
    >
      <div>
        {told !== null && <Told who={told.who} text={told.text} />}
        {flash !== null && flash.warnings.length > 0 && (
          <ul>
            {flash.warnings.map((warning) => (
              <li>{warning}</li>
            ))}
          </ul>
        )}
        {flash?.room !== undefined && <Room visit={visit} room={flash.room} />}
        {undo !== null && <p class="until">Can be undone until {shortWhen(undo.until, visit)}</p>}
      </div>
      <div class="line">
        {flash?.reservation?.isNew && <Open visit={visit} id={flash.reservation.id} />}
        {undo !== null && <Undo visit={visit} change={undo} />}
        <Close />
      </div>
    </div>
  );
}

const Room = ({
  visit,
  room: { entry, starts },
}: PageProps<{ room: NonNullable<Flash["room"]> }>) => (
  <>
    <p>There is room now. To book a table, choose a time:</p>
    <p class="line room">
      {starts.map(({ time, timestamp }) => (
        <a href={at(visit, `/book?entry=${entry}&timestamp=${timestamp}`)}>{time}</a>
      ))}
    </p>
  </>
);

const Undo = ({ visit, change: { id, operation } }: PageProps<{ change: RecentChange }>) => (
  <OperationForm
    visit={visit}
    operation={operation === "seat_walk_in" ? "undo_walk_in" : "undo_last_change"}
    id={id}
    formId="toast-undo"
  >
    <input type="hidden" name={FROM_TOAST} value="yes" />
    {/* The key U only moves the focus here, because a single key press must not undo anything. */}
    <button type="submit" data-key="u">
      Undo
    </button>
  </OperationForm>
);

const Refused = ({ visit, refused }: PageProps<{ refused: RefusedForm }>) => (
  <div class="toast" id="toast" role="alert">
    <div>
      <Concerned visit={visit} fields={refused.typed} />
      {refused.error.reasons.map((one) => (
        <p data-code={one.code}>{sayReason(one, "host")}</p>
      ))}
    </div>
    <div class="line">
      <Open visit={visit} id={refused.typed.get("about") ?? ""} />
      <Close />
    </div>
  </div>
);

const Open = ({ visit, id }: PageProps<{ id: string }>) => {
  const { desk, brand, url } = visit;
  const path = at(visit, `/reservations/${id}`);
  if (url.pathname === path || desk.stores.reservations.get(id)?.brand !== brand.slug) return null;
  return <a href={path}>Open</a>;
};

const Close = () => (
  <button type="button" class="close" aria-label="Close">
    <Icon name="close" />
  </button>
);
