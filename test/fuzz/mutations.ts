// Ways to damage a correct request.
import type { Dice } from "./dice.ts";
import { type Draft, headerOf, withHeader } from "./draft.ts";
import { anyJson, HEADERS, rubbish, TEXTS } from "./hostile.ts";

type Mutation = (draft: Draft, dice: Dice) => Draft;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get"];

const withBody = (draft: Draft, body: Buffer | string): Draft => ({
  ...draft,
  method: draft.method === "GET" ? "POST" : draft.method,
  body: typeof body === "string" ? Buffer.from(body) : body,
});

/** Replaces, removes or repeats part of a text. */
function spoiled(text: string, dice: Dice): string {
  const at = dice.roll(text.length + 1);
  const length = dice.roll(12);
  switch (dice.roll(4)) {
    case 0:
      return text.slice(0, at) + dice.pick(TEXTS) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at + length);
    default:
      return text.slice(0, at) + dice.pick(TEXTS) + text.slice(at + length);
  }
}

/** Replaces a value in a JSON text or adds a member; sometimes breaks the syntax. */
function spoiledJson(text: string, dice: Dice): string {
  const values = [...text.matchAll(/("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)(?=\s*[,}\]])/g)];
  const found = values.length === 0 ? undefined : dice.pick(values);
  if (found === undefined || dice.chance(0.15)) return spoiled(text, dice);
  const end = found.index + found[0].length;
  if (dice.chance(0.8)) return text.slice(0, found.index) + anyJson(dice) + text.slice(end);
  const key = dice.pick(["__proto__", "constructor", "id", "method", "name", "arguments", "x"]);
  return `${text.slice(0, end)},"${key}":${anyJson(dice, 2)}${text.slice(end)}`;
}

function spoiledForm(text: string, dice: Dice): string {
  const pairs = text.split("&");
  const at = dice.roll(pairs.length);
  const [name = ""] = (pairs[at] ?? "").split("=");
  const value = encodeURIComponent(dice.pick(TEXTS).toWellFormed());
  switch (dice.roll(5)) {
    case 0:
      return pairs.toSpliced(at, 1).join("&");
    case 1:
      return [...pairs, pairs[at]].join("&");
    case 2:
      return [...pairs, `${value}=1`].join("&");
    case 3:
      return `${text}&${name}=%`;
    default:
      return pairs.with(at, `${name}=${value}`).join("&");
  }
}

const spoilBody: Mutation = (draft, dice) => {
  const text = draft.body?.toString("utf8") ?? "";
  const type = headerOf(draft, "content-type");
  if (text === "" || dice.chance(0.1)) return withBody(draft, dice.pick(TEXTS).toWellFormed());
  if (type.includes("json")) return withBody(draft, spoiledJson(text, dice));
  if (type.includes("form")) return withBody(draft, spoiledForm(text, dice));
  return withBody(draft, spoiled(text, dice));
};

const spoilBytes: Mutation = (draft, dice) => {
  const bytes = Buffer.from(draft.body ?? rubbish(dice, 200));
  for (let n = dice.roll(4); n >= 0; n -= 1) bytes[dice.roll(bytes.length)] = dice.roll(256);
  return withBody(draft, bytes);
};

const spoilPath: Mutation = (draft, dice) => {
  const [path = "", query = ""] = draft.target.split("?");
  const parts = path.split("/");
  const at = 1 + dice.roll(Math.max(1, parts.length - 1));
  const text = encodeURI(dice.pick(TEXTS).toWellFormed().slice(0, 3000));
  switch (dice.roll(4)) {
    case 0:
      return {
        ...draft,
        target: parts.with(Math.min(at, parts.length - 1), text).join("/") || "/",
      };
    case 1:
      return { ...draft, target: `${path}/${text}` };
    case 2:
      return { ...draft, target: `${path}?${query}&${text}=${text}` };
    default:
      return { ...draft, target: path.toUpperCase() };
  }
};

const spoilQuery: Mutation = (draft, dice) => {
  const [path = "", query = ""] = draft.target.split("?");
  const names = ["date", "q", "page", "next", "request", "brand", "phone", "size", "time", "id"];
  const spoilt = query === "" ? `${dice.pick(names)}=1` : query;
  return { ...draft, target: `${path}?${spoiledForm(spoilt, dice)}` };
};

const spoilHeaders: Mutation = (draft, dice) => {
  const [name, value] = dice.pick(HEADERS);
  if (name === "Host" && dice.chance(0.7)) return draft;
  return dice.chance(0.8)
    ? withHeader(draft, name, value)
    : { ...draft, headers: [...draft.headers, [name, value]] };
};

const loseHeader: Mutation = (draft, dice) => {
  const [name = ""] = draft.headers[dice.roll(draft.headers.length)] ?? [];
  return name === "Host" ? draft : withHeader(draft, name, null);
};

const spoilCredential: Mutation = (draft, dice) => {
  const name = dice.pick(["Authorization", "Cookie", "X-Signature", "X-Twilio-Signature"]);
  const value = headerOf(draft, name.toLowerCase());
  return value === "" ? draft : withHeader(draft, name, spoiled(value, dice));
};

const batch: Mutation = (draft, dice) => {
  const text = draft.body?.toString("utf8") ?? "{}";
  return withBody(draft, `[${Array.from({ length: dice.roll(20) }, () => text).join(",")}]`);
};

const ALL: readonly Mutation[] = [
  spoilBody,
  spoilBody,
  spoilBody,
  spoilBytes,
  spoilPath,
  spoilQuery,
  spoilHeaders,
  spoilHeaders,
  loseHeader,
  spoilCredential,
  batch,
  (draft, dice) => ({ ...draft, method: dice.pick(METHODS) }),
  (draft, dice) => withBody(draft, anyJson(dice)),
  (draft, dice) => withBody(draft, rubbish(dice, 2000)),
];

/** Applies one to four mutations to a request. */
export function mutated(draft: Draft, dice: Dice): Draft {
  let spoilt = draft;
  for (let times = dice.roll(4); times >= 0; times -= 1) spoilt = dice.pick(ALL)(spoilt, dice);
  return spoilt;
}
