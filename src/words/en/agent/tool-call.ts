import type { Call } from "../../../domain/reasons/call.ts";

/** Writes a call as text, for example `mark_arrived { id: "6afe..." }`. */
export const toolCall = ({ tool, arguments: args }: Call): string => {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return `${tool} { ${given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} }`;
};
