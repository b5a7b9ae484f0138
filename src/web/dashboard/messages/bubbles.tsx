/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { PageProps } from "../desk-visit.ts";
import { shortWhen } from "../when.ts";

export interface Bubble {
  readonly from: "restaurant" | "guest";
  readonly at: number;
  readonly body: string;
  readonly note: Child;
}

/** `mine`: whose texts are on the right. */
export const Bubbles = ({
  visit,
  bubbles,
  mine,
}: PageProps<{ bubbles: readonly Bubble[]; mine: Bubble["from"] }>) => (
  <ol class="bubbles">
    {bubbles.map(({ from, at, body, note }) => (
      <li class={from === mine ? "mine" : "theirs"}>
        <p class="bubble">
          <span class="unseen">{from === "restaurant" ? "Restaurant: " : "Guest: "}</span>
          <Linked text={body} />
        </p>
        <p class="small soft">
          {shortWhen(at, visit)}
          {note !== "" && <>, {note}</>}
        </p>
      </li>
    ))}
  </ol>
);

const Linked = ({ text }: { readonly text: string }) => (
  <bdi>
    {text.split(/(https?:\/\/\S+)/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <a href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      ),
    )}
  </bdi>
);
