import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

interface ListVerb<Row> extends Pick<Verb, "name" | "summary"> {
  /** The name of the list in JSON. */
  readonly of: string;
  rows(instance: Instance): readonly Row[];
  shown(row: Row, instance: Instance): object;
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

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
