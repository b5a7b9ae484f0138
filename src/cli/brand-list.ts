import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

/** `maitred brand list`: slugs and names. */
export const brandList: Verb = {
  name: "brand list",
  summary: "List the restaurants.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const brands = stores.brands.names();
      const rows = brands.map(({ slug, name }) => [slug, name]);
      return { json: { brands }, text: table(["SLUG", "NAME"], rows), plain: true };
    }),
};
