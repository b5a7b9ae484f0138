import type { OpenService } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";

/** Empty if there are no services. Throws INVALID_INPUT if there are services, but none called `name`. */
export function chooseServices(
  services: readonly OpenService[],
  name: string | undefined,
): readonly OpenService[] {
  if (name === undefined) return services;
  const wanted = name.toLowerCase();
  const found = services.filter((service) => service.name.toLowerCase() === wanted);
  if (found.length > 0 || services.length === 0) return found;
  const names = services.map((service) => service.name);
  const facts = { parameter: "service", services: names, say: { name } };
  throw refusal("INVALID_INPUT.service", facts);
}
