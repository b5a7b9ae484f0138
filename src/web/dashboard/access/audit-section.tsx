/** @jsxImportSource hono/jsx */
import { DomainError, type Reason } from "../../../domain/errors.ts";
import { clockTime, displayDate } from "../../../domain/time.ts";
import {
  type AuditLog,
  auditLog,
  type LoggedChange,
} from "../../../operations/access/audit-log.ts";
import { ACTOR_WORDS } from "../../../words/en/host/labels.ts";
import { changeWords } from "../../../words/en/host/operations.ts";
import { Badge } from "../components/badge.tsx";
import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { ChangeLines, Why } from "../reservation/change-lines.tsx";
import { AuditFilter, auditPath, inputOf, type Wanted, wantedOf } from "./audit-filter.tsx";

export async function AuditSection({ visit }: PageProps) {
  const wanted = wantedOf(visit);
  const after = visit.url.searchParams.get("after");
  const found = await search(visit, { ...inputOf(wanted), ...(after && { cursor: after }) });
  return (
    <>
      <AuditFilter visit={visit} wanted={wanted} />
      {Array.isArray(found) ? (
        <Reasons reasons={found} />
      ) : (
        <Found visit={visit} wanted={wanted} found={found as AuditLog} isFirst={after === null} />
      )}
    </>
  );
}

async function search(
  visit: DeskVisit,
  input: Record<string, string>,
): Promise<AuditLog | readonly Reason[]> {
  try {
    return await read(visit, auditLog, input);
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID_INPUT") return error.reasons;
    throw error;
  }
}

function Found({
  visit,
  wanted,
  found: { changes, nextCursor },
  isFirst,
}: PageProps<{ wanted: Wanted; found: AuditLog; isFirst: boolean }>) {
  const days = Map.groupBy(changes, ({ at: instant }) =>
    displayDate(instant, visit.brand.settings.timeZone),
  );
  return (
    <>
      {changes.length === 0 && <Nothing isOver={nextCursor === null} />}
      {[...days].map(([day, rows]) => (
        <section class="log-day">
          <h2>{day}</h2>
          <ol class="log">
            {rows.map((change) => (
              <ChangeRow visit={visit} change={change} wanted={wanted} />
            ))}
          </ol>
        </section>
      ))}
      <p class="line log-more">
        {nextCursor !== null && (
          <ButtonLink href={auditPath(visit, wanted, { after: nextCursor })}>Older</ButtonLink>
        )}
        {!isFirst && <ButtonLink href={auditPath(visit, wanted)}>Newest</ButtonLink>}
        {(changes.length > 0 || nextCursor !== null) && (
          <a
            class="b quiet"
            href={auditPath(visit, wanted, { path: "/access/audit.csv" })}
            hx-boost="false"
            download
          >
            Download as CSV
          </a>
        )}
      </p>
    </>
  );
}

const Nothing = ({ isOver }: { readonly isOver: boolean }) =>
  isOver ? (
    <EmptyState title="No changes found">
      <p>No change matches the filter. Choose other days, or show all.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing on this page">
      <p>Try “Older”.</p>
    </EmptyState>
  );

function ChangeRow({ visit, change, wanted }: PageProps<{ change: LoggedChange; wanted: Wanted }>) {
  const { at: instant, actor, principal, operation, reservationId, about, lines, reason } = change;
  return (
    <li class={`by-${actor.kind}`}>
      <time datetime={new Date(instant).toISOString()}>
        {clockTime(instant, visit.brand.settings.timeZone)}
      </time>
      <div class="what">
        <p class="line">
          <strong>{changeWords(operation)}</strong>
          <About visit={visit} reservationId={reservationId} about={about} />
        </p>
        <Why reason={reason} />
        <ChangeLines lines={lines} />
      </div>
      <p class="line by">
        {actor.kind === "system" || actor.kind === "guest" || wanted.by === principal ? (
          <bdi>{actor.name}</bdi>
        ) : (
          <a href={auditPath(visit, { ...wanted, by: principal })}>
            <bdi>{actor.name}</bdi>
          </a>
        )}
        <Badge>{ACTOR_WORDS[actor.kind]}</Badge>
      </p>
    </li>
  );
}

const About = ({
  visit,
  reservationId,
  about,
}: PageProps<{ reservationId: string | null; about: string | null }>) => {
  if (reservationId !== null) {
    return (
      <a href={at(visit, `/reservations/${reservationId}`)}>
        <bdi>{about ?? "the reservation"}</bdi>
      </a>
    );
  }
  return about === null ? null : <bdi>{about}</bdi>;
};
