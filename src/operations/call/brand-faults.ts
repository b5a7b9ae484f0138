import { z } from "zod";
import { DomainError, type Reason } from "../../domain/errors.ts";
import type { Brand } from "../../domain/settings.ts";
import { visibleIn } from "../../domain/visible-text.ts";
import type { Operation } from "../define.ts";

/** A check that needs the brand's settings. `value` is raw input, so it can have any type. */
interface BrandCheck {
  faults(value: unknown, settings: Brand["settings"]): readonly Reason[];
}

export const brandChecks = z.registry<BrandCheck>();

export function withBrandFaults(
  refused: DomainError,
  { input }: Pick<Operation, "input">,
  raw: Readonly<Record<string, unknown>>,
  { settings }: Brand,
): DomainError {
  const faults = Object.entries((input as z.ZodObject).shape).flatMap(([name, shape]) => {
    const schema = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
    const check = brandChecks.get(schema as z.ZodType);
    return check?.faults(visibleIn(raw[name]), settings) ?? [];
  });
  return new DomainError([...refused.reasons, ...faults]);
}
