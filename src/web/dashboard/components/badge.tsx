/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { ToldState } from "../../../domain/message.ts";
import type { Status } from "../../../domain/reservation-states.ts";
import { STATUS_WORDS, TEXT_STATES } from "../../../words/en/host/labels.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Icon } from "./icon.tsx";

/** `plain`: neutral. `good`: all is well. `care`: needs attention. `stop`: something is wrong. */
export type Tone = "plain" | "good" | "care" | "stop";

export const Badge = ({
  tone = "plain",
  title,
  children,
}: Readonly<{ tone?: Tone; title?: string; children: Child }>) => (
  <span class={`badge ${tone}`} title={title}>
    {children}
  </span>
);

const STATUS_TONES: Partial<Record<Status, Tone>> = {
  pending: "care",
  arrived: "good",
  seated: "good",
  no_show: "stop",
  cancelled: "stop",
};

export const StatusBadge = ({
  status,
  drawn = false,
}: Readonly<{ status: Status; drawn?: boolean }>) => (
  <Badge tone={STATUS_TONES[status] ?? "plain"}>
    {drawn && <Icon name={status} />} {STATUS_WORDS[status]}
  </Badge>
);

const TEXT_TONES: Partial<Record<ToldState, Tone>> = {
  accepted: "good",
  delivered: "good",
  failed: "stop",
  unknown: "care",
  logged: "care",
  expired: "care",
  held: "care",
};

export const TextBadge = ({ state }: { readonly state: ToldState }) => (
  <Badge tone={TEXT_TONES[state] ?? "plain"} title={TEXT_STATES[state].meaning}>
    {TEXT_STATES[state].label}
  </Badge>
);

export const isTrouble = (state: ToldState): boolean =>
  ["care", "stop"].includes(TEXT_TONES[state] ?? "plain");

export const NoShows = ({ count }: { readonly count: number }) =>
  count === 0 ? null : <Badge tone="care">{counted(count, "no-show")}</Badge>;
