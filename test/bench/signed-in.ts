// A signed-in user of the bench's restaurant.
import { type Visitor, visitorOf } from "../support/page-visitor.ts";
import type { Product } from "./product.ts";

/** Signs in to the product's first restaurant. `cookie`: the header for further requests. */
export async function signedIn({
  line: { url, user },
}: Pick<Product, "line">): Promise<{ readonly visitor: Visitor; readonly cookie: string }> {
  if (user === null) throw new Error("Nobody can sign in.");
  const visitor = visitorOf(url);
  await visitor.signIn(user, "/b/bench");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { visitor, cookie };
}
