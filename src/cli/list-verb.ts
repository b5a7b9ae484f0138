import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

/** A verb that lists what an instance has: `of` names the list in its JSON. */
interface ListVerb<Row> extends Pick<Verb, "name" | "summary"> {
  readonly of: string;
  rows(instance: Instance): readonly Row[];
  /** A row as programs read it. */
  shown(row: Row, instance: Instance): object;
  /** Headings, and what stands under each. */
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

/** Makes the verb: JSON for programs, a table for people. */
export const listVerb = <Row>({
  name,
  summary,
  of,
  rows,
  shown,
  columns,
}: ListVerb<Row>): Verb => ({
  name,
  summary,
  flags: DATA_FLAG,
  run: (context) =>
    withInstance(context, {}, (instance) => {
      const listed = rows(instance);
      const cells = listed.map((row) => Object.values(columns).map((cell) => cell(row)));
      return {
        json: { [of]: listed.map((row) => shown(row, instance)) },
        text: table(Object.keys(columns), cells),
        plain: true,
      };
    }),
});
