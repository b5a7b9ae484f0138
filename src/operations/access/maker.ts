import { z } from "zod";
import type { OperationContext } from "../define.ts";

export const makerShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  isOperator: z.boolean().describe("An operator made the feed or key on the command line"),
  isGone: z.boolean().describe("The user who made the feed or key is no longer in the team"),
});
export type Maker = z.infer<typeof makerShape>;

const MAKING = ["create_feed", "create_api_key", "rotate_api_key"];
const MOST_AT_ONCE = 500;

interface Made {
  readonly id: string;
  readonly createdAt: number;
}

export function makersIn({
  stores,
  brand: { slug },
}: Pick<OperationContext, "stores"> & { readonly brand: { readonly slug: string } }): (
  made: Made,
) => Maker | null {
  const team = stores.teams.ofBrand(slug).filter(({ disabledAt }) => disabledAt === null);
  const here = new Set(team.map(({ userId }) => userId));
  const anybody = { actorKind: null, principal: null, operation: null, reservationId: null };
  return ({ id, createdAt }) => {
    const then = { from: createdAt, until: createdAt + 1 };
    const filter = { brand: slug, ...then, ...anybody };
    const row = stores.auditList
      .page(filter, null, MOST_AT_ONCE)
      .rows.find(
        ({ operation, after }) =>
          MAKING.includes(operation) && (after["feedId"] === id || after["keyId"] === id),
      );
    if (row === undefined) return null;
    const { principal, actor } = row;
    return {
      id: principal,
      name: actor.name,
      isOperator: actor.kind === "system",
      isGone: actor.kind === "user" && !here.has(principal),
    };
  };
}
