/** @jsxImportSource hono/jsx */

import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { addToDoor } from "../../../operations/door/add-to-door.ts";
import { sizeIn } from "../book/wish.ts";
import { OperationForm } from "../components/button.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

const LARGEST_WALK_IN = 8;

export function WalkIn({ visit }: PageProps) {
  const form = formState(visit, seatWalkIn.name);
  const sizes = Array.from({ length: LARGEST_WALK_IN }, (_, index) => String(index + 1));
  return (
    <details class="menu walk-in" data-closes id="walk-in">
      <summary class="b main" data-key="w">
        Walk-in
      </summary>
      <div class="panel">
        {visit.brand.settings.tables.mode === "off" ? (
          <OperationForm visit={visit} form={form}>
            <p id="walk-in-label">How many? The party is seated immediately.</p>
            <fieldset class="sizes" aria-labelledby="walk-in-label">
              {sizes.map((size) => (
                <button type="submit" class="b quiet" name="numberOfPeople" value={size}>
                  {size}
                </button>
              ))}
            </fieldset>
          </OperationForm>
        ) : (
          <>
            <p id="walk-in-label">How many? You choose a free table next.</p>
            <ul class="sizes" aria-labelledby="walk-in-label">
              {sizes.map((size) => (
                <li>
                  <a class="b quiet" href={`${at(visit, `?walkIn=${size}`)}#walk-in-tables`}>
                    {size}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  );
}

const AT_THE_DOOR: readonly string[] = [seatWalkIn.name, addToDoor.name];

/** The party size for `walkInPanel`, from a refused form or the page's address. Null if there is none. */
export function sizeAtDoor({ url, brand, refused }: DeskVisit): number | null {
  if (refused !== null && AT_THE_DOOR.includes(refused.operation)) {
    return sizeIn(refused.typed.get("numberOfPeople") ?? "");
  }
  const size = sizeIn(url.searchParams.get("walkIn") ?? "");
  return size !== null && size <= LARGEST_WALK_IN && brand.settings.tables.mode !== "off"
    ? size
    : null;
}
